/**
 * What a proof of the mailbox does with the user who has the address: each way that mails, with each state of a user, and both
 * kinds of session. `docs/concepts/linking.md` shows the same table.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { ADA, BETTER, importUser } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import {
  disownPassword as disown,
  factorOf,
  type FactorWorld,
  isFactorOn,
  type Kit,
  openFactors,
} from "./_second_factor.ts";
import { APP } from "./_world.ts";

const STRATEGIES = ["database", "jwt"] as const;

/** The address that an application has stored in place of Ada's. */
const CHANGED = "changed@example.com";

/** The world of a row, and what its state has left. */
interface Row {
  readonly world: FactorWorld;
  /** The address whose mailbox is proven. */
  readonly address: string;
  /** The app of the owner; absent without one. */
  readonly kit?: Kit;
}

/**
 * What becomes of the user: taken over, found or kept as they are, asked for the second step, or left with all but the address, also
 * because the person says at the second step that it isn't theirs.
 */
type Fate = "taken over" | "kept" | "asked" | "released" | "disowned";

type Options = Parameters<typeof openFactors>[0] & object;

/** A state of a user, and what a proven mailbox does then. */
interface State {
  readonly options?: Options;
  readonly fate: Fate;
  /** The address of a user who is released: the one that they have proven before. Default: none. */
  readonly left?: string;
  make(options: Options): Promise<Row>;
}

const LOGIN = { sub: "ada", name: "Ada", email: ADA };

/** Stores Ada with an account of `idp`, whose address was never verified. Some databases leave out a field without a value. */
async function store({ db }: FactorWorld, { leavesOut = false } = {}): Promise<void> {
  const fields = { id: "1", name: "Ada", email: ADA };
  const user = await db.adapter.createUser(
    leavesOut ? fields as AdapterUser : { ...fields, emailVerified: null },
  );
  await db.adapter.linkAccount({
    userId: user.id,
    type: "oauth",
    provider: "idp",
    providerAccountId: "ada",
  });
}

/** Signs in at `idp`, which vouches for the address or not. */
async function signIn(
  world: FactorWorld,
  isVouched = false,
  browser: Browser = world.browser,
): Promise<Page> {
  world.idp.login({ ...LOGIN, email_verified: isVouched });
  return await (await browser.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp");
}

/** Turns a second factor on in a session of `idp`, after the mailed code. */
async function withFactor(
  options: Options,
  { isVouched = false, leavesOut = false } = {},
): Promise<Row & { readonly kit: Kit }> {
  const world = openFactors({ oauth: { verifiedEmail: isVouched }, ...options });
  await store(world, { leavesOut });
  await signIn(world, isVouched);
  const kit = await world.turnOn();
  await world.signOut();
  world.platform.tick(31);
  return { world, kit, address: ADA };
}

/** Turns a second factor on without a proof of the mailbox: none is asked for where no mail can be sent. */
async function withForeignFactor(options: Options, { leavesOut = false } = {}): Promise<Row> {
  const before = openFactors({ ...options, email: { notices: false, mails: "link" } });
  await store(before, { leavesOut });
  await signIn(before);
  const page = await before.browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
  await before.setUp(page);
  return { world: openFactors({ ...options, adapter: before.db.adapter }), address: ADA };
}

/** What an application does whose users change their address, as SECURITY.md has asked. */
async function change({ world }: Row): Promise<void> {
  const [user] = await world.db.users();
  await world.db.adapter.updateUser({ id: user!.id, email: CHANGED, emailVerified: null });
}

const STATES: Readonly<Record<string, State>> = {
  "verified": {
    fate: "kept",
    async make(options) {
      const world = openFactors({ oauth: { verifiedEmail: true }, ...options });
      await store(world);
      await signIn(world, true);
      await world.signOut();
      return { world, address: ADA };
    },
  },
  "verified, with a factor": { fate: "asked", make: (options) => withFactor(options, { isVouched: true }) },
  "never verified, from Auth.js or a provider that vouches for nothing": {
    fate: "taken over",
    async make(options) {
      const world = openFactors(options);
      await store(world);
      await signIn(world);
      await world.signOut();
      return { world, address: ADA };
    },
  },
  "never verified, with a factor after the mailed code": {
    fate: "asked",
    make: (options) => withFactor(options),
  },
  "stored without `emailVerified`, with a factor after the mailed code": {
    fate: "asked",
    make: (options) => withFactor(options, { leavesOut: true }),
  },
  "never verified, with a factor that must be, after the mailed code": {
    fate: "asked",
    async make(options) {
      const world = openFactors({ ...options, secondFactor: { required: true } });
      await store(world);
      const { kit } = await world.setUp(await signIn(world));
      await world.signOut();
      world.platform.tick(31);
      return { world, kit, address: ADA };
    },
  },
  "never verified, with the factor of a stranger": {
    fate: "taken over",
    make: (options) => withForeignFactor(options),
  },
  "stored without `emailVerified`, with the factor of a stranger": {
    fate: "taken over",
    make: (options) => withForeignFactor(options, { leavesOut: true }),
  },
  "never verified, with the factor that a stranger had to set up": {
    fate: "taken over",
    async make(options) {
      const world = openFactors({ ...options, secondFactor: { required: true } });
      await world.setUp(await signIn(world));
      const [user] = await world.db.users();
      // With sessions in tokens, an address that is not verified is not stored.
      await world.db.adapter.updateUser({ id: user!.id, email: ADA });
      return { world: openFactors({ ...options, adapter: world.db.adapter }), address: ADA };
    },
  },
  "never verified, with a factor of an older version": {
    fate: "released",
    async make(options) {
      const world = openFactors(options);
      await store(world);
      const factor = { totpSecret: "sealed", totpStep: 7, recoveryCodes: "a b", devices: null };
      await world.db.adapter.rows.store("secondFactors", {
        userId: "1",
        version: 1,
        enabledAt: new Date(0),
        ...factor,
      }, null);
      return { world, address: ADA };
    },
  },
  "an address that was changed after a proof": {
    fate: "released",
    left: ADA,
    async make(options) {
      const row = await STATES["verified"]!.make(options);
      await change(row);
      return { ...row, address: CHANGED };
    },
  },
  "an address that was changed after a proof, with a factor": {
    fate: "asked",
    async make(options) {
      const row = await withFactor(options, { isVouched: true });
      await change(row);
      return { ...row, address: CHANGED };
    },
  },
  "an address that was changed after a proof, with the factor of another person": {
    fate: "disowned",
    left: ADA,
    make: (options) => STATES["an address that was changed after a proof, with a factor"]!.make(options),
  },
  "an address that was changed after a proof, with a password and a factor of another person": {
    fate: "disowned",
    left: ADA,
    async make(options) {
      const world = openFactors(options);
      const kit = await world.registerWithFactor();
      await change({ world, address: ADA });
      return { world, kit, address: CHANGED };
    },
  },
  "only a password, never verified": {
    fate: "taken over",
    async make(options) {
      const world = openFactors(options);
      await importUser(world);
      return { world, address: ADA };
    },
  },
  "only a password, and an address that was changed after a proof": {
    fate: "released",
    left: ADA,
    async make(options) {
      const world = openFactors(options);
      await world.register();
      await world.signOut();
      await change({ world, address: ADA });
      return { world, address: CHANGED };
    },
  },
};

type Way = (row: Row, thief: Browser) => Promise<Page>;

const WAYS: Readonly<Record<string, Way>> = {
  "a magic link": async ({ world, address }, thief) => {
    await world.ask(address, thief);
    return await disown(await world.follow(thief));
  },
  "a mailed code": async ({ world, address }, thief) => {
    const page = await world.ask(address, thief);
    return await disown(await page.submit("/auth/callback/email", { code: world.mails.at(-1)!.code }));
  },
  "a new password": async ({ world, address }, thief) => {
    const page = await world.forget(thief, address);
    return await page.submit("/auth/callback/password", {
      code: world.mails.at(-1)!.code,
      password: BETTER,
    });
  },
  "a sign-up": async ({ world, address }, thief) => {
    const page = await world.signUp({ email: address, password: BETTER }, thief);
    if (world.lastPurpose() !== "exists") {
      return await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
    }
    const link = await world.follow(thief);
    return link.url.includes("new-password") || link.html.includes('name="password"')
      ? await link.submit("/auth/callback/password", { password: BETTER })
      : link;
  },
  "a wrong password from before": async ({ world, address }, thief) => {
    await world.ask(address, thief);
    const page = await world.follow(thief);
    if (!page.html.includes('name="current"')) return page;
    const again = await page.submit("/auth/keep-password", { current: "not this one at all" });
    return again.html.includes('name="current"') && again.url.includes("/keep-password")
      ? await again.submit("/auth/keep-password", { choice: "never" })
      : again;
  },
};

for (const [name, { fate, left = null, make }] of Object.entries(STATES)) {
  for (const [way, prove] of Object.entries(WAYS)) {
    testForms(`${way} of a user who is ${name}: ${fate} (SF-11)`, async () => {
      for (const strategy of STRATEGIES) {
        const row = await make({ session: { strategy } });
        const { world, kit, address } = row;
        const { adapter } = world.db;
        const ada = await adapter.getUserByEmail(address);
        const before = await factorOf(world, ada!.id);
        const { passwordHash } = (await adapter.rows.find("security", { userId: ada!.id })) ?? {};
        const accounts = await adapter.listAccountsByUserId(ada!.id);
        const thief = world.visitor();
        const page = await prove(row, thief);
        const user = (await world.sessionIn(thief))?.user;
        const context = `${strategy} ${page.url} ${world.log()}`;
        if (fate === "asked") {
          assert.match(page.url, /\/auth\/second-factor\?/, context);
          assert.equal(user, undefined, context);
          await world.answer(page, { code: world.code(kit!) }, thief);
          assert.equal((await world.sessionIn(thief))?.user.id, ada!.id, context);
          const after = await adapter.getUser(ada!.id);
          assert.deepEqual([after?.email, Boolean(after?.emailVerified)], [address, true], context);
        } else if (fate === "disowned") {
          assert.match(page.text, /I never turned this on/, context);
          await world.answer(page, { choice: "never" }, thief);
          const own = (await world.sessionIn(thief))?.user;
          assert.equal(own?.email, address, `${context} ${world.log()}`);
          assert.notEqual(own?.id, ada!.id, context);
        } else {
          assert.equal(user?.email, address, context);
          assert.equal(user?.id === ada!.id, fate !== "released", context);
        }
        if (fate === "taken over") {
          assert.deepEqual(await adapter.listAccountsByUserId(ada!.id), [], context);
          assert.equal(await isFactorOn(world, ada!.id), false, context);
          continue;
        }
        const after = await factorOf(world, ada!.id);
        assert.deepEqual(
          [after?.enabledAt, after?.totpSecret],
          [before?.enabledAt, before?.totpSecret],
          context,
        );
        assert.deepEqual(await adapter.listAccountsByUserId(ada!.id), accounts, context);
        if (fate !== "released" && fate !== "disowned") continue;
        assert.equal((await adapter.getUser(ada!.id))?.email, left, context);
        const security = await adapter.rows.find("security", { userId: ada!.id });
        assert.equal(security?.passwordHash, passwordHash, context);
      }
    });
  }
}
