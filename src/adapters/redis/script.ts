/**
 * The script that runs inside Redis. It runs alone, from its first line to its last: so each method is atomic.
 *
 * `KEYS[1]` is the prefix of all keys, `ARGV` a method and its arguments. A record is a hash, whose fields come in and go
 * out as a list of names and values. A value begins with a letter that says what it is: `s` for text, `d` for a date in
 * milliseconds since the epoch, `j` for anything else as JSON. Beside the records there are:
 *
 * - `email:<address>`: id of the user,
 * - `accounts:<user>`, `authenticators:<user>`, `sessions:<user>`: sets of what a user has,
 * - of each kind of rows that can be listed as a whole, such as `secondFactors`: the ids of all, in their order,
 * - of each kind of rows that a user can have several of, such as `providerTokens:<user>`: a set of those of a user; and a set for
 *   each value of a list, such as `providerSessionsOfSub:<user at the provider>`,
 * - `ending`: whatever ends, in the order in which it ends.
 *
 * @module
 */

import { MAILBOX_NOTE } from "../../shapes/security.ts";
import { CREDENTIALS } from "./credentials.ts";
import { KINDS } from "./kinds.ts";

/** The script, in Lua 5.1. */
export const SCRIPT: string = `
local methods = {}

local function call(name, kind, id, ...)
  return redis.call(name, KEYS[1] .. kind .. ':' .. id, ...)
end

local function exists(kind, id)
  return call('EXISTS', kind, id) == 1
end

-- A record; or nil, which Redis sends to the client as null.
local function find(kind, id)
  local record = call('HGETALL', kind, id)
  return #record > 0 and record or nil
end

local function list(kind, set, owner)
  local records = {}
  for _, id in ipairs(call('SMEMBERS', set, owner)) do
    -- A session may have ended since.
    records[#records + 1] = find(kind, id)
  end
  return records
end

local function write(kind, id, fields)
  if #fields > 0 then call('HSET', kind, id, unpack(fields)) end
end

local function value_in(fields, name)
  for i = 1, #fields, 2 do
    if fields[i] == name then return fields[i + 1] end
  end
end

local function content(value)
  return value and string.sub(value, 2)
end

local function owner_of(kind, id)
  return content(call('HGET', kind, id, 'userId'))
end

-- Stores a record that a user owns, if its id is free and the user is stored.
local function add(kind, set, id, fields)
  local owner = content(value_in(fields, 'userId'))
  if exists(kind, id) or not exists('user', owner) then return 0 end
  write(kind, id, fields)
  call('SADD', set, owner, id)
  return 1
end

local function remove(kind, set, id)
  local owner = owner_of(kind, id)
  if owner then call('SREM', set, owner, id) end
  call('DEL', kind, id)
end

-- The address in a value; nil if there is none.
local function address_in(value)
  if value and #value > 1 and string.sub(value, 1, 1) == 's' then return content(value) end
end

local function is_taken(address, id)
  local holder = address and call('GET', 'email', address)
  return holder and holder ~= id
end

local function move_address(id, address)
  local old = address_in(call('HGET', 'user', id, 'email'))
  if old and old ~= address then call('DEL', 'email', old) end
  if address then call('SET', 'email', address, id) end
end

-- Redis removes the record by itself when it has ended; 'ending' also names the owner, whose set it is then still in.
local function end_record(kind, id, expires)
  local owner = owner_of(kind, id) or ''
  redis.call('ZADD', KEYS[1] .. 'ending', expires, cjson.encode({ kind, id, owner }))
  call('PEXPIREAT', kind, id, expires)
end

local function forget_ending(kind, id)
  local owner = owner_of(kind, id) or ''
  redis.call('ZREM', KEYS[1] .. 'ending', cjson.encode({ kind, id, owner }))
end

local function remove_session(id)
  forget_ending('session', id)
  remove('session', 'sessions', id)
end

${KINDS}
local function remove_owned(id, is_takeover)
  for _, account in ipairs(call('SMEMBERS', 'accounts', id)) do call('DEL', 'account', account) end
  for _, one in ipairs(call('SMEMBERS', 'authenticators', id)) do call('DEL', 'authenticator', one) end
  for _, session in ipairs(call('SMEMBERS', 'sessions', id)) do remove_session(session) end
  for _, set in ipairs({ 'accounts', 'authenticators', 'sessions' }) do call('DEL', set, id) end
  remove_rows_of_user(id, is_takeover)
end

-- Empties an id, and leaves a generation that no token of its user has: at least the given one.
local function end_id(id, least)
  local last = tonumber(content(call('HGET', 'security', id, 'generation')) or 0)
  local generation = string.format('%.0f', math.max(last + 1, tonumber(least)))
  remove_owned(id)
  call('DEL', 'security', '${MAILBOX_NOTE}' .. id)
  write('security', id, {
    'userId', 's' .. id, 'generation', 'j' .. generation,
    'passwordHash', 'jnull', 'passwordIsProven', 'jtrue', 'passwordSetAt', 'jnull',
  })
end

local OWNED = { 'security', 'accounts', 'authenticators', 'sessions' }

local function has_rows(id)
  for _, kind in ipairs(OWNED) do
    if exists(kind, id) then return true end
  end
  return exists('security', '${MAILBOX_NOTE}' .. id) or has_rows_of_kinds(id)
end

methods.getUser = function(id) return find('user', id) end
methods.getAccount = function(id) return find('account', id) end
methods.getAuthenticator = function(id) return find('authenticator', id) end
methods.listAccountsByUserId = function(id) return list('account', 'accounts', id) end
methods.listAuthenticatorsByUserId = function(id) return list('authenticator', 'authenticators', id) end
methods.listSessionsByUserId = function(id) return list('session', 'sessions', id) end
methods.linkAccount = function(id, ...) return add('account', 'accounts', id, {...}) end
methods.createAuthenticator = function(id, ...) return add('authenticator', 'authenticators', id, {...}) end
methods.deleteSession = function(id)
  local stored = exists('session', id)
  remove_session(id)
  return stored and 1 or 0
end

function methods.createUser(id, least, ...)
  local fields = {...}
  local address = address_in(value_in(fields, 'email'))
  if exists('user', id) or is_taken(address, id) then return 0 end
  if has_rows(id) then end_id(id, least) end
  move_address(id, address)
  write('user', id, fields)
  return 1
end

function methods.getUserByEmail(address)
  local id = call('GET', 'email', address)
  return id and find('user', id)
end

function methods.getUserByAccount(id)
  local owner = owner_of('account', id)
  return owner and find('user', owner)
end

-- Whether a user has all given values, and a text in the address or the name. In the C locale, 'lower' changes ASCII only.
local function fits(user, search, by)
  for i = 1, #by, 2 do
    if (value_in(user, by[i]) or 'jnull') ~= by[i + 1] then return false end
  end
  for _, name in ipairs({ 'email', 'name' }) do
    local text = address_in(value_in(user, name))
    if string.find(string.lower(text or ''), search, 1, true) then return true end
  end
  return false
end

-- Walks the keys: there is no list of all users. It looks at a thousand or so, and says where it goes on.
function methods.listUsers(cursor, limit, search, ...)
  local start = KEYS[1] .. 'user:'
  local pattern = string.gsub(start, '[%*%?%[%]\\^\\\\]', '\\\\%0') .. '*'
  local users, looks, count = {}, 0, 0
  repeat
    looks, count = looks + count, limit - #users
    local found = redis.call('SCAN', cursor, 'MATCH', pattern, 'COUNT', count)
    cursor = found[1]
    for _, key in ipairs(found[2]) do
      local id = string.sub(key, #start + 1)
      local user = redis.call('TYPE', key).ok == 'hash' and find('user', id)
      -- Without a prefix, there may be keys of the application.
      if user and value_in(user, 'id') == 's' .. id and fits(user, search, {...}) then users[#users + 1] = user end
    end
  until cursor == '0' or #users >= tonumber(limit) or looks >= 1000
  return { cursor, users }
end

function methods.updateUser(id, ...)
  local fields = {...}
  if not exists('user', id) then return 0 end
  local email = value_in(fields, 'email')
  if is_taken(address_in(email), id) then return 0 end
  if email then move_address(id, address_in(email)) end
  write('user', id, fields)
  return find('user', id)
end

function methods.deleteUser(id, least)
  if exists('user', id) or exists('security', id) then end_id(id, least) end
  remove_owned(id)
  move_address(id, nil)
  call('DEL', 'security', '${MAILBOX_NOTE}' .. id)
  return call('DEL', 'user', id)
end

${CREDENTIALS}
function methods.updateAccount(id, ...)
  if exists('account', id) then write('account', id, {...}) end
end

function methods.createSession(id, ...)
  local fields = {...}
  if add('session', 'sessions', id, fields) == 0 then return 0 end
  end_record('session', id, content(value_in(fields, 'expires')))
  return 1
end

function methods.getSessionAndUser(id)
  local session = find('session', id)
  local user = session and find('user', content(value_in(session, 'userId')))
  return user and { session, user }
end

function methods.updateSession(id, ...)
  if not exists('session', id) then return nil end
  forget_ending('session', id)
  call('SREM', 'sessions', owner_of('session', id), id)
  write('session', id, {...})
  call('SADD', 'sessions', owner_of('session', id), id)
  local session = find('session', id)
  end_record('session', id, content(value_in(session, 'expires')))
  return session
end

function methods.prolongSession(id, before, ...)
  local expires = content(call('HGET', 'session', id, 'expires'))
  if not expires or tonumber(expires) >= tonumber(before) then return 0 end
  methods.updateSession(id, ...)
  return 1
end

function methods.createVerificationToken(id, ...)
  local fields = {...}
  if exists('token', id) then return 0 end
  write('token', id, fields)
  end_record('token', id, content(value_in(fields, 'expires')))
  return 1
end

function methods.useVerificationToken(id)
  local token = find('token', id)
  forget_ending('token', id)
  call('DEL', 'token', id)
  return token
end

function methods.updateAuthenticator(id, ...)
  if not exists('authenticator', id) then return 0 end
  write('authenticator', id, {...})
  return 1
end

function methods.updateAuthenticatorCounter(id, ...)
  return methods.updateAuthenticator(id, ...) == 1 and find('authenticator', id) or 0
end

-- Sessions that have ended by themselves are removed from the set, and not counted.
function methods.deleteSessionsByUserId(user, except)
  local ended = 0
  for _, id in ipairs(call('SMEMBERS', 'sessions', user)) do
    if id ~= except then
      if exists('session', id) then ended = ended + 1 end
      remove_session(id)
      call('SREM', 'sessions', user, id)
    end
  end
  return ended
end

function methods.removeExpired(now, batch)
  local ended = redis.call('ZRANGEBYSCORE', KEYS[1] .. 'ending', '-inf', now, 'LIMIT', 0, batch)
  for _, member in ipairs(ended) do
    local kind, id, owner, sets = unpack(cjson.decode(member))
    local ends = content(call('HGET', kind, id, 'expires'))
    -- Redis may have removed the record by itself, and another one with this id may have been stored since.
    if not ends or tonumber(ends) <= tonumber(now) then
      call('DEL', kind, id)
      if kind == 'session' then call('SREM', 'sessions', owner, id) end
      for _, set in ipairs(sets or {}) do call('SREM', set[1], set[2], id) end
      if KINDS[kind] and KINDS[kind].is_ordered then redis.call('ZREM', KEYS[1] .. KINDS[kind].list_key, id) end
    elseif KINDS[kind] then
      local own = {}
      for _, set in ipairs(sets_of(KINDS[kind], find(kind, id))) do own[set[1] .. set[2]] = true end
      for _, set in ipairs(sets or {}) do
        if not own[set[1] .. set[2]] then call('SREM', set[1], set[2], id) end
      end
    end
    redis.call('ZREM', KEYS[1] .. 'ending', member)
  end
  return #ended
end

return methods[ARGV[1]](unpack(ARGV, 2))
`;
