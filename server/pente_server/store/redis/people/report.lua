-- Keep a report to the host, once.
-- KEYS  1 open reports  2 their commands
-- ARGV  1 command  2 the encoded report  3 most open reports
-- Returns its number; nil, with nothing changed, when there are too many.
local known = redis.call('HGET', KEYS[2], ARGV[1])
if known then
  return tonumber(known)
end
if redis.call('HLEN', KEYS[1]) > tonumber(ARGV[3]) then -- one field is the last number
  return false
end
local number = redis.call('HINCRBY', KEYS[1], 'last', 1)
redis.call('HSET', KEYS[1], number, ARGV[2])
redis.call('HSET', KEYS[2], ARGV[1], number)
return number
