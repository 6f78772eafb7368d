-- Let a reviewer have its game for longer, or take the game off the queue.
-- KEYS  1 queue  2 its entries  3 that a reviewer is there
-- ARGV  1 game  2 reviewer  3 until when it has the game; '': off the queue  4 how long a reviewer counts as there
-- Returns 1; 0, with nothing changed, when the game is not this reviewer's.
local entry = redis.call('HGET', KEYS[2], ARGV[1])
if not entry or string.match(entry, '(%S*)$') ~= ARGV[2] then
  return 0
end
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[2], ARGV[1])
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
end
redis.call('SET', KEYS[3], '1', 'PX', ARGV[4])
return 1
