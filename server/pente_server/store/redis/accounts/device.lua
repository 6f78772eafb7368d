-- Change the devices of an account, atomically.
-- KEYS  1 account
-- ARGV  1 'add', 'use' or 'revoke'  2 field of the device  3 the encoded device  4 most devices
--       5 '1' if an added device takes the place of all others
-- Returns a value of `DeviceChange`. An account has a name; what is left of others has not.
local account, field = KEYS[1], ARGV[2]
if redis.call('HEXISTS', account, 'name') == 0 then
  return 'no-account'
end
local is_there = redis.call('HEXISTS', account, field) == 1
local others = {}
for _, name in ipairs(redis.call('HKEYS', account)) do
  if string.sub(name, 1, 7) == 'device:' and name ~= field then
    others[#others + 1] = name
  end
end

if ARGV[1] == 'add' then
  local replaces_all = ARGV[5] == '1'
  if not is_there and not replaces_all and #others >= tonumber(ARGV[4]) then
    return 'full'
  end
  if not is_there then
    redis.call('HSET', account, field, ARGV[3])
  end
  if replaces_all and #others > 0 then
    redis.call('HDEL', account, unpack(others))
  end
  return 'done'
end
if not is_there then
  return 'unknown'
end
if ARGV[1] == 'use' then
  redis.call('HSET', account, field, ARGV[3])
elseif #others == 0 then
  return 'last'
else
  redis.call('HDEL', account, field)
end
return 'done'
