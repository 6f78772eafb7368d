-- Delete an account with its results, atomically, and mark its id as deleted for ever.
-- KEYS  1 account  2 standings  3 ledger  4 previous names  5 blocked players
--       6 games of the player  7 friends  8 messages  9.. both leaderboards of all pools with a standing
-- ARGV  1 player id
-- Returns 1; 0, with nothing changed, when the standings are of other pools by now.
if redis.call('HLEN', KEYS[2]) * 2 ~= #KEYS - 8 then
  return 0
end
for place = 9, #KEYS do
  redis.call('ZREM', KEYS[place], ARGV[1])
end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7], KEYS[8])
redis.call('HSET', KEYS[1], 'deleted', '1')
return 1
