-- Say that a node serves, and find out whether nobody did for a while.
-- KEYS  1 beat  2 outages
-- ARGV  1 the longest gap that is no outage, in ms
-- Answers the store's clock in ms, and the outages still to be forgiven.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local last = redis.call('GET', KEYS[1])
if last and now - last > tonumber(ARGV[1]) then
  redis.call('RPUSH', KEYS[2], string.format('%.0f %.0f', last, now))
end
redis.call('SET', KEYS[1], string.format('%.0f', now))
return {now, redis.call('LRANGE', KEYS[2], 0, -1)}
