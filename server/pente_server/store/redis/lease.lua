-- Take, renew or release the lease of the house.
-- KEYS  1 lease
-- ARGV  1 node  2 how long it is kept, in ms; 0 to release it
-- Returns 1 if the lease is or was this node's, 0 while another node has it.
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then
  return 0
end
if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return 1
