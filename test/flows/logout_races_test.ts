/**
 * A provider ends a session between two calls of the database by another request.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { interruptible } from "./_interruptible.ts";
import { openLogout } from "./_provider_logout.ts";
import { codeAt, codesIn, secretIn } from "./_second_factor.ts";
import { APP } from "./_world.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import type { Page } from "../../src/testing/mod.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";

const OPTIONS = {
  "stored sessions": { session: { maxAge: 1000, updateAge: 100 } },
  "sessions in tokens": {
    session: { strategy: "jwt", revocationDelay: "always", maxAge: 1000, updateAge: 100 },
  },
} as const;

type Race = Awaited<ReturnType<typeof openRace>>;

async function openRace(options: typeof OPTIONS[keyof typeof OPTIONS]) {
  const db = interruptible();
  return { db, ...await openLogout({ adapter: db.adapter, ...options }) };
}

/** Requests of the browser during which the logout comes, and what comes before them. */
const REQUESTS: Readonly<
  Record<string, { prepare?(race: Race): Promise<unknown>; run(race: Race): Promise<unknown> }>
> = {
  "a sign-in": { run: ({ signInAs }) => signInAs("ada", "s1") },
  "another sign-in in the same browser": {
    prepare: ({ signInAs }) => signInAs("ada", "s1"),
    run: ({ signInAs }) => signInAs("ada", "s1"),
  },
  "a session check that prolongs": {
    prepare: async ({ signInAs, platform }) => {
      await signInAs("ada", "s1");
      platform.tick(600);
    },
    run: ({ isSignedIn }) => isSignedIn(),
  },
  "a sign-out": {
    prepare: ({ signInAs }) => signInAs("ada", "s1"),
    run: ({ post }) => post("signout", { provider: "true" }),
  },
};

for (const [what, options] of Object.entries(OPTIONS)) {
  for (const [name, { prepare, run }] of Object.entries(REQUESTS)) {
    for (const by of name === "a sign-in" ? ["sid", "sub"] as const : ["sub"] as const) {
      test(`A logout by ${by} during ${name} leaves no session, with ${what} (LO-05)`, async () => {
        const rehearsal = await openRace(options);
        await prepare?.(rehearsal);
        rehearsal.db.count = 0;
        await run(rehearsal);
        const { count } = rehearsal.db;
        assert.ok(count > 0);
        // After a call is the same as before the next one.
        const moments = [
          ...Array.from({ length: count }, (_, call) => ({ call, moment: "before" as const })),
          { call: count - 1, moment: "after" as const },
        ];
        for (const { call, moment } of moments) {
          const race = await openRace(options);
          const { db, token, logout, isSignedIn, signInAs, platform, adapter, log } = race;
          await prepare?.(race);
          const statuses: number[] = [];
          db.count = 0;
          db.interrupt = {
            call,
            moment,
            run: async () => {
              const claims = by === "sid" ? { sub: "ada", sid: "s1" } : { sub: "ada" };
              statuses.push((await logout(await token(claims))).status);
            },
          };
          await run(race);
          const where = `${moment} call ${call}\n${log()}`;
          assert.deepEqual(statuses, [200], where);
          assert.equal(await isSignedIn(), false, where);
          assert.deepEqual(
            await adapter.rows!.list("providerSessions", { provider: "idp", sub: "ada" }),
            [],
            where,
          );
          // The provider lets the user in again.
          platform.tick(1);
          const page = await signInAs("ada", "s1");
          assert.equal(page.url, `${APP}/home`, where);
          assert.equal(await isSignedIn(), true, where);
        }
      });
    }
  }

  test(`A sign-in during a logout of another session is found by the next logout, or has ended, with ${what}`, async () => {
    const rehearsal = await openRace(options);
    await rehearsal.signInAs("ada", "s1");
    rehearsal.db.count = 0;
    await rehearsal.logout(await rehearsal.token({ sub: "ada" }));
    for (let call = 0; call < rehearsal.db.count; call++) {
      const { db, signInAs, visitor, token, logout, isSignedIn, adapter, platform, log } = await openRace(
        options,
      );
      await signInAs("ada", "s1");
      const phone = visitor();
      const first = await token({ sub: "ada" });
      db.count = 0;
      const run = () => (platform.tick(1), signInAs("ada", "s2", phone));
      db.interrupt = { call, moment: "before", run };
      assert.equal((await logout(first)).status, 200);
      const rows = await adapter.rows!.list("providerSessions", { provider: "idp", sub: "ada" });
      assert.equal(await isSignedIn(phone), rows.length === 1, `call ${call}\n${log()}`);
      assert.equal(await isSignedIn(), false);
    }
  });

  test(`Two logouts at the same time leave no session, and each token is done once, with ${what}`, async () => {
    const rehearsal = await openRace(options);
    await rehearsal.signInAs("ada", "s1");
    rehearsal.db.count = 0;
    await rehearsal.logout(await rehearsal.token({ sub: "ada" }));
    // The last call says that the token is used up.
    for (let call = 0; call < rehearsal.db.count - 1; call++) {
      for (const same of [true, false]) {
        const { db, signInAs, token, logout, isSignedIn, adapter, log } = await openRace(options);
        await signInAs("ada", "s1");
        const first = await token({ sub: "ada" });
        const second = same ? first : await token({ sid: "s1" });
        const statuses: number[] = [];
        const post = async (one: string) => void statuses.push((await logout(one)).status);
        db.count = 0;
        db.interrupt = { call, moment: "after", run: () => post(second) };
        await post(first);
        assert.deepEqual(statuses, [200, 200], `${call} ${log()}`);
        assert.equal(await isSignedIn(), false);
        assert.deepEqual(await adapter.rows!.list("providerSessions", { provider: "idp", sub: "ada" }), []);
      }
    }
  });
}

test("A session that the database could not end when its browser signed in again is ended by its provider (LO-05)", async () => {
  const memory = Memory();
  let isDown = false;
  const deleteSession = async (sessionToken: string) => {
    if (isDown) throw new Error("the database is down");
    return await memory.deleteSession!(sessionToken);
  };
  const { signInAs, visitor, browser, platform, log, logout, token } = await openLogout({
    adapter: { ...memory, deleteSession },
  });
  await signInAs("bob", "s0", visitor());
  await signInAs("ada", "s1");
  const { name, value } = browser.cookies(APP).find(({ name }) => name.includes("session-token"))!;
  const owner = async () => {
    const request = new Request(`${APP}/auth/session`, { headers: { cookie: `${name}=${value}` } });
    return (await (await platform.sites[APP]!(request)).json())?.user.name ?? null;
  };
  isDown = true;
  await signInAs("bob", "s2");
  isDown = false;
  assert.match(log(), /Cannot end the previous session/);
  assert.equal(await owner(), "ada", "an answer under way may give the browser its cookie back");
  assert.equal((await logout(await token({ sub: "ada" }))).status, 200);
  assert.equal(await owner(), null);
});

test("A logout does not end a sign-in that the provider has confirmed afterwards", async () => {
  for (const options of Object.values(OPTIONS)) {
    const { signInAs, token, logout, isSignedIn, platform, visitor } = await openRace(options);
    await signInAs("ada", "s1");
    assert.equal((await logout(await token({ sub: "ada" }))).status, 200);
    platform.tick(1);
    await signInAs("ada", "s2");
    assert.equal(await isSignedIn(), true);
    // A logout by `sid` is one of that session alone.
    assert.equal((await logout(await token({ sub: "ada", sid: "s3" }))).status, 200);
    assert.equal(await isSignedIn(), true);
    const other = visitor();
    await signInAs("ada", "s4", other);
    assert.equal(await isSignedIn(other), true);
  }
});

for (const [what, options] of Object.entries(OPTIONS)) {
  for (const whose of ["a new user", "a user who is known"]) {
    test(`A logout during the set-up of a required second factor leaves ${whose} none whose codes were not shown, with ${what}`, async () => {
      const adapter = Memory();
      let required = false;
      const features = [ProviderLogout({ backchannel: true }), SecondFactor({ required: () => required })];
      const world = await openLogout({ adapter, features, ...options });
      const { platform, logout, token, signInAs, isSignedIn, visitor, log } = world;
      if (whose !== "a new user") await signInAs("ada", "s0", visitor());
      required = true;
      const page = await signInAs("ada", "s1");
      platform.tick(1);
      assert.equal((await logout(await token({ sub: "ada", sid: "s1" }))).status, 200);
      const setUp = (shown: Page) =>
        shown.submit("/auth/second-factor-setup", {
          code: codeAt(secretIn(shown), Math.floor(platform.now() / 30_000)),
        });
      const refused = await setUp(page);
      assert.equal(new URL(refused.url).searchParams.get("error"), "UserChanged", log());
      const ada = await adapter.getUserByEmail("ada@example.com");
      assert.equal((await adapter.rows.find("secondFactors", { userId: ada!.id }))?.enabledAt ?? null, null);
      // The next sign-in sets it up again.
      platform.tick(1);
      const done = await setUp(await signInAs("ada", "s2"));
      assert.equal(codesIn(done).length, 10, log());
      assert.equal(await isSignedIn(), true);
    });
  }
}
