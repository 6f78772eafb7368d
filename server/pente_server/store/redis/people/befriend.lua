-- Add a friend to a player's friends, unless there are too many; they expire with the account.
-- KEYS  1 friends  2 account
-- ARGV  1 the friend  2 most friends
-- Returns 1; 0, with nothing changed, when there are too many.
if redis.call('HEXISTS', KEYS[2], 'deleted') == 1 then
  return 1
end
local is_there = redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1
if not is_there and redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return 0
end
redis.call('SADD', KEYS[1], ARGV[1])
local left = redis.call('PTTL', KEYS[2])
if left > 0 then
  redis.call('PEXPIRE', KEYS[1], left)
end
return 1
