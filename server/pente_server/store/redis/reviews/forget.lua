-- Forget that a player has asked for games of the queue.
-- KEYS  1 entries of the queue
-- ARGV  1 player
local entries = redis.call('HGETALL', KEYS[1])
for place = 1, #entries, 2 do
  local tries, asker, rest = string.match(entries[place + 1], '^(%d+) ([^/ ]*)(.*)$')
  if asker == ARGV[1] then
    redis.call('HSET', KEYS[1], entries[place], tries .. ' ' .. rest)
  end
end
