-- Count a game for a player, atomically and at most once.
-- KEYS  1 account  2 standings  3 ledger  4 leaders of the player's partition  5 those with provisional ratings
-- ARGV  1 room id  2 pool  3 the expected standing, or ''  4 the new one  5 the ledger's entry
--       6 '1' when the game gives the player a rating  7 leaderboard score, or ''  8 player id
--       9 milliseconds after which the results of an unrated player expire
--       10 score among those with provisional ratings, or ''
-- Returns the ledger entry, new or existing; nil, with nothing changed, when the standing is not the expected one.
if redis.call('HEXISTS', KEYS[1], 'deleted') == 1 then
  return ARGV[5] -- nothing counts for an account that its player has deleted
end
local entry = redis.call('HGET', KEYS[3], ARGV[1])
if not entry then
  if (redis.call('HGET', KEYS[2], ARGV[2]) or '') ~= ARGV[3] then
    return nil
  end
  entry = ARGV[5]
  redis.call('HSET', KEYS[3], ARGV[1], entry)
  redis.call('HSET', KEYS[2], ARGV[2], ARGV[4])
  if ARGV[6] == '1' then
    redis.call('HSET', KEYS[1], 'rated', '1')
    for board, score in pairs({[KEYS[4]] = ARGV[7], [KEYS[5]] = ARGV[10]}) do
      if score == '' then
        redis.call('ZREM', board, ARGV[8])
      else
        redis.call('ZADD', board, score, ARGV[8])
      end
    end
  end
end
-- Nothing of a rated player expires. For others the expiry of the results restarts; that of the account itself
-- restarts only when it is used.
for _, key in ipairs({KEYS[1], KEYS[2], KEYS[3]}) do
  if redis.call('HGET', KEYS[1], 'rated') then
    redis.call('PERSIST', key)
  elseif key ~= KEYS[1] then
    redis.call('PEXPIRE', key, ARGV[9])
  end
end
return entry
