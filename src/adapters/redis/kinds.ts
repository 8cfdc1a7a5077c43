/**
 * Rows of all kinds in Redis.
 *
 * @module
 */

import {
  idOf,
  isKey,
  listsOf,
  listWith,
  type Row,
  type RowDeclaration,
  type RowEngine,
} from "../../shapes/row_kind.ts";
import { ALL_KINDS } from "../../shapes/rows.ts";
import type { Beside } from "../contract/beside.ts";
import { type Argument, recordOf, toRecords, toStoredText, toTexts } from "./records.ts";

/** Asks the script. @param what Is asked, for the error. */
export type Ask = (what: string, method: string, ...args: readonly Argument[]) => Promise<unknown>;

/** The rows of all kinds. */
export function rowsIn(ask: Ask): RowEngine {
  const run = (method: string, kind: RowDeclaration, ...args: readonly Argument[]) =>
    ask(`rows.${method}("${kind.listKey}")`, method, kind.recordKey, ...args);
  return {
    find: async (kind, key) => recordOf(await run("find", kind, idOf(kind, key))),
    async list(kind, by, page) {
      const fields = Object.keys(by);
      const list = fields.length ? listWith(kind, fields) : null;
      const after = toStoredText(page?.after ? idOf(kind, page.after) : null);
      const values = list?.by.map((field) => toStoredText(by[field])) ?? [];
      return toRecords(
        await run("list", kind, list ? setOf(kind, list.of) : "", after, page?.limit ?? 0, ...values),
      );
    },
    store: async (kind, row, ifVersion) =>
      await run(
        "store",
        kind,
        idOf(kind, row),
        ifVersion === undefined ? "" : toStoredText(ifVersion),
        row,
      ) === 1,
    remove: async (kind, key) => await run("remove", kind, idOf(kind, key)) === 1,
    async count(kind, row, now) {
      const added = Number(row[kind.counted!]);
      const answer = await run("count", kind, idOf(kind, row), now.getTime(), added, row);
      // Redis has removed it if it has ended by the clock of the server.
      return recordOf<Row>(answer) ?? row;
    },
    removeOwned: async (userId) => void await ask("removeOwned", "removeOwned", userId),
    takeBack: async (kind, key, count) => void await run("takeBack", kind, idOf(kind, key), count),
  };
}

/** Asks the script for a change that stores these rows. */
export function askBeside(ask: Ask, beside: readonly Beside[]): Ask {
  if (!beside.length) return ask;
  const rows = () => beside.map(([kind, row]) => [kind.recordKey, idOf(kind, row), "", ...toTexts(row)]);
  return (what, method, ...args) => ask(what, "beside", JSON.stringify(rows()), method, ...args);
}

/** The kinds, for the script. */
function declarations(): string {
  return ALL_KINDS.map((kind) => {
    const sets = listsOf(kind).map(({ of, by }) => `{ ${[setOf(kind, of), ...by].map(quoted).join(", ")} }`);
    const account = kind.lists?.find(({ by }) => by.join() === ACCOUNT.join());
    const fields = {
      record_key: quoted(kind.recordKey),
      list_key: quoted(kind.listKey),
      sets: `{ ${sets.join(", ")} }`,
      ...(kind.version && { version: quoted(kind.version) }),
      ...(kind.counted && { counted: quoted(kind.counted) }),
      ...(kind.isOrdered && { is_ordered: "true" }),
      ...(kind.isEnding && { is_ending: "true" }),
      ...(kind.outlivesTakeover && { outlives: "true" }),
      ...(kind.isOwned && { owned: quoted(isKey(kind, ["userId"]) ? KEY : kind.listKey) }),
      ...(kind.isOfAccount && { of_account: quoted(account ? setOf(kind, account.of) : KEY) }),
    };
    return `  { ${Object.entries(fields).map(([name, value]) => `${name} = ${value}`).join(", ")} },\n`;
  }).join("");
}

const ACCOUNT = ["provider", "providerAccountId"];

/** Stands for the primary key in place of the name of a set. */
const KEY = "key";

/** Begins the keys of the sets of a list. */
function setOf({ listKey }: RowDeclaration, of: string): string {
  return of ? `${listKey}Of${of}` : listKey;
}

function quoted(text: string): string {
  return `'${text}'`;
}

/** Functions in Lua 5.1, which use those of `script.ts`. */
export const KINDS: string = `
local ALL_KINDS = {
${declarations()}}

local KINDS = {}
for _, kind in ipairs(ALL_KINDS) do KINDS[kind.record_key] = kind end

-- One text for several values. With their lengths, so that other values are another text.
local function joined(values)
  local text = ''
  for i = 1, #values - 1 do text = text .. #values[i] .. ':' .. values[i] end
  return text .. values[#values]
end

-- The sets that list a row.
local function sets_of(kind, row)
  local sets = {}
  for _, set in ipairs(kind.sets) do
    local values = {}
    for i = 2, #set do
      local value = value_in(row, set[i])
      if value and value ~= 'jnull' then values[#values + 1] = content(value) end
    end
    if #values == #set - 1 then sets[#sets + 1] = { set[1], joined(values) } end
  end
  return sets
end

-- The sets are in 'ending', because Redis removes the row by itself when it has ended.
local function ending_of(kind, id, sets)
  return cjson.encode(#kind.sets > 0 and { kind.record_key, id, '', sets } or { kind.record_key, id, '' })
end

-- As methods: a function in Lua has 200 local names at most.
function methods.find(one, id) return find(one, id) end

function methods.remove(one, id)
  local kind = KINDS[one]
  if kind.is_ordered then redis.call('ZREM', KEYS[1] .. kind.list_key, id) end
  local row = find(one, id)
  if not row then return 0 end
  local sets = sets_of(kind, row)
  for _, set in ipairs(sets) do call('SREM', set[1], set[2], id) end
  if kind.is_ending then redis.call('ZREM', KEYS[1] .. 'ending', ending_of(kind, id, sets)) end
  call('DEL', one, id)
  return 1
end

-- Without a row, the stored version is the text of null. An empty version is whatever is stored.
function methods.store(one, id, version, ...)
  local kind = KINDS[one]
  if version ~= '' and (call('HGET', one, id, kind.version) or 'jnull') ~= version then return 0 end
  methods.remove(one, id)
  local row = {...}
  write(one, id, row)
  local sets = sets_of(kind, row)
  for _, set in ipairs(sets) do call('SADD', set[1], set[2], id) end
  if kind.is_ordered then redis.call('ZADD', KEYS[1] .. kind.list_key, 0, id) end
  if kind.is_ending then
    local expires = content(value_in(row, 'expires'))
    redis.call('ZADD', KEYS[1] .. 'ending', expires, ending_of(kind, id, sets))
    call('PEXPIREAT', one, id, expires)
  end
  return 1
end

-- Without a set, all rows in the order of the bytes of their ids. Without a limit, which is 0 then, all.
function methods.list(one, set, after, limit, ...)
  local ids, records, kind = nil, {}, KINDS[one]
  if set == '' then
    local from = after == 'jnull' and '-' or '(' .. content(after)
    ids = redis.call('ZRANGEBYLEX', KEYS[1] .. kind.list_key, from, '+', 'LIMIT', 0, tonumber(limit) > 0 and limit or -1)
  else
    local values = {...}
    for i = 1, #values do values[i] = content(values[i]) end
    ids = call('SMEMBERS', set, joined(values))
    table.sort(ids)
  end
  for _, id in ipairs(ids) do
    -- A row may have ended since.
    if set == '' or after == 'jnull' or id > content(after) then records[#records + 1] = find(one, id) end
    if #records == tonumber(limit) and #records > 0 then break end
  end
  return records
end

-- The row is stored if none is, or if the stored one has ended.
function methods.count(one, id, now, added, ...)
  local ends, counted = content(call('HGET', one, id, 'expires')), KINDS[one].counted
  if not ends or tonumber(ends) <= tonumber(now) then
    methods.store(one, id, '', ...)
  else
    local before = tonumber(content(call('HGET', one, id, counted)))
    call('HSET', one, id, counted, 'j' .. string.format('%d', before + added))
  end
  return find(one, id)
end

function methods.takeBack(one, id, count)
  local counted = KINDS[one].counted
  local before = tonumber(content(call('HGET', one, id, counted)) or 0)
  if before >= tonumber(count) and exists(one, id) then
    call('HSET', one, id, counted, 'j' .. string.format('%d', before - count))
  end
end

-- What a list has, or the row with this key.
local function remove_listed(kind, set, id, ...)
  if set == '${KEY}' then return methods.remove(kind.record_key, id) end
  for _, it in ipairs(call('SMEMBERS', set, joined({...}))) do methods.remove(kind.record_key, it) end
end

local function remove_rows_of_account(id, provider, account)
  for _, kind in ipairs(ALL_KINDS) do
    if kind.of_account then remove_listed(kind, kind.of_account, id, content(provider), content(account)) end
  end
end

local function remove_rows_of_user(user, is_takeover)
  for _, kind in ipairs(ALL_KINDS) do
    if kind.owned and not (is_takeover and kind.outlives) then remove_listed(kind, kind.owned, user, user) end
  end
end

function methods.removeOwned(user) remove_rows_of_user(user) end

local function has_rows_of_kinds(user)
  for _, kind in ipairs(ALL_KINDS) do
    if kind.owned and exists(kind.owned == '${KEY}' and kind.record_key or kind.owned, user) then return true end
  end
  return false
end
`;
