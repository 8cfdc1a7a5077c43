/**
 * The database fails at any call of a second step: nobody is signed in without it, no code counts twice, and no one is locked out.
 *
 * @module
 */

import assert from "node:assert/strict";
import { isNightly } from "../_nightly.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { GOOD } from "./_kept_passwords.ts";
import { testManyForms } from "./_password_forms.ts";
import { codesIn, type FactorWorld, type Kit, openFactors, secretIn } from "./_second_factor.ts";
import { questionOf, send } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";
import { withFaults } from "./_with_faults.ts";

const STRATEGIES = isNightly ? ["jwt", "database"] as const : ["jwt"] as const;

/** A world, and what happens in it. */
interface Prepared {
  readonly world: FactorWorld;
  /** The factor; its secret is that of the app, whether or not the database has it. */
  readonly kit: Kit;
  /** What is sent while the database fails. Called once more afterwards, it must not count again. */
  readonly run: () => Promise<Page | null>;
  /** Whether the user has the factor from before. */
  readonly isOn: boolean;
}

async function open(
  strategy: typeof STRATEGIES[number],
  options: Parameters<typeof openFactors>[0] = {},
): Promise<FactorWorld> {
  const world = openFactors({ session: { strategy }, ...options });
  await world.register();
  return world;
}

async function second(
  strategy: typeof STRATEGIES[number],
  fields: (world: FactorWorld, kit: Kit) => Record<string, string>,
): Promise<Prepared> {
  const world = await open(strategy);
  const kit = await world.turnOn();
  await world.signOut();
  world.platform.tick(30);
  const page = await world.enter();
  const answer = fields(world, kit);
  return { world, kit, isOn: true, run };

  async function run(): Promise<Page | null> {
    const response = await send(world.browser, "second-factor", { question: questionOf(page), ...answer });
    const to = response.headers.get("location");
    return to === null ? null : await world.browser.open(to);
  }
}

async function change(strategy: typeof STRATEGIES[number], action: string): Promise<Prepared> {
  const world = await open(strategy);
  const kit = await world.turnOn();
  const page = await world.browser.open(`${APP}/auth/account`);
  return { world, kit, isOn: true, run: () => page.submit("/auth/second-factor-setup", { action }) };
}

/** Opens a world, and returns what is done while the database fails. */
type Prepare = (strategy: typeof STRATEGIES[number]) => Promise<Prepared>;

const FLOWS: Readonly<Record<string, Prepare>> = {
  "turning it on": async (strategy) => {
    const world = await open(strategy);
    const page = await world.browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
    const kit = { secret: secretIn(page), codes: [] };
    const fields = { code: world.code(kit) };
    return { world, kit, isOn: false, run: () => page.submit("/auth/second-factor-setup", fields) };
  },
  "the second step by a code": (strategy) => second(strategy, (world, kit) => ({ code: world.code(kit) })),
  "the second step by a recovery code": (strategy) =>
    second(strategy, (_world, kit) => ({ recoveryCode: kit.codes[0]! })),
  "remembering a device": (strategy) =>
    second(strategy, (world, kit) => ({ code: world.code(kit), remember: "true" })),
  "setting it up in a sign-in": async (strategy) => {
    let required = false;
    const world = await open(strategy, { secondFactor: { required: () => required } });
    await world.signOut();
    required = true;
    const asked = await world.enter();
    const page = await asked.submit("/auth/second-factor-setup", { mailCode: world.mails.at(-1)!.code });
    const kit = { secret: secretIn(page), codes: [] };
    const fields = { code: world.code(kit) };
    return { world, kit, isOn: false, run: () => page.submit("/auth/second-factor-setup", fields) };
  },
  "new recovery codes": (strategy) => change(strategy, "codes"),
  "turning it off": (strategy) => change(strategy, "off"),
};

/** Signs in with everything that the user has: the password, then the app, or a new factor where one must be set up. */
async function signIn({ world, kit }: Prepared, browser: Browser, where: string): Promise<void> {
  const page = await world.enter(GOOD, browser);
  const { pathname } = new URL(page.url);
  if (pathname === "/auth/second-factor") {
    assert.equal(await world.sessionIn(browser), null, where);
    const done = await world.answer(page, { code: world.nextCode(kit) }, browser);
    assert.equal(done.url, `${APP}/home`, where);
  } else if (pathname === "/auth/second-factor-setup") {
    const mailCode = world.mails.at(-1)!.code;
    const proven = await page.submit("/auth/second-factor-setup", { mailCode });
    const { kit: other } = await world.setUp(proven);
    assert.equal(other.codes.length, 10, where);
    Object.assign(kit, other);
  }
  assert.ok(await world.sessionIn(browser), `the owner gets in ${where}: ${page.url}`);
}

for (const strategy of STRATEGIES) {
  for (const [name, prepare] of Object.entries(FLOWS)) {
    testManyForms(
      `a database that fails during ${name} leaves no way round (SF-08, ${strategy})`,
      async () => {
        let prepared: Prepared;
        let shown: Page | null = null;
        await withFaults(async () => {
          prepared = await prepare(strategy);
          shown = null;
          return [prepared.world, async () => (shown = await prepared.run())];
        }, async (_world, where) => {
          const { world, kit, isOn } = prepared;
          const { adapter } = world.db;
          const [{ id } = { id: "" }] = await world.db.users();
          const session = await world.session<{ aal: number }>();
          const row = await adapter.rows.find("secondFactors", { userId: id });
          if (session) {
            const isOff = name === "turning it off" && !row?.enabledAt;
            assert.ok(session.aal === 2 || isOff || !isOn, `no session at level ${session.aal} ${where}`);
            if (session.aal === 2 && !isOff) assert.ok(row?.enabledAt, where);
          }
          // Codes that were shown count; those that were not have not taken the place of any that the user has.
          const codes = shown ? codesIn(shown) : [];
          const left = row?.recoveryCodes?.split(" ").length ?? 0;
          if (codes.length) assert.equal(left, 10, where);
          // The same answer once more, in another sign-in: it counts once in all.
          if (/second step/.test(name)) {
            const wasUsed = session !== null;
            const other = world.visitor();
            const page = await world.enter(GOOD, other);
            const fields: Record<string, string> = /recovery/.test(name)
              ? { recoveryCode: kit.codes[0]! }
              : { code: world.code(kit) };
            await world.answer(page, fields, other);
            const again = await world.sessionIn(other) !== null;
            assert.ok(!(wasUsed && again), `the code counts twice ${where}`);
          }
          world.platform.tick(1200);
          await signIn(prepared, world.visitor(), where);
          // In the browser of the failure as well.
          await send(world.browser, "signout", {});
          world.platform.tick(1200);
          await signIn(prepared, world.browser, where);
          if (isOn && name !== "turning it off") {
            const stranger = world.visitor();
            await world.enter(GOOD, stranger);
            assert.equal(await world.sessionIn(stranger), null, `the factor is gone ${where}`);
          }
        });
      },
    );
  }
}
