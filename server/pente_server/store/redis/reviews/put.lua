-- Keep the review of a game as long as its log.
-- KEYS  1 review  2 log
-- ARGV  1 the encoded review
local left = redis.call('PTTL', KEYS[2]) -- -1: for ever, -2: there is none
if left > 0 then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', left)
elseif left == -1 then
  redis.call('SET', KEYS[1], ARGV[1])
end
