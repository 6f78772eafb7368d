-- Change the vacations of a player, and list the player for their rooms, atomically.
-- KEYS  1 account  2 list of vacations
-- ARGV  1 the expected vacations  2 the new ones  3 player id  4 end of the last vacation, in ms
-- Returns 1; 0, with nothing changed, when the vacations are others by now, or the account is deleted.
if redis.call('HEXISTS', KEYS[1], 'name') == 0 then
  return 0
end
if (redis.call('HGET', KEYS[1], 'vacations') or '') ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'vacations', ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[3])
return 1
