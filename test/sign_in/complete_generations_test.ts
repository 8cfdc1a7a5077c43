/**
 * A takeover, or a new password, raises the generation of a user: it ends all their sessions in tokens. One that begins at the
 * same time must end, too.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { emptyRow } from "../../src/shapes/security.ts";
import { Browser, FOUND, NEW, world } from "./_completing.ts";
import { MAIL, OAUTH } from "./_identities.ts";
import { chosen } from "../_short.ts";

/** What another process does: this one does not learn of it. */
async function raiseElsewhere({ rows }: Required<Adapter>): Promise<void> {
  const row = await rows.find("security", { userId: "ada" });
  const generation = (row?.generation ?? 0) + 1;
  await rows.store("security", { ...row ?? emptyRow("ada"), generation }, row ? row.generation : null);
}

/** A world with sessions in tokens, and a step between the decision and the session. */
async function opened(
  between: (memory: Required<Adapter>) => Promise<number | void> = () => Promise.resolve(),
  options: Parameters<typeof world>[0] = {},
) {
  const made = await world({
    strategy: "jwt",
    hook: { beforeSession: async () => await between(made.memory) || undefined },
    ...options,
  });
  return made;
}

test("complete() begins no session if something ends all of the user in the meantime", async () => {
  for (const strategy of chosen(["database", "jwt"] as const)) {
    const { finish, memory } = await opened(raiseElsewhere, { strategy });
    await assert.rejects(finish(OAUTH, { browser: new Browser() }), { type: "UserChanged" });
    assert.deepEqual(await memory.listSessionsByUserId("ada"), []);
    const [unchanged, browser] = [await opened(undefined, { strategy }), new Browser()];
    await unchanged.finish(OAUTH, { browser });
    assert.equal((await unchanged.read(browser))?.userId, "ada");
  }
});

test("complete() begins a session in the generation of now, whatever this process has read before", async () => {
  const { finish, read, memory, setup, platform } = await opened();
  await setup.generations!.current("ada");
  await raiseElsewhere(memory);
  const browser = new Browser();
  await finish(OAUTH, { browser });
  platform.tick(3600);
  assert.equal((await read(browser))?.userId, "ada");
});

test("complete() begins a session in the generation that a capability has begun", async () => {
  const { finish, read } = await opened(async (memory) => {
    await raiseElsewhere(memory);
    return 1;
  });
  const browser = new Browser();
  await finish(OAUTH, { browser });
  assert.equal((await read(browser))?.userId, "ada");
});

test("complete() begins a session in the generation that a takeover has begun", async () => {
  const { finish, read, memory } = await opened();
  const browser = new Browser();
  await finish(MAIL, { browser });
  assert.equal((await memory.rows.find("security", { userId: "ada" }))?.generation, 1);
  assert.equal((await read(browser))?.userId, "ada");
});

test("complete() begins a session if the database keeps no generations", async () => {
  const { finish, read } = await opened(undefined, {
    methods: () => ({ rows: undefined }),
    features: [],
  });
  const browser = new Browser();
  await finish(OAUTH, { browser });
  assert.equal((await read(browser))?.userId, "ada");
});

test("complete() begins no session for a password that is changed in the meantime", async () => {
  for (const strategy of chosen(["database", "jwt"] as const)) {
    const { finish, memory, told, setup, read } = await opened(raiseElsewhere, { strategy });
    await setup.generations!.current("ada");
    await assert.rejects(finish({ ...FOUND, generation: 0 }), { type: "UserChanged" });
    assert.deepEqual([await memory.listSessionsByUserId("ada"), told], [[], []]);
    const browser = new Browser();
    const unchanged = await opened(undefined, { strategy });
    await unchanged.finish({ ...FOUND, generation: 0 }, { browser });
    assert.equal((await unchanged.read(browser))?.userId, "ada");
    assert.equal(await read(new Browser()), null);
  }
});

test("complete() begins no session for a password if its generation can no longer be read", async () => {
  const { finish } = await opened(undefined, {
    methods: () => ({ rows: undefined }),
    features: [],
  });
  await assert.rejects(finish({ ...FOUND, generation: 0 }), { type: "UserChanged" });
});

test("complete() begins the session of a new user in a generation of their own, not that of whom a mail was for", async () => {
  for (const strategy of ["database", "jwt"] as const) {
    const { finish, read, memory } = await opened(undefined, { strategy, users: [], accounts: [] });
    const browser = new Browser();
    await finish({ ...MAIL, generation: 3 }, { browser });
    const user = await memory.getUserByEmail("ada@example.com");
    assert.equal((await read(browser))?.userId, user!.id);
  }
});

test("complete() adds an account in no session that something ends meanwhile, also if the one before cannot be ended", async () => {
  const deleteSession = () => Promise.reject(new Error("away"));
  for (const [strategy, methods] of [["database", { deleteSession }], ["jwt", {}]] as const) {
    const { finish, signedIn } = await opened(raiseElsewhere, { strategy, methods: () => methods });
    const intent = { userId: "ada", link: "requested" } as const;
    await assert.rejects(finish(NEW, { browser: await signedIn(), intent }), { type: "UserChanged" });
  }
});
