-- Write one commit to a room, atomically and at most once per command id.
-- KEYS  1 log  2 commands  3 live  4 deadlines  5 finished  6 passing  7 unfiled  8 sequels
--       9 activity  10 listed  11 the beginning of the keys of the lists of rooms  12 turns  13 mark
-- ARGV  1 expected version (-1: only tell whether the command id is known)  2 command id  3 room id
--       4 deadline, or ''  5 summary, or ''
--       6 '1' when the room is over; with a summary it stays in lists  7 milliseconds to keep its log, or ''
--       8 the room that the events name as the sequel, or ''
--       9 the node's id  10 '1' if listeners can be counted
--       11 channel of the room  12 channel of the lobby  13 channel of the node itself
--       14 digest of the command, 32 bits (0: none)
--       15 the expected version and its mark, or '': any  16 the mark after the commit, or '': not known
--       17 activity, or ''  18 the record of the lists that the summary leads to, or ''
--       19 the turn that its player may have to be notified of, or ''  20.. events
-- Returns 0 committed, 1 duplicate or 2 conflict, and the room's version (1: the one the command led to, and the digest
-- of the command that did).
-- The score of a command id is the version it led to, less its digest as a fraction: 20 and 32 bits fit into a double.
-- The command id is checked before the version: a resent commit is a duplicate, not a conflict with itself.
local before = redis.call('ZSCORE', KEYS[2], ARGV[2])
if before then
  -- Write something, and nothing new: WAITAOF after this waits for the writes of its own connection only, and the
  -- first attempt may have come over another one.
  redis.call('ZINCRBY', KEYS[2], 1, ARGV[2])
  redis.call('ZINCRBY', KEYS[2], -1, ARGV[2])
  before = tonumber(before)
  return {1, math.ceil(before), (math.ceil(before) - before) * 4294967296}
end
local version = redis.call('LLEN', KEYS[1])
if version ~= tonumber(ARGV[1]) then
  return {2, version}
end
-- MGET, as GET fails on a key of another type: such a mark is none. A version below that of the log is from a program
-- that has appended without marks since. The node compares the log then, and stores the right mark.
if ARGV[15] ~= '' and redis.call('MGET', KEYS[13])[1] ~= ARGV[15] then
  return {2, version}
end

local events = {unpack(ARGV, 20)}
version = redis.call('RPUSH', KEYS[1], unpack(events))
redis.call('ZADD', KEYS[2], string.format('%.17g', version - ARGV[14] / 4294967296), ARGV[2])
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -257) -- keeps the 256 with the highest versions
if ARGV[16] == '' then
  redis.call('DEL', KEYS[13])
else
  redis.call('SET', KEYS[13], version .. ' ' .. ARGV[16], 'KEEPTTL')
end

-- pcall for the indexes: a damaged one, which all rooms of the partition share, must not stop their games. The log is
-- what counts; `pente admin check` rebuilds the indexes from it.
local index = redis.pcall
if ARGV[8] ~= '' then
  index('HSET', KEYS[8], ARGV[8], ARGV[3])
end
if ARGV[19] ~= '' then
  index('HSET', KEYS[12], ARGV[3], ARGV[19])
end
if ARGV[4] == '' then
  index('ZREM', KEYS[4], ARGV[3])
else
  index('ZADD', KEYS[4], ARGV[4], ARGV[3])
end
local is_listed_anew = ARGV[5] ~= ''
if is_listed_anew then
  index('HSET', KEYS[3], ARGV[3], ARGV[5])
end
if ARGV[18] ~= '' then
  list(ARGV[3], ARGV[18], KEYS[10], KEYS[11])
end
if ARGV[17] ~= '' then
  index('HSET', KEYS[9], ARGV[3], version .. ' ' .. ARGV[17])
end
if ARGV[6] == '1' then
  -- NX throughout: commits after the end, such as chat, move neither the end nor the expiry.
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local ended
  if not is_listed_anew then
    index('HDEL', KEYS[3], ARGV[3])
    index('HDEL', KEYS[9], ARGV[3])
    unlist(ARGV[3], KEYS[10], KEYS[11])
  end
  if ARGV[7] == '' then
    ended = index('ZADD', KEYS[5], 'NX', now, ARGV[3])
    if ended == 1 then
      index('ZADD', KEYS[7], now, ARGV[3])
    end
  else
    -- Redis expires the logs by itself; their rooms are removed from the sorted set here, now and then.
    index('ZREMRANGEBYSCORE', KEYS[6], '-inf', now - ARGV[7])
    ended = index('ZADD', KEYS[6], 'NX', now, ARGV[3])
    redis.call('PEXPIRE', KEYS[1], ARGV[7], 'NX')
    redis.call('PEXPIRE', KEYS[2], ARGV[7], 'NX')
    redis.call('PEXPIRE', KEYS[13], ARGV[7], 'NX')
  end
  is_listed_anew = ended ~= 0 -- also when the index is damaged
end

-- Publish only if another node listens. A node subscribes with one connection, and together with a channel that others
-- share to one of its own: one for each room, and one for everything that all nodes share. So equal counts mean that this
-- node is the only listener, or that there is none. This saves a lone node some 20 microseconds per commit. Publish anyway
-- where counting is forbidden (pcall returns an error) or incomplete: a cluster node counts only the subscribers connected
-- to itself.
local function publish(channel, own, message)
  local listeners = ARGV[10] == '1' and redis.pcall('PUBSUB', 'NUMSUB', channel, own)
  if not listeners or listeners.err or listeners[2] ~= listeners[4] then
    redis.call('PUBLISH', channel, cmsgpack.pack(message))
  end
end

-- Every node shows the lobby, so its news are few: a move changes no summary. Only the nodes that have the room open
-- subscribe to its channel.
if is_listed_anew then
  publish(ARGV[12], ARGV[13], {ARGV[9], ARGV[3], version, ARGV[5]})
end
publish(ARGV[11], ARGV[11] .. ':' .. ARGV[9], {ARGV[9] .. ':' .. ARGV[16], ARGV[3], tonumber(ARGV[1]) + 1, events})
return {0, version}
