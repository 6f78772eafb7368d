-- Put a room on the lists of a summary, or take it off all lists, unless it has another one by now.
-- KEYS  1 live  2 listed  3 activity
-- ARGV  1 room id  2 the summary  3 the record of its lists, or ''  4 the beginning of the lists' keys
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then
  if ARGV[3] ~= '' then
    list(ARGV[1], ARGV[3], KEYS[2], ARGV[4])
  else
    unlist(ARGV[1], KEYS[2], ARGV[4])
    redis.pcall('HDEL', KEYS[1], ARGV[1])
    redis.pcall('HDEL', KEYS[3], ARGV[1])
  end
end
