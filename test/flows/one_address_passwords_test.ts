/**
 * One form of an address at the doors of `Password()` and `Passkey()`: sign-up, sign-in, forgotten passwords, and rows that an
 * application has imported.
 *
 * @module
 */

import assert from "node:assert/strict";
import { assertSignedIn } from "./_database.ts";
import { BETTER, GOOD, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";
import { openPasskeys } from "./_passkeys.ts";
import { testForms as test } from "./_password_forms.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { hashPassword } from "../../src/crypto/password.ts";

const ONE = "josé@xn--bcher-kva.example";

/** One mailbox, as people type it. */
const SPELLINGS: readonly string[] = [
  " josé@bücher.example\t",
  "\u200BJOSÉ@Bücher.Example\uFEFF",
  "jose\u0301@bu\u0308cher.example",
  "josé@XN--BCHER-KVA.example",
  "ｊｏｓé＠bücher.example",
];

for (const email of SPELLINGS) {
  const written = JSON.stringify(email);

  test(`Password() knows the mailbox of ${written} in each form (AL-26)`, async () => {
    const world = openPasswords();
    const page = await world.signUp({ email });
    assert.equal(world.mails[0]?.identifier, ONE, world.log());
    await page.submit("/auth/callback/password", { code: world.mails[0]!.code });
    await assertSignedIn(world, ONE);
    // Known to another who signs up, in each other spelling: no second user.
    for (const other of ["josé@bücher.example", email]) {
      await world.signUp({ email: other, password: BETTER }, world.visitor());
      assert.notEqual(world.lastPurpose(), "confirm");
    }
    assert.equal((await world.db.users()).length, 1);
    await world.post("signout");
    await world.enter(GOOD, world.browser, email);
    await assertSignedIn(world, ONE);
    await world.post("signout");
    await world.forget(world.browser, email);
    assert.deepEqual([world.mails.at(-1)?.identifier, world.lastPurpose()], [ONE, "reset"]);
  });

  test(`Password() finds an imported user as ${written} (AL-26)`, async () => {
    for (const stored of [ONE, "josé@bücher.example"]) {
      const world = openPasswords();
      await importAs(world, stored);
      await world.enter(GOOD, world.browser, email);
      await assertSignedIn(world, stored);
      assert.equal((await world.db.users()).length, 1);
    }
  });
}

for (const stored of ["jose\u0301@example.com", "\u200Bada@example.com", "ada@example\u3002com"]) {
  test(`Password() and Passkey() find a user who is imported as ${JSON.stringify(stored)} (AL-26)`, async () => {
    const world = openPasswords();
    await importAs(world, stored);
    await world.enter(GOOD, world.browser, stored);
    assert.equal((await world.session())?.user.id, "1", world.log());
    await world.signUp({ email: stored, password: BETTER }, world.visitor());
    assert.equal(world.lastPurpose(), "exists");
    const other = world.visitor();
    await world.forget(world.visitor(), stored);
    await (await world.follow(other)).submit("/auth/callback/password", { password: BETTER });
    assert.equal((await world.sessionIn(other))?.user.id, "1", world.log());
    // With a mail to confirm the address.
    const unverified = openPasswords();
    await importAs(unverified, stored, null);
    await unverified.enter(GOOD, unverified.browser, stored);
    await unverified.follow();
    assert.equal((await unverified.session())?.user.id, "1", unverified.log());
    const passkeys = openPasskeys();
    await passkeys.adapter.createUser({ id: "1", email: stored, emailVerified: null });
    await passkeys.register({ email: stored });
    assert.equal(await passkeys.session(), null);
    assert.match(passkeys.log(), /AccountNotLinked: Cannot sign in: a user with the same address/);
  });
}

test("Password() opens the link of its mail to an address that is stored with capitals (AL-26)", async () => {
  const stored = "Ada+News@Example.com";
  for (const isHere of [true, false]) {
    const db = Memory();
    // As MySQL does by default, `citext` of Postgres and `NOCASE` of SQLite.
    const getUserByEmail = (email: string) =>
      db.getUserByEmail(email.toLowerCase() === stored.toLowerCase() ? stored : email);
    const world = openPasswords({ adapter: { ...db, getUserByEmail }, email: { mails: "link" } });
    await importAs(world, stored, null);
    await world.enter(GOOD, world.browser, stored);
    const browser = isHere ? world.browser : world.visitor();
    const page = await world.follow(browser);
    if (!isHere) await page.submit("/auth/keep-password", { current: GOOD });
    assert.equal((await world.sessionIn(browser))?.user.email, stored, world.log());
    assert.equal((await world.db.users()).length, 1);
    // The address keeps its spelling: the application may look for it.
    await world.enter(GOOD, world.visitor(), stored.toLowerCase());
    assert.equal((await db.getUser("1"))?.email, stored);
  }
});

test("Password() counts tries of a password for all spellings of an address together (LM-01, AL-26)", async () => {
  const world = openPasswords();
  await importAs(world, ONE);
  for (let time = 0; time < 4; time++) {
    for (const email of SPELLINGS) await world.enter("a wrong one that is long", world.visitor(), email);
  }
  await world.enter(GOOD, world.browser, ONE);
  assert.equal(await world.session(), null);
  const answers = world.log().match(/CredentialsSignin(?=:)|RateLimited(?=:)/g);
  assert.deepEqual(answers, [
    ...Array<string>(10).fill("CredentialsSignin"),
    ...Array<string>(11).fill("RateLimited"),
  ]);
});

test("Passkey() stores the address that is typed at sign-up in its one form (AL-26)", async () => {
  for (const email of SPELLINGS) {
    const world = openPasskeys();
    await world.register({ email });
    assert.equal((await world.session())?.user.email, ONE, world.log());
  }
});

async function importAs(
  { db }: PasswordWorld,
  email: string,
  emailVerified: Date | null = new Date(0),
): Promise<void> {
  await db.adapter.createUser({ id: "1", name: "José", email, emailVerified });
  const row = { userId: "1", generation: 0, passwordIsProven: true, passwordSetAt: null };
  await db.adapter.rows.store("security", { ...row, passwordHash: await hashPassword(GOOD) }, null);
}
