-- Change a field of an account, atomically, if there is one.
-- KEYS  1 account
-- ARGV  1 field  2 its value; '': without the field
-- Returns 1; 0, with nothing changed, when there is no account, or it is deleted.
if redis.call('HEXISTS', KEYS[1], 'name') == 0 then
  return 0
end
if ARGV[2] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
return 1
