-- Add a game to the queue of those that wait for a review, unless it is there.
-- KEYS  1 queue  2 its entries
-- ARGV  1 game  2 who asks  3 from which origin, or ''  4 now  5 most games  6 most of one player  7 most of one origin
-- Returns 1 if it is in the queue then; 0, with nothing changed, when there are too many.
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
  return 1
end
local entries = redis.call('HVALS', KEYS[2])
local asked, near = 0, 0
for _, entry in ipairs(entries) do
  local asker, origin = string.match(entry, '^%d+ ([^/ ]*)/?(%S*)')
  if asker == ARGV[2] then
    asked = asked + 1
  end
  if origin == ARGV[3] and origin ~= '' then
    near = near + 1
  end
end
if #entries >= tonumber(ARGV[5]) or asked >= tonumber(ARGV[6]) or near >= tonumber(ARGV[7]) then
  return 0
end
redis.call('HSET', KEYS[2], ARGV[1], '0 ' .. ARGV[2] .. '/' .. ARGV[3] .. ' ')
redis.call('ZADD', KEYS[1], ARGV[4], ARGV[1])
return 1
