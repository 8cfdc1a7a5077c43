import assert from "node:assert/strict";
import { test } from "node:test";
import { afterTests } from "../_after.ts";
import {
  assertFailed,
  type DatabaseWorld,
  openDatabase,
  PASSWORD,
  sessionCookie,
} from "../flows/_database.ts";
import { APP } from "../flows/_world.ts";
import { openDrizzle, openPg, type Published } from "./_published.ts";

const DAY = 86_400;

// All before the first test: Deno ends with success when a module fails that has tests already.
const published: Readonly<Record<string, Published>> = {
  "@auth/pg-adapter": await openPg(),
  "@auth/drizzle-adapter": await openDrizzle(),
};
afterTests(() => Promise.all(Object.values(published).map(({ close }) => close())));

for (const [name, { adapter, rows, empty }] of Object.entries(published)) {
  const walk = (title: string, run: (world: DatabaseWorld) => Promise<void>) =>
    test(`Auth() with the adapter ${name}: ${title}`, async () => {
      await empty();
      await run(openDatabase({ adapter }));
    });

  walk("a first sign-in stores user, account and session; a second one finds them", async (world) => {
    assert.equal((await world.signIn()).text, "Hello Ada Lovelace", world.log());
    const [user, ...others] = await rows("users");
    assert.deepEqual([user!.email, user!.name, others], ["ada@example.com", "Ada Lovelace", []]);
    const [account] = await rows("accounts");
    assert.equal(account!.userId, user!.id);
    assert.equal(account!.providerAccountId, "ada");
    const [session] = await rows("sessions");
    assert.match(String(session!.sessionToken), /^sha256:/);

    const browser = world.visitor();
    const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
    assert.equal((await page.submit("/auth/signin/idp")).url, `${APP}/home`, world.log());
    assert.equal((await world.sessionIn(browser))?.user.email, "ada@example.com");
    assert.equal((await rows("users")).length, 1);
    assert.equal((await rows("accounts")).length, 1);
    assert.equal((await rows("sessions")).length, 2);
  });

  walk("to sign in again replaces the session", async (world) => {
    await world.signIn();
    await world.signIn();
    assert.equal((await rows("sessions")).length, 1);
    assert.equal((await world.session())?.user.email, "ada@example.com");
  });

  walk("a mailed link and a mailed code sign in, once each", async (world) => {
    await world.ask();
    assert.equal((await world.follow()).url, `${APP}/home`, world.log());
    assert.equal((await world.session())?.user.email, "ada@example.com");
    assert.ok((await rows("users"))[0]!.emailVerified);
    assert.match((await world.follow(world.visitor())).text, /Sign in/);
    const browser = world.visitor();
    const sent = await world.ask("ada@example.com", browser);
    await sent.submit("/auth/callback/email", { code: world.mails.at(-1)!.code });
    assert.equal((await world.sessionIn(browser))?.user.email, "ada@example.com");
    const again = await (await world.visitor().open(world.mails.at(-1)!.url)).submit("/auth/callback/email");
    assert.match(again.url, /error=Verification/);
    assert.equal((await rows("users")).length, 1);
  });

  walk("a password signs in", async (world) => {
    const { id } = await world.db.adapter.createUser({
      id: "1",
      email: "ada@example.com",
      emailVerified: null,
    });
    const users = openDatabase({
      adapter,
      password: {
        authorize: async ({ password }) => password === PASSWORD ? await adapter.getUser!(id) : null,
      },
    });
    assert.equal((await users.typePassword()).url, `${APP}/home`, users.log());
    assert.equal((await users.session())?.user.email, "ada@example.com");
  });

  walk("a session is renewed once a day, and ends", async (world) => {
    await world.signIn();
    world.platform.tick(2 * DAY);
    const expires = new Date(world.platform.now() + 30 * DAY * 1000).toISOString();
    assert.equal((await world.session())?.expires, expires, world.log());
    assert.equal(new Date((await rows("sessions"))[0]!.expires as string).toISOString(), expires);
    assert.equal(sessionCookie(world.browser)!.expires, Date.parse(expires));
    const before = world.db.calls.length;
    await world.session();
    assert.deepEqual(world.db.calls.slice(before), ["getSessionAndUser"]);
    const { name, value } = sessionCookie(world.browser)!;
    world.platform.tick(31 * DAY);
    const other = world.visitor();
    other.setCookie(APP, `${name}=${value}; Path=/; Secure`);
    assert.equal(await world.sessionIn(other), null);
    assert.deepEqual(await rows("sessions"), []);
  });

  walk("a signed-in user links an account", async (world) => {
    await world.ask();
    await world.follow();
    world.idp.login({ sub: "elsewhere", name: "Ada", email: "countess@example.com" });
    const page = await world.signIn({ link: true });
    assert.equal(page.url, `${APP}/home`, world.log());
    const [[user], [account]] = [await rows("users"), await rows("accounts")];
    assert.equal(account!.userId, user!.id);
    assert.equal((await rows("users")).length, 1);
    const browser = world.visitor();
    await (await browser.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
    assert.equal((await world.sessionIn(browser))?.user.email, "ada@example.com");
  });

  walk("an address that is taken is refused, and nothing of what is stored is removed", async (world) => {
    await world.signIn();
    world.idp.login({ sub: "mallory", name: "Mallory", email: "ada@example.com" });
    const stranger = world.visitor();
    const page = await stranger.open(`${APP}/auth/signin`);
    await assertFailed(
      world,
      await page.submit("/auth/signin/idp"),
      ["signin", "OAuthAccountNotLinked"],
      stranger,
    );
    const owner = world.visitor();
    await world.ask("ada@example.com", owner);
    // The adapter cannot take a user over, so that the mail does not sign in whoever reads it, either.
    await assertFailed(world, await world.follow(owner), ["signin", "UserNotVerified"], owner);
    assert.equal((await world.session())?.user.email, "ada@example.com");
    assert.equal((await rows("accounts")).length, 1);
    assert.equal((await rows("users")).length, 1);
  });

  walk("a sign-in whose account cannot be stored leaves no user behind", async (world) => {
    let fails = true;
    const { linkAccount } = adapter;
    const failing = openDatabase({
      adapter: {
        ...adapter,
        linkAccount: (account) => fails ? Promise.reject(new Error("gone")) : linkAccount!(account),
      },
    });
    await assertFailed(failing, await failing.signIn(), ["error", "ServerError"]);
    assert.deepEqual(await rows("users"), []);
    fails = false;
    assert.equal((await failing.signIn()).text, "Hello Ada Lovelace", world.log());
  });
}
