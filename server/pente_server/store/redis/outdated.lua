-- Find rooms of one partition whose lists are not those of their summaries, and forget what rooms that are over have left
-- behind.
-- KEYS  1 live  2 listed  3 activity
-- ARGV  1 the cursor  2 about how many rooms to look at  3 the version of the lists
--       4 the beginning of the lists' keys
-- Returns the next cursor ('0': the end) and pairs of a room id and its summary.
local found = {}
local scan = redis.pcall('HSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
if scan.err then -- damaged: that is for `pente admin check`
  return {'0', found}
end
for i = 1, #scan[2], 2 do
  local room, summary = scan[2][i], scan[2][i + 1]
  local record = redis.pcall('HGET', KEYS[2], room)
  if type(record) ~= 'string' or string.sub(record, 1, 40) ~= redis.sha1hex(ARGV[3] .. summary) then
    found[#found + 1] = room
    found[#found + 1] = summary
  end
end
if scan[1] == '0' then
  -- Once, at the end. These are at most as many as there are rooms in the partition, and need no more than a look.
  for _, key in ipairs({KEYS[2], KEYS[3]}) do
    for _, room in ipairs(redis.pcall('HKEYS', key)) do
      if redis.call('HEXISTS', KEYS[1], room) == 0 then
        unlist(room, KEYS[2], ARGV[4])
        redis.pcall('HDEL', KEYS[3], room)
      end
    end
  end
end
return {scan[1], found}
