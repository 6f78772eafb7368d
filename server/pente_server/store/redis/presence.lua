-- Renew and update a node's presence page, and list the pages of all nodes.
-- KEYS  1 renewals  2 editions  3 the page  4 its changes
-- ARGV  1 node  2 how long a page is kept, in ms  3 for how many editions its changes are  4.. pairs of a field and its new value, '' to remove the field
-- Returns 1 when this node had no page (else 0), and the editions of all pages, this node's included.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, node in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. string.format('%.0f', now - ARGV[2]))) do
  redis.call('ZREM', KEYS[1], node)
  redis.call('HDEL', KEYS[2], node)
end

local is_new = not redis.call('ZSCORE', KEYS[1], ARGV[1])
if is_new then
  redis.call('DEL', KEYS[3], KEYS[4])
end
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
if is_new or #ARGV > 3 then
  -- At least the time in ms, so that a node whose page expired never reuses an edition that others remember.
  local edition = math.max(now, (tonumber(redis.call('HGET', KEYS[2], ARGV[1])) or 0) + 1)
  local shown = string.format('%.0f', edition)
  redis.call('HSET', KEYS[2], ARGV[1], shown)
  for number = 4, #ARGV, 2 do
    if ARGV[number + 1] == '' then
      redis.call('HDEL', KEYS[3], ARGV[number])
    else
      redis.call('HSET', KEYS[3], ARGV[number], ARGV[number + 1])
    end
    redis.call('ZADD', KEYS[4], shown, ARGV[number])
  end
  local begun = is_new and shown or redis.call('ZSCORE', KEYS[4], '') or shown
  redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', '(' .. string.format('%.0f', edition - ARGV[3]))
  redis.call('ZADD', KEYS[4], begun, '')
end
-- The loop above drops only the renewal and the edition of an expired page; the page itself goes by this.
redis.call('PEXPIRE', KEYS[3], 2 * ARGV[2])
redis.call('PEXPIRE', KEYS[4], 2 * ARGV[2])
return {is_new and 1 or 0, redis.call('HGETALL', KEYS[2])}
