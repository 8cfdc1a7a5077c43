/**
 * The profile on the account page: the name, and fields of the application, with two databases and both kinds of sessions.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { type ProfileOptions, UserProfile } from "../../src/entries/user_profile.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { Auth, type AuthConfig, type Callbacks, type User } from "../../mod.ts";
import { runCall } from "../../src/core/functions.ts";
import { type AccountWorld, DONE, openAccount, REFUSED } from "./_account_page.ts";
import type { DatabaseOptions } from "./_database.ts";
import { send } from "./_send.ts";
import { interruptible } from "./_interruptible.ts";
import { APP, cookieHeader } from "./_world.ts";

const PAGE = `${APP}/auth/account/profile`;

// Node has it since version 22.
const sqlite = await import("node:sqlite").catch(() => null);

const STORES: Readonly<Record<string, () => Promise<Adapter>>> = {
  "in memory": () => Promise.resolve(Memory()),
  ...(sqlite && {
    "in SQLite": async () => {
      const userFields = {
        nickname: "text",
        born: "date",
        news: "boolean",
        plan: "text",
        site: "text",
      } as const;
      const adapter = Sqlite(new sqlite.DatabaseSync(":memory:"), { userFields });
      await adapter.migrate();
      return adapter;
    },
  }),
};

const FIELDS = {
  nickname: {
    label: (language: string) => language === "de" ? "Spitzname" : "Nickname",
    type: "text",
    maxLength: 5,
  },
  born: { label: "Date of birth", type: "date" },
  news: { label: "Newsletter", type: "boolean" },
  plan: { label: "Plan", type: "choice", choices: { free: "Free", paid: "Paid" }, editable: false },
  site: { label: "Website", type: "url" },
} as const satisfies ProfileOptions["fields"];

/** A world in which Ada is signed in, and has a profile. */
async function openProfile(options: ProfileOptions = { fields: FIELDS }, more: DatabaseOptions = {}) {
  return await openAccount({ ...more, features: [UserProfile(options)] });
}

/** The row of Ada. */
async function rowOf({ db }: AccountWorld): Promise<Record<string, unknown>> {
  const [user] = await db.users();
  return { ...user };
}

const change = (world: AccountWorld, fields: Record<string, string>, browser?: Browser) =>
  world.change({ action: "change-profile", ...fields }, browser);

for (const [where, adapter] of Object.entries(STORES)) {
  for (const strategy of ["jwt", "database"] as const) {
    test(`The profile is changed by its form alone, ${where} with sessions of "${strategy}"`, async () => {
      const updates: unknown[] = [];
      const events = { updateUser: ({ user }: { user: User }) => void updates.push(user.name) };
      const world = await openProfile(undefined, { adapter: await adapter(), session: { strategy }, events });
      const before = await rowOf(world);
      const page = await world.browser.open(PAGE);
      assert.match(page.text, /Profile About you Name Nickname Optional Date of birth/);
      const saved = await page.submit("Save", {
        name: "  Ada\u202eKing ",
        nickname: "Lovie",
        born: "1815-12-10",
        site: "https://ada:secret@ada.example",
      });
      assert.equal(saved.url, `${PAGE}?done=profile-saved`);
      assert.match(saved.html, /autofocus>.*Your profile was saved/);
      const stored = { nickname: "Lovie", born: new Date("1815-12-10"), site: "https://ada.example/" };
      // Nothing else of the row is written.
      assert.deepEqual(await rowOf(world), { ...before, name: "Ada King", ...stored });
      assert.equal((await world.session())?.user.name, "Ada King");
      const { profile } = await world.data();
      const fields = { ...stored, born: "1815-12-10", news: false, plan: null };
      assert.deepEqual(profile, { name: "Ada King", nameIsEditable: true, fields });
      // A field that the form does not send stays, and an empty one goes.
      assert.deepEqual(await change(world, { nickname: "", news: "true" }), DONE("profile-saved"));
      assert.deepEqual((await world.data()).profile?.fields, { ...fields, nickname: null, news: true });
      // What is there already is not written.
      assert.deepEqual(await change(world, { name: "Ada King" }), DONE("profile-saved"));
      assert.deepEqual(updates, ["Ada King", "Ada King"]);
      assert.doesNotMatch(world.log(), /error/);
    });
  }
}

test("A form with a mistake changes nothing, and shows what was typed with the error at its field", async () => {
  const world = await openProfile();
  const before = await rowOf(world);
  const typed = { name: "Ada King", nickname: "Loviely", born: "2030-02-30", site: "javascript:alert(1)" };
  const form = await world.browser.open(`${PAGE}?ui_locales=de`);
  const page = await form.submit("Speichern", typed);
  assert.equal(page.url, `${PAGE}?ui_locales=de&error=InvalidProfile&of=nickname`);
  assert.deepEqual(await rowOf(world), before);
  assert.match(page.html, /name="name" type="text" value="Ada King"/);
  assert.match(
    page.html,
    /value="Loviely"[^>]* aria-invalid="true" aria-describedby="profile-nickname-error" autofocus>/,
  );
  assert.match(page.html, /id="profile-nickname-error">Verwenden Sie höchstens 5 Zeichen/);
  assert.match(page.html, /value="2030-02-30"[^>]* aria-invalid.*Geben Sie ein Datum ein/);
  assert.match(page.html, /value="javascript:alert\(1\)"[^>]* aria-invalid.*Geben Sie eine Webadresse ein/);
  assert.match(page.html, /<title>Fehler: Profil/);
  assert.doesNotMatch(page.html, /class="alert"/);
  // Another user of the browser does not see it (PF-03).
  world.idp.login({ sub: "bob", name: "Bob", email: "bob@example.com" });
  await world.browser.open(`${APP}/auth/signout`).then((out) => out.submit("/auth/signout"));
  await world.signIn();
  const ofBob = await world.browser.open(page.url);
  assert.doesNotMatch(ofBob.html, /Loviely|Ada/);
  assert.match(ofBob.html, /class="alert"/);
});

test("Values that no field accepts are refused (PF-02)", async () => {
  const world = await openProfile();
  const wrong: readonly Record<string, string>[] = [
    { name: " \u200b" },
    { name: "😀".repeat(201) },
    { nickname: "sixsix" },
    { born: "10.12.1815" },
    { news: "maybe" },
    { site: "ftp://ada.example" },
    { site: `https://ada.example/${"a".repeat(2000)}` },
  ];
  for (const fields of wrong) {
    assert.deepEqual(await change(world, fields), REFUSED("InvalidProfile"), JSON.stringify(fields));
  }
  assert.deepEqual(await change(world, { name: "😀".repeat(200) }), DONE("profile-saved"));
  const choices = { plan: { ...FIELDS.plan, editable: true }, terms: { ...FIELDS.news, required: true } };
  const others = await openProfile({ name: "optional", fields: choices });
  assert.deepEqual(await change(others, { plan: "toString" }), REFUSED("InvalidProfile"));
  assert.deepEqual(await change(others, { terms: "false" }), REFUSED("InvalidProfile"));
  assert.deepEqual(await change(others, { plan: "paid", name: "" }), DONE("profile-saved"));
  assert.equal((await rowOf(others)).name, null);
});

test("A form writes no field that the profile does not have, or that its user may not change (PF-01)", async () => {
  const world = await openProfile();
  const before = await rowOf(world);
  const others = {
    email: "eve@example.com",
    emailVerified: "2030-01-01",
    id: "1",
    image: "https://e.example",
  };
  assert.deepEqual(await change(world, { ...others, role: "admin", name: "Eve" }), DONE("profile-saved"));
  assert.deepEqual(await rowOf(world), { ...before, name: "Eve" });
  assert.deepEqual(await change(world, { plan: "paid", name: "Ada" }), REFUSED("NotAvailable"));
  assert.deepEqual(await rowOf(world), { ...before, name: "Eve" });
  assert.match((await world.browser.open(PAGE)).text, /Plan –/);
});

test("A form of the profile that was shown to another user changes no one (PF-03)", async () => {
  const world = await openProfile();
  const form = await world.browser.open(PAGE);
  world.idp.login({ sub: "bob", name: "Bob", email: "bob@example.com" });
  await (await world.browser.open(`${APP}/auth/signout`)).submit("/auth/signout");
  await world.signIn();
  assert.match((await form.submit("Save", { name: "Eve" })).url, /error=NotFound/);
  assert.deepEqual((await world.db.users()).map(({ name }) => name).sort(), ["Ada Lovelace", "Bob"]);
});

test("With `follow`, name and picture are those of the provider at the last sign-in (PF-05)", async () => {
  for (const strategy of ["jwt", "database"] as const) {
    const world = await openProfile({ follow: true }, { session: { strategy } });
    assert.deepEqual(await change(world, { name: "Eve" }), REFUSED("NotAvailable"));
    const page = await world.browser.open(PAGE);
    assert.match(page.text, /Your name and picture come from the service.*Name Ada Lovelace$/);
    assert.doesNotMatch(page.html, /change-profile/);
    assert.equal((await world.data()).profile?.nameIsEditable, false);
    const picture = "https://idp.test/ada.png";
    world.idp.login({ sub: "ada", name: "Ada King", email: "ada@example.com", picture });
    await world.signIn();
    const { name, image } = await rowOf(world);
    assert.deepEqual([name, image], ["Ada King", picture]);
    assert.equal((await world.session())?.user.name, "Ada King");
    // What a provider leaves out stays, and a way that is added says nothing about the name.
    world.idp.login({ sub: "ada", email: "ada@example.com" });
    await world.signIn();
    world.idp.login({ sub: "ada-other", name: "Countess", email: "c@other.example" });
    await world.signIn({ provider: "other", link: true });
    assert.equal((await rowOf(world)).name, "Ada King");
    // Where the name cannot be stored, the user signs in nevertheless.
    const { updateUser } = world.db.adapter;
    world.db.adapter.updateUser = () => Promise.reject(new Error("the name is too long"));
    await world.signIn({ provider: "other" });
    world.db.adapter.updateUser = updateUser;
    assert.equal((await world.session())?.user.name, "Ada King");
    assert.match(world.log(), /the name is too long/);
  }
});

test("With `follow`, what the provider sends is checked, and one that is off fixes no name (PF-02)", async () => {
  const world = await openProfile({ follow: true });
  const own = "http://localhost/ada.png";
  const sent = [["Ada\u202e\nKing", own], ["\u200b", "javascript:alert(1)"], [
    " ",
    "http://idp.test/ada.png",
  ]] as const;
  for (const [name, picture] of sent) {
    world.idp.login({ sub: "ada", name, email: "ada@example.com", picture });
    await world.signIn();
    const stored = await rowOf(world);
    assert.deepEqual([stored.name, stored.image], ["Ada King", own]);
  }
  assert.equal((await world.data()).profile?.nameIsEditable, false);
  const providers = world.config.providers?.filter((provider) =>
    !("id" in provider && provider.id === "idp")
  );
  const off = { ...world.config, providers } as AuthConfig;
  world.platform.sites[APP] = (request) => Auth(request, off);
  assert.deepEqual(await change(world, { name: "Ada" }), DONE("profile-saved"));
});

test("With `follow`, a user without an account at a provider changes their name", async () => {
  const world = await openProfile({ follow: true }, { session: { strategy: "jwt" } });
  const browser = world.visitor();
  await world.ask("bob@example.com", browser);
  await world.follow(browser);
  assert.deepEqual(await change(world, { name: "Bob" }, browser), DONE("profile-saved"));
  // The session has it at once, although it began without a name.
  assert.equal((await world.sessionIn(browser))?.user.name, "Bob");
});

test("A field that the database does not have, and an option that is wrong, are errors that say what to write", async () => {
  const adapter = await STORES["in SQLite"]?.();
  if (adapter) {
    const world = await openProfile({ fields: { motto: { label: "Motto", type: "text" } } }, { adapter });
    assert.match((await change(world, { motto: "Onwards" })).path, /\/auth\/error/);
    assert.match(world.log(), /Cannot store the field "motto" .* Add it to `userFields`/);
  }
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [{ name: true }, /`UserProfile\(\{ name \}\)`: write `"required"`/],
    [{ follow: "yes" }, /`UserProfile\(\{ follow \}\)`: write `true`/],
    [{ fields: "nickname" }, /`UserProfile\(\{ fields \}\)`: write an object/],
    [{ fields: { email: FIELDS.site } }, /fields: \{ email \} \}\)`: choose another name/],
    [{ fields: { nickname: { type: "text" } } }, /write `label`/],
    [{ fields: { nickname: { label: "A", type: "number" } } }, /write `type`, one of text, boolean/],
    [{ fields: { plan: { label: "A", type: "choice", choices: {} } } }, /write `choices`/],
    [{ fields: { nickname: { ...FIELDS.nickname, maxLength: 0 } } }, /write a whole number/],
    [{ fields: { nickname: { ...FIELDS.nickname, editable: "no" } } }, /as `editable`/],
  ];
  for (const [options, message] of wrong) {
    const world = await openProfile(options as ProfileOptions);
    await world.browser.open(PAGE);
    assert.match(world.log(), message, JSON.stringify(options));
  }
});

/** Calls `auth.userProfile.change()` in a request of a browser. @param userId The user whose session was read. */
async function callChange(
  { config, browser }: AccountWorld,
  fields: object,
  { headers = {}, userId, from = browser }: { headers?: object; userId: unknown; from?: Browser },
) {
  const request = {
    method: "POST",
    url: `${APP}/me`,
    headers: new Headers({ cookie: cookieHeader(from), ...headers }),
  };
  const named = { name: "userProfile", call: "change", params: [fields] };
  const door = {
    userId: () => Promise.resolve(userId as string | null),
    signInUrl: () => "",
    canSetCookies: () => true,
  };
  return await runCall(request, named, door, config as AuthConfig);
}

test("auth.userProfile.change() stores the fields or says what is wrong with them, and renews a session in a token (PF-04)", async () => {
  for (const strategy of ["jwt", "database"] as const) {
    const world = await openProfile(undefined, { session: { strategy } });
    const { id } = await rowOf(world);
    const call = (fields: object, headers = {}, userId = id) =>
      callChange(world, fields, { headers, userId });
    const wrong = await call({ name: null, nickname: "Loviely", born: "1815-12-10", news: 1 });
    const problems = { name: "required", nickname: "tooLong", news: "invalid" };
    assert.deepEqual(wrong, { value: problems, cookies: [] });
    assert.equal((await rowOf(world)).name, "Ada Lovelace");
    const form = new FormData();
    for (const value of ["Eve", "Ada King"]) form.append("name", value);
    form.append("nickname", "Lovie");
    const { cookies, ...saved } = await call(form);
    assert.deepEqual(saved, { value: {} });
    assert.equal(cookies.length, strategy === "jwt" ? 1 : 0);
    const { name, nickname } = await rowOf(world);
    assert.deepEqual([name, nickname], ["Ada King", "Lovie"]);
    for (const fields of [{ news: true }, { nickname: "Lovie" }]) {
      assert.deepEqual(await call(fields), { value: {}, cookies: [] });
    }
    await assert.rejects(call({ plan: "paid" }), { type: "AccessDenied" });
    await assert.rejects(call({ name: "Eve" }, { origin: "https://evil.example" }), { type: "MissingCSRF" });
    assert.equal((await call({ name: "Eve" }, {}, null)).lack, "session");
    assert.equal((await rowOf(world)).name, "Ada King");
  }
});

test("A session in a token goes on with the name and the picture that it has, and with no others", async () => {
  const jwt: Callbacks["jwt"] = ({ token: { name: _, ...token } }) => token;
  for (const [callbacks, isRenewed] of [[{}, true], [{ jwt }, false]] as const) {
    const world = await openProfile(undefined, { session: { strategy: "jwt" }, callbacks });
    const { id, image = null } = (await world.session())!.user;
    for (
      const [fields, expected] of [[{ news: "true" }, false], [{ name: "Ada King" }, isRenewed]] as const
    ) {
      const { headers } = await send(world.browser, "account", { action: "change-profile", ...fields });
      const cookies = headers.getSetCookie().filter((cookie) => cookie.includes("session-token"));
      assert.equal(cookies.length > 0, expected, JSON.stringify(fields));
    }
    const { user } = (await world.session())!;
    assert.deepEqual([user.id, user.image ?? null], [id, image]);
    assert.equal(user.name, isRenewed ? "Ada King" : undefined);
  }
});

test("A session that has ended changes no profile, whenever it ends (PF-09)", async () => {
  for (const strategy of ["jwt", "database"] as const) {
    const ended = await openProfile(undefined, { session: { strategy } });
    const { id: userId } = await rowOf(ended);
    const from = await ended.elsewhere();
    await ended.change({ action: "sign-out-others" });
    assert.equal((await callChange(ended, { name: "Eve" }, { userId, from })).lack, "session");
    const begin = async () => {
      const database = interruptible();
      const world = await openProfile(undefined, { session: { strategy }, adapter: database.adapter });
      const { id: userId } = await rowOf(world);
      const thief = await world.elsewhere();
      const first = database.count;
      return {
        database,
        world,
        first,
        rename: () => callChange(world, { name: "Eve" }, { userId, from: thief }),
      };
    };
    const { database: { methods }, first, rename } = await begin();
    await rename();
    const asks = strategy === "jwt" ? "find security" : "getSessionAndUser";
    const last = methods.lastIndexOf(asks, methods.indexOf("updateUser", first)) - first;
    assert.ok(last > 0, "it is asked once more");
    for (let call = 0; call <= last; call++) {
      const { database, world, first, rename } = await begin();
      const run = () => world.change({ action: "sign-out-others" });
      database.interrupt = { call: first + call, moment: "before", run };
      await rename().catch((error) => assert.equal(error.type, "UserChanged"));
      assert.equal((await rowOf(world)).name, "Ada Lovelace", `${strategy}, ${call} of ${last}`);
    }
  }
});
