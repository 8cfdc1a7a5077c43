/**
 * Users download what is stored about them.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import { outside } from "../../src/core/outside.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, AdapterAccount, AdapterUser } from "../../src/adapters/contract/types.ts";
import { DataExport, type DataExportFeature, type DataExportOptions } from "../../src/entries/data_export.ts";
import { ALL_KINDS } from "../../src/shapes/rows.ts";
import { noteRow } from "../../src/shapes/security.ts";
import { type AccountWorld, openAccount, STORES } from "./_account_page.ts";
import { ReferenceAdapter } from "./_database.ts";
import { send } from "./_send.ts";
import { unhandledDuring } from "./_unhandled.ts";
import { APP } from "./_world.ts";

const FIELDS = { action: "download-data" };

/** A world whose users can download their data, in which Ada is signed in. */
async function openExport(options: Parameters<typeof openAccount>[0] & DataExportOptions = {}) {
  const { data, ...config } = options;
  return await openAccount({ ...config, features: [DataExport({ data })] });
}

async function download({ browser }: Pick<AccountWorld, "browser">, visitor = browser) {
  return await send(visitor, "account", FIELDS);
}

/** The file of a user, by the function for scripts. */
async function fileFor(userId: string, config: AuthConfig): Promise<ReadableStream<Uint8Array>> {
  return await outside(config as AuthConfig & { features: readonly [DataExportFeature] }).dataExport.read(
    userId,
  );
}

async function adaIn({ db }: Pick<AccountWorld, "db">): Promise<AdapterUser> {
  return (await db.adapter.getUserByEmail("ada@example.com"))!;
}

for (const [how, adapter] of Object.entries(STORES)) {
  for (const strategy of ["jwt", "database"] as const) {
    test(`a user downloads what is stored about them, and never what is about another, ${how}, ${strategy} (DX-02)`, async () => {
      const data = ({ userId, user }: { userId: string; user: AdapterUser }) => ({
        of: `${user.name}, ${userId.length > 0}`,
        later: Promise.resolve([1n].length),
        lines: async function* () {
          yield { text: "a\nb", at: new Date(0) };
          yield undefined;
        }(),
        none: new Set(),
      });
      const world = await openExport({ adapter: await adapter(), session: { strategy }, data });
      await world.addOther();
      await world.addPasskey();
      const grace = world.visitor();
      world.idp.login({ sub: "grace", name: "Grace Hopper", email: "grace@example.com" });
      await (await grace.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");

      const page = await world.browser.open(`${APP}/auth/account/data`);
      assert.match(
        page.text,
        /Your data A copy of your data A file with what this site stores about you.*Download my data/,
      );
      const [answer, other] = await Promise.all([download(world), download(world, grace)]);
      const { status, headers } = answer;
      assert.deepEqual(
        [
          status,
          ...["content-type", "content-disposition", "cache-control"].map((name) => headers.get(name)),
        ],
        [
          200,
          "application/json; charset=utf-8",
          'attachment; filename="my-data.json"',
          "private, no-cache, no-store",
        ],
        world.log(),
      );
      const text = await answer.text();
      const { exportedAt, accounts, passkeys, sessions, ...file } = JSON.parse(text);
      const { id, image = null } = await adaIn(world);
      const now = new Date(world.platform.now()).toISOString();
      assert.equal(exportedAt, now);
      assert.deepEqual(file, {
        user: { id, name: "Ada Lovelace", email: "ada@example.com", emailVerified: null, image },
        password: null,
        provenMailbox: null,
        secondFactor: null,
        providerTokens: [],
        providerSessions: [],
        deletion: null,
        activities: [],
        userNames: [],
        anonymousUser: null,
        ban: null,
        application: {
          of: "Ada Lovelace, true",
          later: 1,
          lines: [{ text: "a\nb", at: "1970-01-01T00:00:00.000Z" }, null],
          none: [],
        },
      });
      const [own] = accounts;
      assert.deepEqual(own, {
        provider: "idp",
        providerAccountId: "ada",
        type: "oauth",
        label: "ada@example.com",
        scope: own.scope,
        createdAt: now,
      });
      assert.deepEqual(accounts.map((each: { provider: string }) => each.provider).sort(), [
        "idp",
        "other",
        "passkey",
      ]);
      assert.deepEqual([passkeys.length, passkeys[0].deviceType, passkeys[0].createdAt], [
        1,
        "singleDevice",
        now,
      ]);
      assert.equal(sessions.length, strategy === "jwt" ? 0 : 1);
      assert.doesNotMatch(text, /grace/i);
      const theirs = await other.text();
      assert.match(theirs, /Grace Hopper, true/);
      assert.doesNotMatch(theirs, /Ada|passkey"/);
    });
  }
}

test("the file has no secret of any table, also where the capability is off (DX-01)", async () => {
  for (const [how, adapter] of Object.entries(STORES)) {
    const world = await openExport({ adapter: await adapter() });
    const { id } = await adaIn(world);
    const texts = await seed(id, world.db.adapter);
    const text = await (await download(world)).text();
    const found = [...texts].filter(([, marker]) => text.includes(marker)).map(([field]) => field);
    assert.deepEqual(found.sort(), [
      "account.label",
      "account.provider",
      "account.providerAccountId",
      "account.scope",
      "activities.device",
      "activities.location",
      "activities.reason",
      "activities.type",
      "activities.way",
      "bans.reason",
      "deletions.language",
      "mailbox.passwordHash",
      "passkey.name",
      "providerSessions.provider",
      "providerSessions.providerAccountId",
      "providerSessions.sid",
      "providerSessions.sub",
      "providerTokens.provider",
      "providerTokens.providerAccountId",
      "session.device",
      "userNames.key",
      "userNames.shown",
    ], how);
    const { password, provenMailbox, secondFactor, providerSessions } = JSON.parse(text);
    assert.deepEqual(password, { isProven: false, setAt: DAY.toISOString() });
    assert.deepEqual(provenMailbox, { address: texts.get("mailbox.passwordHash") });
    const device = { device: "Firefox on Linux", createdAt: DAY.toISOString(), expires: DAY.toISOString() };
    assert.deepEqual(secondFactor, { enabledAt: DAY.toISOString(), rememberedDevices: [device] });
    assert.equal(providerSessions.length, MANY, "they are read a batch at a time");
  }
});

const DAY = new Date("2026-01-02T03:04:05.000Z");

/** More than are read at once. */
const MANY = 201;

/** Stores a row of the user in each table, with a text of its own in each field. @returns The texts. */
async function seed(userId: string, adapter: Required<Adapter>): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const mark = (field: string) => {
    texts.set(field, `marker-of-${field}-end`);
    return texts.get(field)!;
  };
  const account = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, mark(`account.${name}`)]));
  await adapter.linkAccount(
    {
      ...account(["provider", "providerAccountId", "access_token", "refresh_token", "id_token", "scope"]),
      ...account(["token_type", "session_state", "label"]),
      authorization_details: [{ type: mark("account.authorization_details") }],
      userId,
      type: "oauth",
    } as unknown as Parameters<Required<Adapter>["linkAccount"]>[0],
  );
  const passkey = Object.fromEntries(
    ["credentialID", "providerAccountId", "credentialPublicKey", "transports", "userHandle", "name"].map((
      name,
    ) => [
      name,
      mark(`passkey.${name}`),
    ]),
  );
  await adapter.createAuthenticator(
    {
      ...passkey,
      userId,
      counter: 0,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: false,
    } as unknown as Parameters<Required<Adapter>["createAuthenticator"]>[0],
  );
  const [sessionToken, device] = [mark("session.sessionToken"), mark("session.device")];
  await adapter.createSession({ userId, sessionToken, device, expires: new Date("2099-01-01") });
  await adapter.createVerificationToken({
    identifier: mark("mailed.identifier"),
    token: mark("mailed.token"),
    expires: new Date("2099-01-01"),
  });
  const { rows } = adapter;
  await rows.store("security", noteRow(userId, mark("mailbox.passwordHash"), 1), null);
  for (const { listKey, columns, version } of ALL_KINDS) {
    const row = Object.fromEntries(
      Object.entries(columns).map(([field, { type }]) => {
        const value = { text: "", integer: 7, boolean: false, date: DAY, json: null, own: null }[type];
        return [field, field === "userId" ? userId : value === "" ? mark(`${listKey}.${field}`) : value];
      }),
    );
    if ("devices" in row) {
      const [hash, at] = [mark("secondFactors.devices"), DAY.getTime()];
      row.devices = JSON.stringify([{ hash, device: "Firefox on Linux", createdAt: at, expires: at }]);
    }
    if (listKey === "attempts" || "expires" in row) row.expires = new Date("2099-01-01");
    await rows.store(listKey as never, row as never, version ? null : undefined);
    for (let count = 1; count < MANY && listKey === "providerSessions"; count++) {
      await rows.store("providerSessions", { ...row, id: `${count}` } as never);
    }
  }
  return texts;
}

test("the file leaves out what an adapter returns of others, and tables that an older version lacks (DX-02)", async () => {
  const memory = Memory();
  const others = (rows: readonly object[]) => rows.flatMap((row) => [row, { ...row, userId: "mallory" }]);
  const world = await openExport({
    adapter: {
      ...memory,
      listAccountsByUserId: async (id) => others(await memory.listAccountsByUserId(id)) as AdapterAccount[],
      rows: {
        ...memory.rows,
        list: () => Promise.reject(Object.assign(new Error("no such table"), { name: "MissingTableError" })),
      },
    },
  });
  const { accounts, providerTokens } = await (await download(world)).json();
  assert.deepEqual([accounts.length, providerTokens], [1, []], world.log());
});

test("a list ends where the adapter returns the same page again", async () => {
  const memory = Memory();
  let rows: readonly object[] = [];
  const world = await openExport({
    adapter: { ...memory, rows: { ...memory.rows, list: () => Promise.resolve(rows as never) } },
  });
  const { id: userId } = await adaIn(world);
  rows = Array.from({ length: 100 }, (_, i) => ({ userId, provider: `${i}` }));
  const reader = (await download(world)).body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done && text.length < 100_000; part = await reader.read()) {
    text += part.value;
  }
  assert.equal(JSON.parse(text).providerTokens.length, 100);
});

test("a session that isn't fresh proves first that it is the user's, and keeps the form (DX-03)", async () => {
  const world = await openExport({ session: { freshAge: 60 } });
  world.platform.tick(60);
  const { status, headers } = await download(world);
  assert.equal(status, 303);
  world.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
  const kept = await (await world.browser.open(headers.get("location")!)).submit("/auth/signin/idp");
  assert.match(kept.text, /Download my data/);
  assert.match((await kept.submit("/auth/account")).text, /"name":"Ada Lovelace"/);
});

test("a form of another site downloads nothing, and without a session there is nothing to download", async () => {
  const world = await openExport();
  const body = new URLSearchParams(FIELDS);
  const forged = await world.browser.fetch(`${APP}/auth/account`, {
    method: "POST",
    body,
    redirect: "manual",
  });
  assert.match(forged.headers.get("location")!, /error=MissingCSRF/);
  const visitor = await download(world, world.visitor());
  assert.match(visitor.headers.get("location")!, /error=SessionRequired/);
});

/** What ends the session of the user whose file is on its way. */
const ENDS: Readonly<Record<string, (world: AccountWorld) => Promise<unknown>>> = {
  "the owner of the mailbox takes the account over": async (world) => {
    const owner = world.visitor();
    await world.ask("ada@example.com", owner);
    await world.follow(owner);
    assert.ok((await adaIn(world)).emailVerified, world.log());
  },
  "the user is deleted": async ({ db }) => await db.adapter.deleteUser((await adaIn({ db })).id),
  "the user signs the browser out": async (world) =>
    await world.change({ action: "sign-out-others" }, await world.elsewhere()),
};

/** What replaces or forgets the session in the browser itself: a session in a token lives on. */
const CHANGES: typeof ENDS = {
  "the user signs out in another tab": async ({ browser }) =>
    await (await browser.open(`${APP}/auth/signout`)).submit("/auth/signout"),
  "the user signs in again in another tab": async (world) => {
    world.idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
    await world.signIn();
  },
};

for (const strategy of ["jwt", "database"] as const) {
  for (const [what, change] of Object.entries(CHANGES)) {
    test(`a download goes on with a session in a token only, when ${what}, ${strategy}`, async () => {
      const world = await openExport({ session: { strategy }, data: large });
      const answer = await download(world);
      await change(world);
      if (strategy === "database") await assert.rejects(answer.text());
      else assert.equal((await answer.json()).application.lines.length, 10_000);
    });
  }
  for (const [what, end] of Object.entries(ENDS)) {
    test(`a download ends, and looks incomplete, when ${what}, ${strategy} (DX-04)`, async () => {
      let ended = 0;
      const data = () => ({
        lines: async function* () {
          try {
            for (let line = 0; line < 100_000; line++) yield `${line}`.padEnd(1000);
          } finally {
            ended++;
          }
        }(),
      });
      const world = await openExport({ session: { strategy }, data });
      const reader = (await download(world)).body!.getReader();
      assert.equal((await reader.read()).done, false);
      await end(world);
      await assert.rejects(async () => {
        for (let piece = 0; piece < 100; piece++) await reader.read();
      });
      assert.match(world.log(), /Cannot export the data: the session has ended/);
      assert.equal(ended, 1);
    });
  }
}

test("a function of the application that fails at once has the error page, and nothing is downloaded", async () => {
  const failing: readonly NonNullable<DataExportOptions["data"]>[] = [
    () => Promise.reject(new Error("no orders")),
    () => ({ bills: Promise.reject(new Error("no bills")), unread: Promise.reject(new Error("no orders")) }),
    () => ({
      orders: function* () {
        yield 1;
        throw new Error("no orders");
      }(),
    }),
    () => ({ big: 1n }),
    // What JSON would leave out, or make an empty object of.
    ...[undefined, null, "orders", ["orders"], new Map([["orders", 1]]), new Date(0)].map((returned) => () =>
      returned as never
    ),
    ...[large, Symbol("orders"), [large], { in: large }, { in: Promise.resolve(1) }, { in: new Set() }].map((
      orders,
    ) =>
    () => ({ orders })),
  ];
  for (const data of failing) {
    const world = await openExport({ data });
    const unhandled = await unhandledDuring(async () => {
      const { headers } = await download(world);
      assert.match(headers.get("location") ?? "", /\/auth\/error\?error=ServerError/);
    });
    assert.deepEqual(unhandled, []);
    assert.match(
      world.log(),
      /`data` of `DataExport\(\)` (failed.*(no orders|no bills|BigInt|Cannot write "orders": it)|did not return a plain)/s,
    );
  }
});

test("outside(config).dataExport.read() returns the same file, and rejects for a user whom the database does not have", async () => {
  const world = await openExport();
  const { id } = await adaIn(world);
  const file = await new Response(await fileFor(id, world.config)).json();
  assert.deepEqual(file, await (await download(world)).json());
  for (const unknown of ["nobody", "\0", ""]) {
    await assert.rejects(fileFor(unknown, world.config), {
      type: "UserNotStored",
      message: /^Cannot export the data: the database has no user/,
    });
  }
  const deleted = await fileFor(
    id,
    { ...world.config, features: [DataExport({ data: large })] } as AuthConfig,
  );
  await world.db.adapter.deleteUser(id);
  await assert.rejects(new Response(deleted).text());
});

const large = () => ({
  lines: function* () {
    for (let line = 0; line < 10_000; line++) yield "line".padEnd(1000);
  }(),
});

test("DataExport() needs an adapter, one of Auth.js suffices, and a wrong option is an error that says what to write", async () => {
  const world = await openExport({ adapter: new ReferenceAdapter(), more: () => [] });
  const { user, accounts, sessions } = await (await download(world)).json();
  assert.deepEqual([user.name, accounts, sessions], ["Ada Lovelace", null, null]);
  const wrong: readonly [Partial<AuthConfig> & object, RegExp][] = [
    [
      { features: [DataExport()], providers: [], adapter: undefined },
      /Cannot use `DataExport`: set `adapter`/,
    ],
    [
      { features: [DataExport({ data: {} } as unknown as DataExportOptions)] },
      /Cannot use `DataExport\(\{ data \}\)`: write a function/,
    ],
    [{ features: [] }, /add `DataExport\(\)` to `features`/],
  ];
  for (const [change, message] of wrong) {
    await assert.rejects(fileFor("1", { ...world.config, ...change } as AuthConfig), { message });
  }
});
