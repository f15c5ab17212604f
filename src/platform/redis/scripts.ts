/**
 * Lua scripts are atomic: nothing changes what a script reads before it writes. Each script does what the
 * functions `count_calls` and `take_units` and the window of src/domain/events/event/rate-window.ts do in
 * PostgreSQL, and the same tests run on both. Times are milliseconds of the service's clock.
 */
export type ScriptName = keyof typeof SCRIPTS;

/**
 * KEYS[1]: the calls of a user and method, a sorted set with the time of each call as its score.
 * ARGV: now, whether to count the call, the limits of a minute, an hour and a day.
 * Returns whether the call passed, then for each window how many calls it contains and when it has room.
 */
const COUNT_CALL = `
local key, now, take = KEYS[1], tonumber(ARGV[1]), ARGV[2] == '1'
local spans = {60000, 3600000, 86400000}
local last = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')
-- Replicas' clocks differ a little: time only moves on. One that was set back forgets its future.
if last[2] and tonumber(last[2]) > now + 60000 then
  redis.call('ZREMRANGEBYSCORE', key, '(' .. now, '+inf')
  last = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')
end
if last[2] and tonumber(last[2]) > now then now = tonumber(last[2]) end
local passed, used, free = 1, {}, {}
for i = 1, 3 do
  local limit, span = tonumber(ARGV[2 + i]), spans[i]
  used[i] = redis.call('ZCOUNT', key, '(' .. (now - span), '+inf')
  local at
  if used[i] >= limit then
    passed = 0
    -- There is room when the limit-th last call leaves the window. With a limit of 0 there never is.
    at = limit > 0 and redis.call('ZRANGE', key, -limit, -limit, 'WITHSCORES')[2]
  else
    at = redis.call('ZRANGEBYSCORE', key, '(' .. (now - span), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2]
  end
  free[i] = (at and tonumber(at) or now) + span
end
if passed == 1 and take then
  local number = last[1] and tonumber(last[1]) + 1 or 1
  redis.call('ZADD', key, now, string.format('%016d', number))
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - 86400000)
  redis.call('PEXPIRE', key, 2 * 86400000)
  for i = 1, 3 do used[i] = used[i] + 1 end
end
local answer = {passed, used[1], used[2], used[3]}
for i = 1, 3 do answer[4 + i] = string.format('%.0f', free[i]) end
return answer`;

/**
 * KEYS[1]: the hour of a bucket and its used units. ARGV: the hour, the units, the limit.
 * Returns whether the units were taken, how many are used now, and when the hour began.
 */
const TAKE_UNITS = `
local key, hour, units, limit = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local stored = redis.call('HMGET', key, 'hour', 'used')
local began, used = tonumber(stored[1]), tonumber(stored[2])
-- A replica whose clock is behind goes on in the newer hour; an hour far ahead is of a clock since set back.
if not began or began < hour or began > hour + 3600000 then began, used = hour, 0 end
local passed = 0
if used + units <= limit then
  passed, used = 1, used + units
  redis.call('HSET', key, 'hour', string.format('%.0f', began), 'used', string.format('%.0f', used))
  redis.call('PEXPIRE', key, 2 * 86400000)
end
return {passed, string.format('%.0f', used), string.format('%.0f', began)}`;

/** KEYS[1]: as for takeUnits. ARGV: the hour, the units to refund. */
const REFUND_UNITS = `
local stored = redis.call('HMGET', KEYS[1], 'hour', 'used')
if tonumber(stored[1]) == tonumber(ARGV[1]) then
  redis.call('HSET', KEYS[1], 'used', string.format('%.0f', math.max(tonumber(stored[2]) - tonumber(ARGV[2]), 0)))
end
return 0`;

/**
 * KEYS[1]: the prefix of the keys of the advertisers' windows. ARGV: for each array, in the order of
 * arrival, the advertiser, its limit, the time, and the number of its events. Returns for each array
 * whether it was admitted.
 */
const RESOLVE_DOCUMENT = `
local windows, answers = {}, {}
for i = 1, #ARGV, 4 do
  local id, limit, now, events = ARGV[i], tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2]), tonumber(ARGV[i + 3])
  local window = windows[id]
  if not window then
    local stored = redis.call('GET', KEYS[1] .. id)
    window = stored and cmsgpack.unpack(stored) or {at = {}, count = {}}
    window.first, window.used = 1, 0
    for n = 1, #window.count do window.used = window.used + window.count[n] end
    windows[id] = window
  end
  local at, count = window.at, window.count
  -- Arrivals of several processes can be slightly out of order. A clock that was set back resets the window.
  if (at[#at] or 0) > now + 1000 then
    at, count = {}, {}
    window.at, window.count, window.first, window.used = at, count, 1, 0
  end
  local time = math.max(now, at[#at] or 0)
  while window.first <= #at and at[window.first] <= time - 1000 do
    window.used = window.used - count[window.first]
    window.first = window.first + 1
  end
  local admitted = window.used + events <= limit
  if admitted then
    window.used = window.used + events
    if window.first <= #at and time - at[#at] < 10 then
      count[#count] = count[#count] + events
    else
      at[#at + 1], count[#count + 1] = time, events
    end
  end
  answers[#answers + 1] = admitted and 1 or 0
end
for id, window in pairs(windows) do
  local at, count = {}, {}
  for n = window.first, #window.at do at[#at + 1], count[#count + 1] = window.at[n], window.count[n] end
  redis.call('SET', KEYS[1] .. id, cmsgpack.pack({at = at, count = count}), 'PX', 60000)
end
return answers`;

/**
 * KEYS[1]: as above. ARGV: the time, then advertisers. Returns how many events each had within the last
 * second.
 */
const EVENT_RATES = `
local answers = {}
for i = 2, #ARGV do
  local stored = redis.call('GET', KEYS[1] .. ARGV[i])
  local window, used = stored and cmsgpack.unpack(stored) or {at = {}, count = {}}, 0
  for n = 1, #window.at do
    if window.at[n] > tonumber(ARGV[1]) - 1000 then used = used + window.count[n] end
  end
  answers[#answers + 1] = used
end
return answers`;

export const SCRIPTS = {
  countCall: COUNT_CALL,
  takeUnits: TAKE_UNITS,
  refundUnits: REFUND_UNITS,
  admit: RESOLVE_DOCUMENT,
  eventRates: EVENT_RATES,
} as const;
