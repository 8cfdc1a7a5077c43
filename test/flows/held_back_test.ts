/**
 * A session that the application holds back, or whose callback fails, is still that of its user: nothing of theirs is taken for a
 * stranger's.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Passkey } from "../../src/providers/passkey.ts";
import { type DatabaseOptions, type DatabaseWorld, openDatabase, sessionCookie } from "./_database.ts";
import { toPerson } from "./_passkeys.ts";
import { APP, oidc } from "./_world.ts";
import { chosen } from "../_short.ts";

/** What `callbacks.session` of an application does until its user has confirmed the address. */
const HELD = {
  "returns `null`": () => null,
  "leaves the user out": ({ expires }: { readonly expires: string }) => ({ expires }),
  "throws": () => {
    throw new Error("the application's database is away");
  },
} as const;

/** A world in which Ada has signed up with a passkey, which proves no address, and her session is held back. */
async function heldBack(
  how: keyof typeof HELD,
  options: DatabaseOptions,
): Promise<DatabaseWorld & { release(): void }> {
  let isHeld = false;
  const world = openDatabase({
    more: (idp) => [oidc(idp, { id: "vouching", name: "Vouching" }), Passkey()],
    ...options,
    callbacks: {
      session: ({ session }: { session: { expires: string } }) => isHeld ? HELD[how](session) : session,
    } as never,
  });
  await toPerson(world.browser, "passkey").register();
  isHeld = true;
  return { ...world, release: () => isHeld = false };
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (const how of Object.keys(HELD) as (keyof typeof HELD)[]) {
    for (const link of ["false", "true"]) {
      test(`the owner of the mailbox whose callbacks.session ${how} keeps the way they have, with ${strategy} and link=${link} (AL-31)`, async () => {
        const world = await heldBack(how, { session: { strategy } });
        const before = await world.db.accounts();
        await world.post("signin/email", { email: "ada@example.com", link, callbackUrl: "/home" });
        // A confirmed address is what the application waits for.
        if (how !== "throws") world.release();
        await world.follow();
        world.release();
        assert.deepEqual(await world.db.accounts(), before, world.log());
        const [ada, ...others] = await world.db.users();
        assert.ok(ada!.emailVerified);
        assert.deepEqual(others, []);
        assert.equal((await world.session())?.user.email, "ada@example.com");
      });
    }

    test(`the owner of the mailbox whose callbacks.session ${how} is asked to sign in again after an hour, with ${strategy} (AL-31)`, async () => {
      const world = await heldBack(how, { session: { strategy } });
      const before = await world.db.accounts();
      world.platform.tick(3700);
      await world.ask("ada@example.com");
      assert.match((await world.follow()).url, /error=OAuthAccountNotLinked/, world.log());
      assert.deepEqual(await world.db.accounts(), before);
    });

    for (const isReleased of [true, false]) {
      test(`who leaves a session in the browser of the owner keeps nothing if callbacks.session ${how}${isReleased ? " no more" : ""}, with ${strategy} (AL-12, AL-31)`, async () => {
        const world = await heldBack(how, { session: { strategy } });
        const { name, value } = sessionCookie(world.browser)!;
        const keep = (more: string) =>
          world.browser.setCookie(APP, `${name}=${value}; Path=/; Secure; HttpOnly${more}`);
        keep("; Max-Age=0");
        await world.ask("ada@example.com");
        keep("");
        if (isReleased) world.release();
        await world.follow();
        assert.deepEqual(await world.db.accounts(), [], world.log());
      });

      test(`who was signed in when the owner asked for the mail keeps nothing if callbacks.session ${how}${isReleased ? " no more" : ""}, with ${strategy} (AL-12, AL-31)`, async () => {
        for (const isLeft of [true, false]) {
          const world = await heldBack(how, { session: { strategy } });
          await world.ask("ada@example.com");
          const { name } = sessionCookie(world.browser)!;
          world.browser.setCookie(APP, `${name}=; Path=/; Secure; HttpOnly; Max-Age=0`);
          if (!isLeft) {
            world.idp.login({ sub: "bob", email: "bob@example.com", email_verified: true });
            await world.signIn({ provider: "vouching" });
          }
          if (isReleased) world.release();
          await world.follow();
          const others = (await world.db.accounts()).filter((key) => !key.startsWith("vouching/"));
          assert.deepEqual(others, [], world.log());
        }
      });
    }

    test(`a provider that vouches for the address takes nothing from a session whose callbacks.session ${how}, with ${strategy} (AL-31)`, async () => {
      const world = await heldBack(how, { session: { strategy } });
      const before = await world.db.accounts();
      world.idp.login({ sub: "work", email: "ada@example.com", email_verified: true });
      await world.signIn({ provider: "vouching" });
      assert.deepEqual(await world.db.accounts(), before, world.log());
      world.release();
      assert.equal((await world.session())?.user.email, "ada@example.com");
    });

    test(`the sign-out page ends a session whose callbacks.session ${how}, with ${strategy}`, async () => {
      const world = await heldBack(how, { session: { strategy } });
      const page = await world.browser.open(`${APP}/auth/signout`);
      assert.doesNotMatch(page.text, /You're signed out/);
      await page.submit("Sign out");
      world.release();
      assert.equal(await world.session(), null);
      assert.match((await world.browser.open(`${APP}/auth/signout`)).text, /You're signed out/);
    });
  }
}
