/**
 * `cost` of `Password()`: each place that makes a hash or compares with one has it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { Auth } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { hashPassword, type PasswordCost } from "../../src/crypto/password.ts";
import { Email } from "../../src/providers/email.ts";
import { Password } from "../../src/providers/password.ts";
import { computedBy } from "../_computed.ts";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import {
  ADA,
  BETTER,
  GOOD,
  importUser,
  openPasswords,
  type PasswordWorld,
  storeConfirmed,
} from "./_kept_passwords.ts";
import { APP, SECRET } from "./_world.ts";

const COSTS: readonly [cost: PasswordCost, begin: string][] = [
  [{ ln: 15 }, "$scrypt$ln=15,r=8,p=1$"],
  [{ ln: 16, p: 3 }, "$scrypt$ln=16,r=8,p=3$"],
  [{ algorithm: "pbkdf2-sha256", iterations: 2000 }, "$pbkdf2-sha256$i=2000$"],
];

/** Stores Ada, who has confirmed her address, with `GOOD` at another cost. */
async function store(world: PasswordWorld, cost?: PasswordCost): Promise<void> {
  await storeConfirmed(world, await hashPassword(GOOD, cost));
}

/** Each way to a new hash, by name. */
const WAYS: Readonly<Record<string, (world: PasswordWorld) => Promise<unknown>>> = {
  "a sign-up": (world) => world.register(),
  "the code of a forgotten password": async (world) => {
    await store(world);
    const page = await world.forget();
    await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code, password: BETTER });
  },
  "the link of a forgotten password": async (world) => {
    await store(world);
    await world.forget();
    const page = await world.follow(world.visitor());
    await page.submit("/auth/callback/password", { password: BETTER });
  },
  "a change": async (world) => {
    await world.register();
    await (await world.browser.open(`${APP}/auth/password`)).submit("/auth/password", {
      current: GOOD,
      password: BETTER,
    });
  },
  "a sign-in with a cheaper hash": async (world) => {
    await store(world, { ln: 10 });
    await world.enter();
  },
  "a sign-in with a costlier hash": async (world) => {
    await store(world, { ln: 17, p: 2 });
    await world.enter();
  },
  "an imported password that is confirmed by mail": async (world) => {
    await importUser(world);
    const page = await world.enter();
    await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
  },
  "a password that is kept after a magic link": async (world) => {
    await importUser(world);
    await world.ask();
    await (await world.follow()).submit("/auth/keep-password", { current: GOOD });
  },
};

for (const [way, go] of Object.entries(WAYS)) {
  test(`A hash that is made by ${way} has the cost of the config`, async () => {
    await withQuickScrypt(async () => {
      for (const [cost, begin] of COSTS) {
        const world = openPasswords({ options: { cost }, secret: crypto.randomUUID() + crypto.randomUUID() });
        await go(world);
        const { db } = world;
        const user = await db.adapter.getUserByEmail(ADA);
        const { passwordHash } = (await db.adapter.rows.find("security", { userId: user!.id }))!;
        assert.ok(passwordHash?.startsWith(begin), `${passwordHash}\n${world.log()}`);
        const next = world.visitor();
        const pages = [await world.enter(GOOD, next), await world.enter(BETTER, next)];
        assert.ok(pages.some(({ url }) => url === `${APP}/home`), world.log());
        assert.equal(
          (await db.adapter.rows.find("security", { userId: user!.id }))?.passwordHash,
          passwordHash,
          "it stays",
        );
      }
    });
  });
}

test("The current password of a change, and the one that is kept, are compared at the cost of the config", async () => {
  const options = { cost: { ln: 18 } } as const;
  const questions: Readonly<Record<string, (world: PasswordWorld) => Promise<unknown>>> = {
    "a change": async (world) => {
      await withQuickScrypt(() => world.register());
      const page = await world.browser.open(`${APP}/auth/password`);
      return () => page.submit("/auth/password", { current: BETTER, password: BETTER });
    },
    "a question": async (world) => {
      await withQuickScrypt(() => importUser(world));
      await world.ask();
      const page = await world.follow();
      return () => page.submit("/auth/keep-password", { current: BETTER });
    },
  };
  for (const [name, open] of Object.entries(questions)) {
    const wrong = await open(openPasswords({ options })) as () => Promise<unknown>;
    const { rounds } = await computedBy(wrong);
    assert.ok(Math.abs(rounds - 2 ** 21) <= 2 ** 21 / 100, `${name}: ${rounds} rounds`);
  }
});

test("A cost out of bounds is a mistake in the config, which says what to write", async () => {
  // Without the algorithm, iterations would have no effect.
  for (const cost of [{ ln: 19 }, { iterations: 4_000_000 }, { ln: 18, signal: AbortSignal.timeout(1) }]) {
    const errors: Error[] = [];
    const logger = { error: (error: Error) => void errors.push(error), warn() {} };
    const providers = [
      Password({ cost: cost as PasswordCost }),
      Email({ server: "smtp://localhost", from: "a@b.example" }),
    ];
    const config = { adapter: Memory(), providers, secret: SECRET, url: APP, logger };
    assert.equal((await Auth(new Request(`${APP}/auth/signin`), config)).status, 500);
    assert.equal(errors[0]?.name, "Configuration");
    assert.match(errors[0]!.message, /`cost` is out of bounds, .* Write one such as `cost: \{ ln: 18 \}`/);
  }
});

test("On Cloudflare Workers, a cost that an isolate has no room for is a mistake in the config", async () => {
  const worker = new Worker(new URL("./_password_cost_on_workers.ts", import.meta.url));
  const pbkdf2 = { algorithm: "pbkdf2-sha256" };
  const refused = [{ ln: 18 }, { ln: 17 }, { ln: 16, p: 3 }, pbkdf2, { ...pbkdf2, iterations: 100_001 }];
  const accepted = [undefined, {}, { ln: 16, p: 2 }, { ln: 15 }, { ...pbkdf2, iterations: 100_000 }];
  worker.postMessage([...refused, ...accepted]);
  const [messages] = await once(worker, "message");
  await worker.terminate();
  for (const [index, cost] of refused.entries()) {
    assert.match(
      messages[index],
      /Workers have scrypt up to 64 MiB, `cost: \{ ln: 16, r: 8, p: 2 \}`/,
      JSON.stringify(cost),
    );
  }
  assert.deepEqual(messages.slice(refused.length), accepted.map(() => ""));
});
