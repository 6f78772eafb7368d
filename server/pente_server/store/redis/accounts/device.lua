-- Change the devices of an account, atomically.
-- KEYS  1 account
-- ARGV  1 'add', 'use', 'allow' or 'revoke'  2 field of the device  3 the encoded device  4 most devices
--       5 '1' if an added device takes the place of all others
--       6 field of the device that asks for the change, which has to manage the account; '': no device does
-- Returns a value of `DeviceChange`. An account has a name; what is left of others has not.
local account, field = KEYS[1], ARGV[2]
if redis.call('HEXISTS', account, 'name') == 0 then
  return 'no-account'
end
-- An encoded device ends with its right, as a string of msgpack: 0xa7 is one of seven bytes.
local function manages(device)
  return string.sub(device, -8) == '\167account'
end

local function is_forbidden()
  local asks = ARGV[6] ~= '' and (redis.call('HGET', account, ARGV[6]) or '')
  return asks and not manages(asks)
end

local there = redis.call('HGET', account, field)
local others, is_managed = {}, false
local fields = redis.call('HGETALL', account)
for at = 1, #fields, 2 do
  if string.sub(fields[at], 1, 7) == 'device:' and fields[at] ~= field then
    others[#others + 1] = fields[at]
    is_managed = is_managed or manages(fields[at + 1])
  end
end

if ARGV[1] == 'add' then
  if is_forbidden() then
    return 'forbidden'
  end
  local replaces_all = ARGV[5] == '1'
  if not there and not replaces_all and #others >= tonumber(ARGV[4]) then
    return 'full'
  end
  if not there or replaces_all then
    redis.call('HSET', account, field, ARGV[3])
  end
  if replaces_all and #others > 0 then
    redis.call('HDEL', account, unpack(others))
  end
  return 'done'
end
if not there then
  return 'unknown'
end
if is_forbidden() then
  return 'forbidden'
end
if ARGV[1] == 'use' then
  if manages(there) == manages(ARGV[3]) then -- else its right has changed meanwhile
    redis.call('HSET', account, field, ARGV[3])
  end
elseif not is_managed and not (ARGV[1] == 'allow' and manages(ARGV[3])) then
  return 'last'
elseif ARGV[1] == 'allow' then
  redis.call('HSET', account, field, ARGV[3])
else
  redis.call('HDEL', account, field)
end
return 'done'
