/**
 * The part of the script in Redis that stores tokens that the library renews, and sessions that began at a provider.
 *
 * @module
 */

/** Functions in Lua 5.1, which use those of `script.ts`. */
export const PROVIDER_ROWS: string = `
methods.getProviderSession = function(id) return find('providerSession', id) end
methods.listProviderTokensByUserId = function(id) return list('providerToken', 'providerTokens', id) end

-- Without a record, the stored version is the text of null.
function methods.setProviderTokens(id, version, ...)
  if (call('HGET', 'providerToken', id, 'version') or 'jnull') ~= version then return 0 end
  remove('providerToken', 'providerTokens', id)
  write('providerToken', id, {...})
  call('SADD', 'providerTokens', owner_of('providerToken', id), id)
  redis.call('ZADD', KEYS[1] .. 'providerTokens', 0, id)
  return 1
end

function methods.deleteProviderTokens(id)
  remove('providerToken', 'providerTokens', id)
  redis.call('ZREM', KEYS[1] .. 'providerTokens', id)
end

-- In the order of the bytes of their ids.
function methods.listProviderTokens(after, limit)
  local set, records = KEYS[1] .. 'providerTokens', {}
  local from = after == 'jnull' and '-' or '(' .. content(after)
  for _, id in ipairs(redis.call('ZRANGEBYLEX', set, from, '+', 'LIMIT', 0, limit)) do
    records[#records + 1] = find('providerToken', id)
  end
  return records
end

-- One text for two values. With the length, so that two other values are another text.
local function pair(first, second)
  first, second = content(first), content(second)
  return #first .. ':' .. first .. second
end

-- The sets that list a provider session: those of the user, of the account, of the user and of the session at the provider.
local function sets_of(session)
  local provider = value_in(session, 'provider')
  local sets = {
    { 'providerSessions', content(value_in(session, 'userId')) },
    { 'providerSessionsOfAccount', pair(provider, value_in(session, 'providerAccountId')) },
  }
  for _, it in ipairs({ { 'sub', 'providerSessionsOfSub' }, { 'sid', 'providerSessionsOfSid' } }) do
    local value = value_in(session, it[1])
    if value and value ~= 'jnull' then sets[#sets + 1] = { it[2], pair(provider, value) } end
  end
  return sets
end

-- The sets are in 'ending', because Redis removes the record by itself when it has ended.
local function ending_of(id, session)
  return cjson.encode({ 'providerSession', id, '', sets_of(session) })
end

function methods.deleteProviderSession(id)
  local session = find('providerSession', id)
  if not session then return end
  for _, set in ipairs(sets_of(session)) do call('SREM', set[1], set[2], id) end
  redis.call('ZREM', KEYS[1] .. 'ending', ending_of(id, session))
  call('DEL', 'providerSession', id)
end

function methods.setProviderSession(id, expires, ...)
  methods.deleteProviderSession(id)
  local session = {...}
  write('providerSession', id, session)
  for _, set in ipairs(sets_of(session)) do call('SADD', set[1], set[2], id) end
  redis.call('ZADD', KEYS[1] .. 'ending', expires, ending_of(id, session))
  call('PEXPIREAT', 'providerSession', id, expires)
end

-- Without a limit, which is 0 then, all of them.
function methods.listProviderSessions(set, provider, id, after, limit)
  local ids = call('SMEMBERS', set, provider == 'jnull' and content(id) or pair(provider, id))
  local records = {}
  table.sort(ids)
  for _, it in ipairs(ids) do
    -- A session may have ended since.
    if after == 'jnull' or it > content(after) then records[#records + 1] = find('providerSession', it) end
    if #records == tonumber(limit) and #records > 0 then break end
  end
  return records
end

local function remove_rows_of_account(id, provider, account)
  methods.deleteProviderTokens(id)
  for _, session in ipairs(call('SMEMBERS', 'providerSessionsOfAccount', pair(provider, account))) do
    methods.deleteProviderSession(session)
  end
end

local function remove_provider_rows(user)
  for _, id in ipairs(call('SMEMBERS', 'providerTokens', user)) do methods.deleteProviderTokens(id) end
  for _, id in ipairs(call('SMEMBERS', 'providerSessions', user)) do methods.deleteProviderSession(id) end
end
`;
