-- Add a game to the queue of those that wait for a review, unless it is there.
-- KEYS  1 queue  2 its entries
-- ARGV  1 game  2 who asks  3 now  4 most games  5 most games of one player
-- Returns 1 if it is in the queue then; 0, with nothing changed, when there are too many.
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
  return 1
end
local entries = redis.call('HVALS', KEYS[2])
local asked = 0
for _, entry in ipairs(entries) do
  if string.match(entry, '^%d+ (%S*)') == ARGV[2] then
    asked = asked + 1
  end
end
if #entries >= tonumber(ARGV[4]) or asked >= tonumber(ARGV[5]) then
  return 0
end
redis.call('HSET', KEYS[2], ARGV[1], '0 ' .. ARGV[2] .. ' ')
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
return 1
