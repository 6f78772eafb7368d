-- Note up to which time a player has read their messages; never less than before, nor more than there are.
-- KEYS  1 messages of the player
-- ARGV  1 the time in ms
local latest = 0
local fields = redis.call('HGETALL', KEYS[1])
for index = 1, #fields, 2 do
  if string.sub(fields[index], 1, 5) == 'sent:' then
    latest = math.max(latest, tonumber(string.match(fields[index + 1], '^%d+') or '0'))
  end
end
local before = tonumber(redis.call('HGET', KEYS[1], 'read') or '0') or 0
local until_ = math.min(tonumber(ARGV[1]), latest)
if until_ > before then
  redis.call('HSET', KEYS[1], 'read', string.format('%.0f', until_))
end
