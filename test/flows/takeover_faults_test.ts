/**
 * A takeover of which a part fails or is slow: even then, a stranger who registered the address first stays out.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { type DatabaseOptions, type DatabaseWorld, openDatabase } from "./_database.ts";
import { interruptible } from "./_interruptible.ts";
import { APP } from "./_world.ts";

const VICTIM = "ada@example.com";
const PASSWORD = "the stranger's password";

interface Scene {
  readonly world: DatabaseWorld;
  /** Passwords by the id of their user. */
  readonly passwords: Map<string, string>;
  /** Id of the user whom the stranger has registered. */
  readonly userId: string;
  /** Whether the stranger can sign in with the password an hour later. */
  strangerIsIn(): Promise<boolean>;
}

/** A stranger has registered the address of Ada at a provider, and has set a password. */
async function register(
  options: DatabaseOptions & { readonly adapter: Required<Adapter> },
  passwords = new Map<string, string>(),
): Promise<Scene> {
  const { adapter } = options;
  const world = openDatabase({
    ...options,
    password: {
      authorize: async ({ password }) => {
        const [id] = [...passwords].find(([, each]) => each === password) ?? [];
        return id === undefined ? null : await adapter.getUser(id);
      },
      revoke: ({ id }) => passwords.delete(id),
      ...options.password,
    },
  });
  world.idp.login({ sub: "mallory", name: "Mallory", email: VICTIM });
  await (await world.visitor().open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  const { id: userId } = (await adapter.getUserByEmail(VICTIM))!;
  passwords.set(userId, PASSWORD);
  return {
    world,
    passwords,
    userId,
    async strangerIsIn() {
      world.platform.tick(3600);
      const browser = world.visitor();
      await world.typePassword(PASSWORD, browser);
      return (await world.sessionIn(browser)) !== null;
    },
  };
}

/** A database in which the stranger sets the password anew just before a takeover. */
function lateAdapter(scene: () => Scene, isAnswerLost: boolean): Required<Adapter> {
  const inner = Memory();
  let isFirst = true;
  return {
    ...inner,
    async takeOverUser(user) {
      if (isFirst) scene().passwords.set(user.id, PASSWORD);
      const taken = await inner.takeOverUser(user);
      if (isAnswerLost && isFirst) {
        isFirst = false;
        throw new Error("the connection was lost after COMMIT");
      }
      isFirst = false;
      return taken;
    },
  };
}

for (const isAnswerLost of [false, true]) {
  const when = isAnswerLost ? ", and the answer of the database is lost" : "";
  test(`Auth() removes a password that an attacker sets while the owner takes the user over${when} (AL-17)`, async () => {
    const scene: Scene = await register({ adapter: lateAdapter(() => scene, isAnswerLost) });
    const { world } = scene;
    await world.ask(VICTIM);
    await world.follow();
    assert.equal((await world.session())?.user.id, scene.userId, world.log());
    assert.equal(await scene.strangerIsIn(), false);
  });
}

test("Auth() also removes a password that an attacker has just set if revoke fails once (AL-17, KL-19)", async () => {
  let calls = 0;
  const passwords = new Map<string, string>();
  const revoke = ({ id }: { id: string }) => {
    if (++calls === 2) throw new Error("the table is locked");
    return passwords.delete(id);
  };
  const scene: Scene = await register(
    { adapter: lateAdapter(() => scene, false), password: { revoke } },
    passwords,
  );
  await scene.world.ask(VICTIM);
  await scene.world.follow();
  assert.equal(calls, 3);
  assert.equal(await scene.strangerIsIn(), false);
});

test("Auth() says that a password must be removed by hand if revoke never works after the takeover", async () => {
  let calls = 0;
  const revoke = () => {
    if (++calls > 1) throw new Error("the table is gone");
    return true;
  };
  const { world } = await register({ adapter: Memory(), password: { revoke } });
  await world.ask(VICTIM);
  assert.match((await world.follow()).url, /error=ServerError/);
  assert.match(world.log(), /Cannot remove the password of user .*Remove it by hand/);
});

for (const seconds of [0, 60, 121, 3600]) {
  test(`Auth() asks again about a password that authorize() checked ${seconds} s before the end of a takeover (AL-17)`, async () => {
    let during: (() => Promise<void>) | null = null;
    const adapter = Memory();
    const passwords = new Map<string, string>();
    const authorize = async ({ password }: Readonly<Record<string, unknown>>) => {
      const [id] = [...passwords].find(([, each]) => each === password) ?? [];
      if (id === undefined) return null;
      const run = during;
      during = null;
      await run?.();
      return await adapter.getUser(id);
    };
    const { world } = await register({ adapter, password: { authorize } }, passwords);
    during = async () => {
      await world.ask(VICTIM);
      await world.follow();
      world.platform.tick(seconds);
    };
    const stranger = world.visitor();
    await world.typePassword(PASSWORD, stranger);
    assert.equal(passwords.size, 0);
    assert.notEqual(await world.session(), null);
    assert.equal(await world.sessionIn(stranger), null);
  });
}

test("Auth() does not sign in by an account that a takeover removes, whenever, while its provider vouches for the address (AL-16)", async () => {
  let isInterrupted = true;
  let takeovers = 0;
  for (let call = 0; isInterrupted; call++) {
    for (const moment of ["before", "after"] as const) {
      const where = `${moment} call ${call}`;
      const db = interruptible();
      let vouches = false;
      const verifiedEmail = ({ email }: { email?: string | null }) => vouches ? email : undefined;
      const { world, userId } = await register({ adapter: db.adapter, oauth: { verifiedEmail } });
      await world.ask(VICTIM);
      vouches = true;
      const stranger = world.visitor();
      const signInPage = await stranger.open(`${APP}/auth/signin`);
      db.count = 0;
      let after: string | null = null;
      const run = async () => {
        after = (await world.follow()).url;
      };
      db.interrupt = { call, moment, run };
      await signInPage.submit("/auth/signin/idp");
      isInterrupted = db.interrupt === null;
      if (!isInterrupted) continue;
      assert.notEqual(await world.session(), null, where);
      // A provider that was faster has verified the user, who keeps the account then.
      if (after!.includes("/taken-over")) {
        takeovers++;
        assert.equal(await world.sessionIn(stranger), null, `${where}\n${world.log()}`);
        assert.deepEqual(await db.adapter.listAccountsByUserId(userId), [], where);
      }
    }
  }
  assert.ok(takeovers > 2);
});
