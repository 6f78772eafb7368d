-- The lists of rooms: functions that other scripts begin with. `room_list_store.py` explains the records.
-- pcall throughout: a damaged list, which all rooms of the partition share, must not stop their games. The log is what
-- counts; `pente admin check` rebuilds the lists from it.

-- Take a room off all lists. ``listed`` is the key of the records, ``lists`` the beginning of the lists' keys.
local function unlist(room, listed, lists)
  local record = redis.pcall('HGET', listed, room)
  if type(record) ~= 'string' then
    return
  end
  local is_readable, content = pcall(cmsgpack.unpack, string.sub(record, 41))
  if is_readable and type(content) == 'table' and type(content[2]) == 'table' then
    for _, name in ipairs(content[2]) do
      redis.pcall('ZREM', lists .. name, content[1])
    end
  end
  redis.pcall('HDEL', listed, room)
end

-- Put a room on the lists of a record, in place of those before.
local function list(room, record, listed, lists)
  unlist(room, listed, lists)
  local content = cmsgpack.unpack(string.sub(record, 41))
  for _, name in ipairs(content[2]) do
    redis.pcall('ZADD', lists .. name, 0, content[1])
  end
  redis.pcall('HSET', listed, room, record)
end
