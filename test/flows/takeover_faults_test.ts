/**
 * A takeover of which a part fails or is slow: even then, a stranger who registered the address first stays out.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory.ts";
import type { Adapter } from "../../src/adapters/types.ts";
import { type DatabaseOptions, type DatabaseWorld, openDatabase } from "./_database.ts";
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
  test(`Auth() leaves no password that a stranger sets while the owner takes the user over${when}`, async () => {
    const scene: Scene = await register({ adapter: lateAdapter(() => scene, isAnswerLost) });
    const { world } = scene;
    await world.ask(VICTIM);
    await world.follow();
    assert.equal((await world.session())?.user.id, scene.userId, world.log());
    assert.equal(await scene.strangerIsIn(), false);
  });
}

test("Auth() removes a password that a stranger has just set also if revoke fails once", async () => {
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
  test(`Auth() asks again about a password that authorize() checked ${seconds} s before the end of a takeover`, async () => {
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

test("Auth() does not sign in by an account that a takeover removes while its provider vouches for the address", async () => {
  const inner = Memory();
  let during: (() => Promise<unknown>) | null = null;
  let vouches = false;
  const adapter = {
    ...inner,
    async updateAccount(account: Parameters<typeof inner.updateAccount>[0]) {
      const run = during;
      during = null;
      await run?.();
      return await inner.updateAccount(account);
    },
  };
  const verifiedEmail = ({ email }: { email?: string | null }) => vouches ? email : undefined;
  const { world } = await register({ adapter, oauth: { verifiedEmail } });
  await world.ask(VICTIM);
  vouches = true;
  during = () => world.follow();
  const stranger = world.visitor();
  const page = await (await stranger.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  assert.match(page.url, /error=UserChanged/, world.log());
  assert.equal(await world.sessionIn(stranger), null);
});
