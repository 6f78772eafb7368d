-- Keep a message to a player, once.
-- KEYS  1 messages of the player  2 account of the player
-- ARGV  1 field of the message  2 the encoded message  3 most messages  4 how long messages are kept, in ms
--       5 id of the sender  6 most messages of one sender
-- Returns the message's time in ms, as text; with nothing changed 'all' or 'one', when too many from all or from the
-- sender are unread.
-- A message is its time as text, a space and the encoded message. The field 'read' is the time up to which all were
-- read. A new message is later than all before it and than that time, even if the clock was set back.
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then
  return string.match(known, '^%d+')
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('HEXISTS', KEYS[2], 'deleted') == 1 then
  return string.format('%.0f', now)
end

local function sender_of(message)
  local is_readable, content = pcall(cmsgpack.unpack, string.sub(message, string.find(message, ' ', 1, true) + 1))
  return is_readable and type(content) == 'table' and content[1]
end

local fields = redis.call('HGETALL', KEYS[1])
local read = tonumber(redis.call('HGET', KEYS[1], 'read') or '0') or 0
local kept, stale, latest, unread, from_one = {}, {}, read, 0, 0
for index = 1, #fields, 2 do
  if string.sub(fields[index], 1, 5) == 'sent:' then
    local at = tonumber(string.match(fields[index + 1], '^%d+') or '0')
    if now - at >= tonumber(ARGV[4]) then
      stale[#stale + 1] = fields[index]
    else
      kept[#kept + 1] = {at, fields[index]}
      latest = math.max(latest, at)
      if at > read then
        unread = unread + 1
        if sender_of(fields[index + 1]) == ARGV[5] then
          from_one = from_one + 1
        end
      end
    end
  end
end
local most = tonumber(ARGV[3])
if unread >= most then
  return 'all'
end
if from_one >= tonumber(ARGV[6]) then
  return 'one'
end

table.sort(kept, function(one, other) return one[1] < other[1] end)
for index = 1, #kept - most + 1 do
  stale[#stale + 1] = kept[index][2]
end
if #stale > 0 then
  redis.call('HDEL', KEYS[1], unpack(stale))
end
local at = string.format('%.0f', math.max(now, latest + 1))
redis.call('HSET', KEYS[1], ARGV[1], at .. ' ' .. ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return at
