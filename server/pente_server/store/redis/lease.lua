-- Take, renew or release the lease of the house.
-- KEYS  1 lease
-- ARGV  1 node  2 how long it is kept, in ms; 0 to release it
-- Returns a value of `Hold`: whose the lease is, or was before its release.
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then
  return 'elsewhere'
end
if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return holder and 'renewed' or 'taken'
