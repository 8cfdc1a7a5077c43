import assert from "node:assert/strict";
import { test } from "node:test";
import { beforeSessionsEnd } from "../../src/features/provider_logout/forget_sessions.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { PROVIDER_LOGOUT } from "../../src/model/provider_logout.ts";
import { bindAdapter, type RowStore } from "../../src/model/store.ts";
import { entry, typedMap } from "../../src/values/typed_map.ts";
import type { Adapter, AdapterProviderSession } from "../../src/adapters/contract/types.ts";
import { type OwnRows, withRows } from "../_with_rows.ts";

function row(id: string, userId = "ada"): AdapterProviderSession {
  const names = { provider: "idp", providerAccountId: userId, sub: userId, sid: null, idToken: null };
  return { id, userId, ...names, expires: new Date("2099-01-01") };
}

async function open(change: Partial<OwnRows<"providerSessions">> = {}) {
  const memory = Memory() as Required<Adapter>;
  for (const id of ["laptop", "phone"]) await memory.rows.store("providerSessions", row(id));
  await memory.rows.store("providerSessions", row("other", "grace"));
  const errors: Error[] = [];
  const setup = {
    rules: typedMap([
      entry(PROVIDER_LOGOUT, {
        backchannel: false,
        store: bindAdapter(withRows(memory, "providerSessions", change)) as RowStore,
      }),
    ]),
    strategy: "jwt" as const,
    logger: { error: (error: Error) => void errors.push(error), warn: () => {}, debug: () => {} },
  };
  const ids = async () =>
    (await Promise.all(["ada", "grace"].map((userId) => memory.rows.list("providerSessions", { userId }))))
      .flat()
      .map(({ id }) => id).sort();
  return { memory, setup, ids, errors };
}

test("beforeSessionsEnd() removes nothing before the sessions have ended, and then all rows of the user but one", async () => {
  const { setup, ids, errors } = await open();
  const forget = await beforeSessionsEnd("ada", setup);
  assert.deepEqual(await ids(), ["laptop", "other", "phone"]);
  await forget("laptop");
  assert.deepEqual(await ids(), ["laptop", "other"]);
  await (await beforeSessionsEnd("ada", setup))(null);
  assert.deepEqual([await ids(), errors], [["other"], []]);
});

test("beforeSessionsEnd() leaves the row of a session that begins meanwhile", async () => {
  const { memory, setup, ids } = await open();
  const forget = await beforeSessionsEnd("ada", setup);
  await memory.rows.store("providerSessions", row("fresh"));
  await forget(null);
  assert.deepEqual(await ids(), ["fresh", "other"]);
});

test("beforeSessionsEnd() does nothing where no database has rows", async () => {
  const { setup: { logger }, errors } = await open();
  for (const providerLogout of [null, { backchannel: false, store: null }]) {
    const rules = typedMap(providerLogout ? [entry(PROVIDER_LOGOUT, providerLogout)] : []);
    await (await beforeSessionsEnd("ada", { rules, logger, strategy: "jwt" }))(null);
  }
  assert.deepEqual(errors, []);
});

test("beforeSessionsEnd() logs a failure of the database, and does not reject", async () => {
  const fail = () => Promise.reject(new Error("the table is gone"));
  for (const change of [{ list: fail }, { remove: fail }]) {
    const { setup, ids, errors } = await open(change);
    await (await beforeSessionsEnd("ada", setup))(null);
    assert.deepEqual(await ids(), ["laptop", "other", "phone"]);
    assert.deepEqual(errors.map((error) => [(error as { type?: string }).type, error.message]), [
      ["SignOutError", "Cannot forget the sessions at providers"],
    ]);
    assert.match(String((errors[0]!.cause as { err?: Error }).err), /Cannot ask the database/);
  }
});
