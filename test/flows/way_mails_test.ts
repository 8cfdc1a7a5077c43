/**
 * The owner of an account is told by mail of each way to sign in that is added or removed.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { all } from "../../src/messages/languages.ts";
import { signInMail } from "../../src/providers/_mail.ts";
import { type AccountWorld, AGENTS, DONE, openAccount, STORES } from "./_account_page.ts";
import { type DatabaseOptions, openDatabase, storeUser } from "./_database.ts";
import { ADA, GOOD, importUser, openPasswords } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP, oauth2 } from "./_world.ts";
import { chosen } from "../_short.ts";

const notices = { email: { notices: true } } satisfies DatabaseOptions;

/** What the mails since the last call were about, and the first line of each. */
function toldIn({ mails }: Pick<AccountWorld, "mails">): readonly string[] {
  return mails.splice(0).map(({ purpose, identifier, locale }) =>
    `${purpose} to ${identifier}: ${locale.messages.intro?.replace(/ \(.*\)\.$/, "")}`
  );
}

const ADDED = (way: string) => `wayAdded to ${ADA}: A way to sign in was added to your {app} account: ${way}`;
const REMOVED = (way: string) =>
  `wayRemoved to ${ADA}: A way to sign in was removed from your {app} account: ${way}`;

/** Opens a world in which Ada has a verified address, and is signed in with her first account. */
async function openVerified(options: DatabaseOptions = {}): Promise<AccountWorld> {
  const world = await openAccount({ ...notices, ...options });
  const [user] = await world.db.users();
  await world.db.adapter.updateUser({ id: user!.id, email: ADA, emailVerified: new Date(0) });
  assert.deepEqual(toldIn(world), [], "the first way");
  return world;
}

/** Removes the first way of a list. */
async function remove(world: AccountWorld, list: "passkeys" | "accounts", name?: string): Promise<void> {
  const ways = (await world.data())[list]!;
  const { id } = ways.find((way) => name === undefined || way.name === name)!;
  assert.deepEqual(await world.change({ action: "remove", id }), DONE("removed"));
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (const [how, adapter] of Object.entries(STORES)) {
    test(`The owner is told of each passkey and account that is added or removed (LM-10, ${strategy}, ${how})`, async () => {
      const world = await openVerified({ adapter: await adapter(), session: { strategy } });
      await world.addPasskey();
      assert.deepEqual(toldIn(world), [ADDED("Passkey")], world.log());
      await world.addOther();
      assert.deepEqual(toldIn(world), [ADDED("Other")]);
      await world.signIn({ provider: "other" });
      assert.deepEqual(toldIn(world), [], "nothing is added");
      await remove(world, "accounts", "Other");
      assert.deepEqual(toldIn(world), [REMOVED("Other")]);
      await remove(world, "passkeys");
      assert.deepEqual(toldIn(world), [REMOVED("Passkey")]);
    });
  }
}

test("The owner is told of an account that is added behind the question of the page (LM-10)", async () => {
  const world = await openVerified();
  world.idp.login({ sub: "ada-other", name: "Ada King", email: "king@other.example" });
  const page = await world.signIn({ provider: "other" });
  assert.equal(new URL(page.url).pathname, "/auth/link", page.url);
  assert.deepEqual(toldIn(world), [], "nothing is added yet");
  await page.submit("/auth/link", { choice: "link" });
  assert.deepEqual(toldIn(world), [ADDED("Other")]);
});

test("The owner is told of an account that is added by its address alone (LM-10)", async () => {
  const world = openDatabase({ ...notices, oauth: { allowDangerousEmailAccountLinking: true } });
  await storeUser(world, { email: ADA, emailVerified: new Date(0) });
  await world.signIn();
  assert.deepEqual(toldIn(world), [ADDED("Fake")], world.log());
});

testForms(
  "The owner is told of a password that goes, because they have not typed it right (LM-10)",
  async () => {
    for (const strategy of chosen(["jwt", "database"] as const)) {
      const answers: Record<string, string>[] = [{ current: "wrong" }, { choice: "never" }, {
        current: GOOD,
      }];
      for (const answer of answers) {
        const world = openPasswords({ session: { strategy }, ...notices });
        await importUser(world);
        const account = { userId: "1", provider: "idp", providerAccountId: "ada", type: "oauth" } as const;
        await world.db.adapter.linkAccount(account);
        await world.ask();
        const page = await world.follow();
        world.mails.length = 0;
        await page.submit("/auth/keep-password", answer);
        const isKept = answer.current === GOOD;
        assert.equal(
          (await world.db.adapter.rows.find("security", { userId: "1" }))!.passwordHash !== null,
          isKept,
        );
        assert.deepEqual(
          toldIn(world),
          [REMOVED("Fake"), ...isKept ? [] : [REMOVED("Password")]],
          world.log(),
        );
      }
    }
  },
);

test("The mail about a way has the browser, the time and a link to the account page", async () => {
  const world = await openVerified();
  world.agent = AGENTS.safari;
  await world.addOther();
  const { url, token, code, request, locale } = world.mails.at(-1)!;
  assert.deepEqual([url, token, code], [`${APP}/auth/account/secure`, "", undefined]);
  assert.equal(await request.text(), "", "nothing of what was typed");
  assert.match(locale.messages.intro!, /: Other \(Safari on iPhone, January 1, 2030 at .* UTC\)\.$/);
});

test("No mail about a way goes to an address that was never confirmed, nor where it is turned off", async () => {
  const unverified = await openAccount(notices);
  await unverified.addOther();
  assert.deepEqual(toldIn(unverified), []);
  for (const securityMails of [false, { ways: false }] as const) {
    const world = await openVerified({ securityMails });
    await world.addOther();
    await remove(world, "accounts", "Other");
    assert.deepEqual(toldIn(world), []);
  }
});

for (const strategy of chosen(["jwt", "database"] as const)) {
  testForms(
    `The owner is told of each way once a second factor has proven the address that is not verified (LM-10, ${strategy})`,
    async () => {
      const world = openFactors({
        session: { strategy },
        more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
      });
      const { idp, db, mails } = world;
      idp.login({ sub: "ada", name: "Ada", email: ADA, email_verified: false });
      await world.signIn();
      await world.turnOn();
      const [user] = await db.users();
      assert.equal(user?.emailVerified, null, world.log());
      assert.deepEqual(mails.map(({ purpose }) => purpose), ["enrol", "secondFactorOn"], world.log());
      mails.length = 0;
      idp.login({ sub: "ada-other", name: "Ada King", email: "king@other.example" });
      await world.signIn({ provider: "other", link: true });
      assert.deepEqual(toldIn(world), [ADDED("Other")], world.log());
      // The application stores an address of which no one has proven the mailbox.
      await db.adapter.updateUser({ id: user!.id, email: "eve@example.com", emailVerified: null });
      idp.login({ sub: "third", name: "Ada Third", email: "third@other.example" });
      await world.signIn({ provider: "other", link: true });
      assert.deepEqual(toldIn(world), [], world.log());
    },
  );
}

test("A way that the config does not have any more is named by its id", async () => {
  const world = await openVerified();
  await world.addOther();
  toldIn(world);
  const providers = world.config.providers as unknown as { id?: string; options?: { id?: string } }[];
  const index = providers.findIndex((each) => (each.options?.id ?? each.id) === "other");
  providers.splice(index, 1);
  await remove(world, "accounts", "other");
  assert.deepEqual(toldIn(world), [REMOVED("other")]);
});

test("The mails about ways are written in each language, with all their words", async () => {
  for (const { tag: language } of all) {
    const world = await openVerified({ language });
    await world.addOther();
    await remove(world, "accounts", "Other");
    assert.deepEqual(world.mails.map(({ purpose }) => purpose), ["wayAdded", "wayRemoved"]);
    for (const { url, locale, theme } of world.mails) {
      const mail = signInMail({ url, code: null, host: "app.test", maxAge: 3600, theme, locale });
      assert.match(mail.text, /Other/, language);
      assert.match(mail.text, /2030/, language);
      assert.match(mail.subject, /app\.test/, language);
      assert.doesNotMatch(mail.text + mail.html + mail.subject, /\{\w+\}|undefined/, language);
    }
  }
});

testForms(
  "a sign-in by a provider adds no way to a user whose address the application has changed",
  async () => {
    const changed = "changed@example.com";
    for (const strategy of chosen(["database", "jwt"] as const)) {
      const world = openFactors({ session: { strategy } });
      const browser = world.visitor();
      await world.ask(ADA, browser);
      await world.follow(browser);
      const [ada] = await world.db.users();
      const account = { userId: ada!.id, type: "oauth", provider: "idp", providerAccountId: "ada" } as const;
      await world.db.adapter.linkAccount(account);
      await world.db.adapter.updateUser({ id: ada!.id, email: changed, emailVerified: new Date(0) });
      world.idp.login({ sub: "ada", name: "Ada", email: ADA });
      world.mails.length = 0;
      await (await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp");
      assert.equal((await world.session())?.user.id, ada!.id, world.log());
      const told = world.mails.map(({ purpose, identifier }) => [purpose, identifier]);
      assert.deepEqual(told, [["newDevice", changed]], strategy);
    }
  },
);
