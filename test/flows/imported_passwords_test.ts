/**
 * Passwords of users whose address was never confirmed, as an application imports them.
 *
 * @module
 */

import assert from "node:assert/strict";
import crypto from "node:crypto";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { ConfigError } from "../../src/errors/errors.ts";
import { isNightly } from "../_nightly.ts";
import { assertFailed, assertSignedIn, ReferenceAdapter } from "./_database.ts";
import { ADA, BETTER, GOOD, importUser, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";
import { testForms as test, testManyForms } from "./_password_forms.ts";
import { APP } from "./_world.ts";
import { withFaults } from "./_with_faults.ts";

/** Whether a password signs in, be it after a mail that is confirmed in the same browser. */
async function accepts(world: PasswordWorld, password: string): Promise<boolean> {
  const visitor = world.visitor();
  const page = await world.enter(password, visitor);
  if (page.url.includes("/verify-request")) {
    await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
  }
  return await world.sessionIn(visitor) !== null;
}

for (const strategy of isNightly ? ["database", "jwt"] as const : ["database"] as const) {
  testManyForms(
    `A database that fails while an address is confirmed loses no password that was typed right (PW-08, ${strategy})`,
    async () => {
      await withFaults(async () => {
        const world = openPasswords({ session: { strategy } });
        await importUser(world);
        const page = await world.enter();
        const { code } = world.mails.at(-1)!;
        return [world, () => page.submit("/auth/callback/password", { code })];
      }, async (world, where) => {
        assert.equal(await accepts(world, GOOD), true, where);
        assert.ok((await world.db.users())[0]!.emailVerified, where);
      });
    },
  );
}

for (const strategy of isNightly ? ["database", "jwt"] as const : ["jwt"] as const) {
  testManyForms(
    `A database that fails while a new password is chosen leaves the old one or the new one (PW-08, ${strategy})`,
    async () => {
      await withFaults(async () => {
        const world = openPasswords({ session: { strategy } });
        await importUser(world);
        const page = await world.forget();
        const { code } = world.mails.at(-1)!;
        return [world, () => page.submit("/auth/callback/password", { code, password: BETTER })];
      }, async (world, where) => {
        const works = [await accepts(world, GOOD), await accepts(world, BETTER)];
        assert.equal(works.filter(Boolean).length, 1, where);
        if (where === "without a failure") assert.deepEqual(works, [false, true]);
      });
    },
  );
}

test("A password does not stay with a user whose address has changed before the takeover (PW-03)", async () => {
  const memory = Memory();
  const world = openPasswords({
    adapter: {
      ...memory,
      async takeOverUser(user) {
        await memory.updateUser({ id: user.id, email: "bob@example.com" });
        return await memory.takeOverUser(user);
      },
    },
  });
  await importUser(world);
  const page = await world.forget();
  const done = await page.submit("/auth/callback/password", {
    code: world.mails.at(-1)!.code,
    password: BETTER,
  });
  await assertFailed(world, done, ["signin", "UserChanged"]);
  assert.equal((await memory.rows.find("security", { userId: "1" }))!.passwordHash, null);
});

test("A user who cannot be confirmed, because the adapter lacks a method, is refused before the mail", async () => {
  const { rows } = Memory();
  const adapter = Object.assign(new ReferenceAdapter(), { rows });
  const world = openPasswords({ adapter, session: { strategy: "jwt" } });
  await importUser(world);
  await assertFailed(world, await world.enter(), ["signin", "UserNotVerified"]);
  assert.deepEqual(world.mails, []);
  assert.match(world.log(), /the adapter has no `takeOverUser`/);
  // At start.
  assert.match(world.log(), /mail-refuses-unverified/);
});

test("A wrong code of a new password costs no hash, and a bad password does not cost the code (PW-08)", async () => {
  const world = openPasswords();
  await world.register();
  const page = await world.forget();
  const { code } = world.mails.at(-1)!;
  const { scrypt } = crypto;
  let hashes = 0;
  const counted = (...args: Parameters<typeof scrypt>) => (hashes++, scrypt(...args));
  Object.assign(crypto, { scrypt: counted });
  try {
    await page.submit("/auth/callback/password", { code: "00000000", password: BETTER });
    await page.submit("/auth/callback/password", { code, password: "short" });
    assert.equal(hashes, 0);
    await page.submit("/auth/callback/password", { code, password: BETTER });
    assert.equal(hashes, 1);
  } finally {
    Object.assign(crypto, { scrypt });
  }
  await assertSignedIn(world, ADA);
});

test("A mailed link still works if the server was too busy for the hash that belongs to its code", async () => {
  const world = openPasswords();
  await world.register();
  const page = await world.forget();
  const { code, url } = world.mails.at(-1)!;
  const { scrypt } = crypto;
  Object.assign(crypto, {
    scrypt: () => {
      throw new Error("too busy");
    },
  });
  try {
    await page.submit("/auth/callback/password", { code, password: BETTER });
  } finally {
    Object.assign(crypto, { scrypt });
  }
  assert.equal(await accepts(world, GOOD), true);
  await (await world.browser.open(url)).submit("/auth/callback/password", { password: BETTER });
  await assertSignedIn(world, ADA);
});

test("Passwords sign in while the provider of mail lacks its key, and mails alone are refused", async () => {
  const provider = "email";
  const assertReady = () => {
    throw new ConfigError(`Cannot use provider "${provider}": its key is missing`, { provider });
  };
  for (const mail of [undefined, provider]) {
    const world = openPasswords({ email: { assertReady }, ...(mail && { options: { mail } }) });
    await importUser(world);
    await world.db.adapter.updateUser({ id: "1", emailVerified: new Date(0) });
    const row = (await world.db.adapter.rows.find("security", { userId: "1" }))!;
    await world.db.adapter.rows.store("security", { ...row, passwordIsProven: true }, 0);
    assert.equal((await world.enter()).url, `${APP}/home`, world.log());
    assert.match(world.log(), /its key is missing/);
    assert.match((await world.forget()).url, /\/auth\/error\?error=Configuration/);
    assert.match(world.log(), /the provider of mail is switched off/);
  }
});
