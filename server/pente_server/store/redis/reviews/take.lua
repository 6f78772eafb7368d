-- Give a reviewer a game to review: the one that it has already, or the oldest that nobody has.
-- KEYS  1 queue  2 its entries  3 that a reviewer is there
-- ARGV  1 reviewer  2 now  3 until when it has the game  4 most tries  5 how long a reviewer counts as there
-- Returns the game; nil when none waits. A game with too many tries is dropped.
redis.call('SET', KEYS[3], '1', 'PX', ARGV[5])
local function parsed(game)
  local tries, asker, reviewer = string.match(redis.call('HGET', KEYS[2], game) or '', '^(%d+) (%S*) (%S*)$')
  return tonumber(tries), asker, reviewer
end
local function next_game()
  for _, game in ipairs(redis.call('HKEYS', KEYS[2])) do
    local _, _, reviewer = parsed(game)
    if reviewer == ARGV[1] then
      return game
    end
  end
  return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[2], 'LIMIT', 0, 1)[1]
end
local game = next_game()
while game do
  local tries, asker = parsed(game)
  if tries and tries < tonumber(ARGV[4]) then
    redis.call('HSET', KEYS[2], game, (tries + 1) .. ' ' .. asker .. ' ' .. ARGV[1])
    redis.call('ZADD', KEYS[1], ARGV[3], game)
    return game
  end
  redis.call('HDEL', KEYS[2], game)
  redis.call('ZREM', KEYS[1], game)
  game = next_game()
end
return false
