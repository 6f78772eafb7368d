-- Take a player off the list of vacations, atomically, unless the last vacation ends at another moment by now.
-- KEYS  1 list of vacations
-- ARGV  1 player id  2 end of the last vacation, in ms
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if score and tonumber(score) == tonumber(ARGV[2]) then
  redis.call('ZREM', KEYS[1], ARGV[1])
end
return 1
