-- Redeem the code of an offer to add a device, atomically: for one device only, and after few wrong codes for none.
-- KEYS  1 offer
-- ARGV  1 digest of the code  2 id of the device  3 how many wrong codes end the offer
-- Returns the player and whether the device takes the place of all others ('1'); nil for a wrong code.
local player, replaces_all, digest, device = unpack(redis.call('HMGET', KEYS[1], 'player', 'all', 'digest', 'device'))
if not player then
  return nil
end
if digest ~= ARGV[1] then
  if redis.call('HINCRBY', KEYS[1], 'wrong', 1) >= tonumber(ARGV[3]) then
    redis.call('DEL', KEYS[1])
  end
  return nil
end
if device and device ~= ARGV[2] then
  return nil
end
redis.call('HSET', KEYS[1], 'device', ARGV[2])
return {player, replaces_all}
