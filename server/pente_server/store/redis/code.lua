-- Give a room a join code, atomically, or keep the one that it has for longer.
-- KEYS  1 code of the room  2 room of the code
-- ARGV  1 room  2 code  3 how long they are kept, in ms
-- Returns the code that the room has: if it is another one, nothing was changed, as its key is not among these. An
-- empty string if another room has the code.
local own = redis.call('GET', KEYS[1])
if own and own ~= ARGV[2] then
  return own
end
local holder = redis.call('GET', KEYS[2])
if holder and holder ~= ARGV[1] then
  return ''
end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
return ARGV[2]
