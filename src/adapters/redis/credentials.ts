/**
 * The part of the script in Redis that adds accounts, authenticators and sessions of a user together, and removes them; and stores
 * rows beside a change.
 *
 * @module
 */

/** Functions in Lua 5.1, which use those of `script.ts`. */
export const CREDENTIALS: string = `
local ADDED_BY = { account = 'linkAccount', authenticator = 'createAuthenticator', session = 'createSession' }

-- Records, one after the other: kind, id, number of texts, the texts. Nil if one of them is stored already.
local function records_in(given, at)
  local records = {}
  while at < #given do
    local kind, id, count = given[at], given[at + 1], tonumber(given[at + 2])
    if exists(kind, id) then return nil end
    records[#records + 1] = { kind, id, unpack(given, at + 3, at + 2 + count) }
    at = at + 3 + count
  end
  return records
end

local function add_records(records)
  for _, record in ipairs(records) do methods[ADDED_BY[record[1]]](unpack(record, 2)) end
end

-- The first fields are those of the user, the others records.
function methods.createUserWithAccount(id, least, count, ...)
  local given, user = {...}, {}
  for i = 1, count do user[i] = given[i] end
  local records = records_in(given, count + 1)
  if not records or methods.createUser(id, least, unpack(user)) == 0 then return 0 end
  add_records(records)
  return 1
end

-- 'jnull' if the user has none; nil if there is no user.
local function verification_of(id)
  return exists('user', id) and (call('HGET', 'user', id, 'emailVerified') or 'jnull') or nil
end

-- The others are records.
function methods.addCredentials(user, verification, ...)
  if verification_of(user) ~= verification then return 0 end
  local records = records_in({...}, 1)
  if not records then return -1 end
  add_records(records)
  return 1
end

-- 'kept' is an account, or 'email'. The name of an account is JSON, so that it is another text.
function methods.removeAccount(user, account, authenticator, kept, ...)
  local is_kept = owner_of('account', kept) == user
  if kept == 'email' then
    is_kept = address_in(call('HGET', 'user', user, 'email')) and verification_of(user) ~= 'jnull'
  end
  if not is_kept or owner_of('account', account) ~= user then return 0 end
  methods.unlinkAccount(account, ...)
  if owner_of('authenticator', authenticator) == user then
    remove('authenticator', 'authenticators', authenticator)
  end
  return 1
end

function methods.unlinkAccount(id, provider, account)
  local stored = exists('account', id)
  remove('account', 'accounts', id)
  remove_rows_of_account(id, provider, account)
  return stored and 1 or 0
end

-- Rows, as JSON, and a method with its arguments. A change that was made is answered with 1, or with the record.
function methods.beside(rows, method, ...)
  rows = cjson.decode(rows)
  local answer = methods[method](...)
  if answer == 1 or type(answer) == 'table' then
    for _, row in ipairs(rows) do methods.store(unpack(row)) end
  end
  return answer
end

function methods.takeOverUser(id, email, ...)
  if verification_of(id) ~= 'jnull' or call('HGET', 'user', id, 'email') ~= email then return nil end
  remove_owned(id, true)
  write('user', id, {...})
  return find('user', id)
end
`;
