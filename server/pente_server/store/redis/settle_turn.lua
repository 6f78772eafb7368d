-- Keep the turn of a room no longer, atomically, unless the room has another one by now.
-- KEYS  1 turns
-- ARGV  1 room id  2 the turn
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then
  redis.call('HDEL', KEYS[1], ARGV[1])
end
return 1
