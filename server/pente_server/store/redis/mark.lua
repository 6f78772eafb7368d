-- Store the mark of a log, if the log is still as it was when the mark was computed from it.
-- KEYS  1 log  2 mark
-- ARGV  1 the version  2 the mark  3 the last event
if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) or redis.call('LINDEX', KEYS[1], -1) ~= ARGV[3] then
  return
end
redis.call('SET', KEYS[2], ARGV[1] .. ' ' .. ARGV[2])
local left = redis.call('PTTL', KEYS[1])
if left >= 0 then
  redis.call('PEXPIRE', KEYS[2], left)
end
