-- Read what has changed on a node's presence page since an edition.
-- KEYS  1 editions  2 the page  3 its changes
-- ARGV  1 node  2 the edition; 0: everything  3 for how many editions changes are kept
-- Returns the page's edition, 1 if the fields are all that there are (else 0), and pairs of a field and its value, '' for
-- one that was removed.
local edition = tonumber(redis.call('HGET', KEYS[1], ARGV[1])) or 0
local begun = tonumber(redis.call('ZSCORE', KEYS[3], ''))
local since = tonumber(ARGV[2])
if not begun or since < begun or edition - since > tonumber(ARGV[3]) then
  return {edition, 1, redis.call('HGETALL', KEYS[2])}
end
local changed = {}
for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '(' .. string.format('%.0f', since), '+inf')) do
  changed[#changed + 1] = name
  changed[#changed + 1] = redis.call('HGET', KEYS[2], name) or ''
end
return {edition, 0, changed}
