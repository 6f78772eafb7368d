-- Record a node's heartbeat and detect outages; `outage_detector.py` explains the method, and `log_formats.py` what is
-- said about formats. Change them together.
-- KEYS  1 beats  2 outages  3 the store's id  4 formats
-- ARGV  1 node  2 the longest gap between its beats that is not a break, in ms  3 how long a beat is valid, in ms
--       4 '1' if listeners of a channel can be counted  5 the id of the store that the node works with, or '': any
--       6 a new id, for a store that has none  7 the time of the node's previous beat in ms, or ''
--       8 the oldest and 9 the newest log format of the node
--       10 how long a silent node may come back, in ms, and 11 how long one that is not connected
-- Returns the store's clock in ms, 1 if the node may serve (0: not yet), the outages still to be credited, the store's
-- id, when it was adopted ('': never), 1 if it has run since the node's previous beat and still has it (else 0), and
-- the common log format. If the node does not know that, nothing is recorded.
-- Nothing is written to a store with another id: its own nodes would take this one for one of theirs.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local id = redis.call('HGET', KEYS[3], 'id')
if not id and ARGV[5] == '' then
  id = ARGV[6]
  redis.call('HSET', KEYS[3], 'id', id, 'drawn', string.format('%.0f', now))
end
if ARGV[5] ~= '' and ARGV[5] ~= id then
  return {now, 0, {}, id or '', redis.call('HGET', KEYS[3], 'adopted') or '', 0, 0}
end

-- A run id other than at the previous beat means that the store itself restarted: a break, however short the gap.
-- INFO may be forbidden by an ACL, hence pcall; then the id is '' at every beat.
local info = redis.pcall('INFO', 'server')
local run = type(info) == 'string' and string.match(info, 'run_id:(%w+)') or ''

local nodes, latest = {}, nil
local kept = redis.call('HGETALL', KEYS[1])
for i = 1, #kept, 2 do
  local since, last, doubt, of = string.match(kept[i + 1], '^(%d+) (%d+) (%d*) ?(%w*)$')
  if since then -- else the field is damaged
    local node = {since = tonumber(since), last = tonumber(last), doubt = tonumber(doubt), run = of}
    nodes[kept[i]] = node
    latest = math.max(latest or 0, node.doubt or node.last)
  end
end

-- Every node subscribes to a channel with its own name while it is connected, so a node without listeners is gone.
-- Where listeners can't be counted, assume that it may still be there.
local function is_there(name)
  if ARGV[4] ~= '1' then
    return true
  end
  local listeners = redis.pcall('PUBSUB', 'NUMSUB', name)
  return listeners.err or listeners[2] > 0
end

-- Nobody is connected right after a restart of the store, so that says nothing about a node that has beaten before it.
local function may_come_back(name, node)
  local silent = now - node.last
  local is_reconnecting = node.run ~= run or silent <= tonumber(ARGV[11])
  return silent <= tonumber(ARGV[10]) and (is_reconnecting or is_there(name))
end

local held = tonumber(redis.call('HGET', KEYS[3], 'format')) or 0
local common = tonumber(ARGV[9])
for name, node in pairs(nodes) do
  local newest = name ~= ARGV[1] and tonumber(redis.call('HGET', KEYS[4], name) or '')
  if newest and newest < common and may_come_back(name, node) then
    common = newest
  end
end
common = math.max(common, held)
if common < tonumber(ARGV[8]) or common > tonumber(ARGV[9]) then
  return {now, 0, {}, id, '', 1, common}
end
if common > held then
  redis.call('HSET', KEYS[3], 'format', common)
end
redis.call('HSET', KEYS[4], ARGV[1], ARGV[9])

local me = nodes[ARGV[1]]
local is_continuous = ARGV[7] == '' or (me and me.last >= tonumber(ARGV[7]) and me.run == run)
if not me or now - me.last > tonumber(ARGV[2]) or me.run ~= run then
  me = {since = now, doubt = latest}
end
me.last = now

-- Whether an outage that another node recorded covers this span.
local function is_known(from, to)
  for _, line in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
    local start, stop = string.match(line, '^(%d+) (%d+)$')
    if tonumber(start) <= from and tonumber(stop) >= to then
      return true
    end
  end
  return false
end

if me.doubt then
  local may_have_served, has_served = false, false
  for name, node in pairs(nodes) do
    if name ~= ARGV[1] and node.since <= me.doubt and now - node.last <= tonumber(ARGV[3]) and is_there(name) then
      may_have_served = true
      has_served = has_served or (node.last >= me.since and not node.doubt)
    end
  end
  if not may_have_served and me.doubt < now and not is_known(me.doubt, me.since) then
    redis.call('RPUSH', KEYS[2], string.format('%.0f %.0f', me.doubt, now))
  end
  if has_served or not may_have_served then
    me.doubt = nil
  end
end

-- Forget nodes that have been gone for an hour, or the hash would grow with every restart.
for name, node in pairs(nodes) do
  if now - node.last > 3600000 then
    redis.call('HDEL', KEYS[1], name)
    redis.call('HDEL', KEYS[4], name)
  end
end
-- '%.0f' writes a whole number of any size; Lua's own conversion keeps only 14 digits.
local doubt = me.doubt and string.format('%.0f', me.doubt) or ''
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f %.0f ', me.since, me.last) .. doubt .. ' ' .. run)
return {now, me.doubt and 0 or 1, redis.call('LRANGE', KEYS[2], 0, -1), id, '', is_continuous and 1 or 0, common}
