-- Put a room on the lists of a summary, unless it has another one by now.
-- KEYS  1 live  2 listed
-- ARGV  1 room id  2 the summary  3 the record of its lists  4 the beginning of the lists' keys
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then
  list(ARGV[1], ARGV[3], KEYS[2], ARGV[4])
end
