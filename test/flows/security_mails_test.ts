import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { all } from "../../src/messages/languages.ts";
import { signInMail } from "../../src/providers/_mail.ts";
import { withRows } from "../_with_rows.ts";
import { AGENTS } from "./_account_page.ts";
import { type DatabaseOptions, openDatabase, PASSWORD, storeUser } from "./_database.ts";
import { ADA, BETTER, GOOD, openPasswords } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { APP, app } from "./_world.ts";

const notices = { email: { notices: true } } satisfies DatabaseOptions;

/** The purposes of the mails since the last call. */
function purposesOf(mails: { readonly purpose: string }[]): readonly string[] {
  return mails.splice(0).map(({ purpose }) => purpose);
}

testForms(
  "A user is told once of each browser in which somebody signs in with a password (LM-10)",
  async () => {
    const world = openPasswords(notices);
    await world.register();
    await world.post("signout");
    await world.enter();
    assert.deepEqual(purposesOf(world.mails), ["confirm"], "the browser of the sign-up is known");
    const thief = world.visitor();
    await world.enter("a wrong password", thief);
    assert.equal(world.mails.length, 0);
    assert.equal((await world.enter(GOOD, thief)).url, `${APP}/home`, world.log());
    const mail = world.mails.at(-1);
    const { purpose, identifier, url, token, code, locale } = mail!;
    assert.deepEqual([purpose, identifier, url], ["newDevice", ADA, `${APP}/auth/account/secure`]);
    assert.deepEqual([token, code], ["", undefined]);
    assert.match(
      locale.messages.intro!,
      /to your \{app\} account in a browser that's new to us: January 1, 2030 at 12:00 AM UTC\.$/,
    );
    assert.equal(await mail!.request.text(), "", "nothing of what was typed");
    await thief.fetch(`${APP}/auth/session`);
    world.mails.length = 0;
    await world.enter(GOOD, thief);
    assert.deepEqual(world.mails, []);
  },
);

testForms(
  "A user is told without the account page and in English alone, by a mail that leads to a page that there is",
  async () => {
    const world = openPasswords({ ...notices, account: false });
    const bare = { ...world.config, languages: undefined };
    world.platform.sites[APP] = (request) => {
      const headers = new Headers(request.headers);
      headers.set("user-agent", AGENTS.firefox);
      return app(new Request(request, { headers }), bare);
    };
    await world.register();
    const [asked] = world.mails;
    assert.match(asked!.locale.messages.asked, /^Requested: Firefox on Linux, January 1, 2030 at .+ UTC$/);
    await world.post("signout");
    world.mails.length = 0;
    await world.enter(GOOD, world.visitor());
    const [mail] = world.mails;
    assert.deepEqual([mail?.purpose, mail?.url], ["newDevice", APP], world.log());
    assert.match(mail!.locale.messages.intro!, /new to us: Firefox on Linux, January 1, 2030/);
    await world.enter();
    await world.post("password", { current: GOOD, password: BETTER });
    const { purpose, otherUrl } = world.mails.at(-1)!;
    assert.deepEqual([purpose, otherUrl], ["passwordChanged", undefined], world.log());
  },
);

testForms(
  "A mail warns of what it has, says why it came, and has two actions where there are two (EM-27)",
  async () => {
    const world = openPasswords(notices);
    await world.register();
    await world.signUp({ password: BETTER }, world.visitor());
    await world.forget(world.visitor());
    await world.forget(world.visitor(), "bob@example.com");
    await world.ask(ADA, world.visitor());
    await world.post("password", { current: GOOD, password: BETTER });
    const told = world.mails.map(({ purpose, otherUrl, locale: { messages: words } }) => [
      purpose,
      /share (.+) with anyone/.exec(words.warning)?.[1] ?? words.warning,
      words.asked.split(", ")[0],
      /because|security/.exec(words.reason)?.[0],
      otherUrl?.slice(APP.length),
      words.otherButton,
    ]);
    const [both, asked, used] = ["the link or the code", "Requested: January 1", "because"];
    const signIn = "/auth/signin?callbackUrl=https%3A%2F%2Fapp.test%2Fhome";
    assert.deepEqual(told, [
      ["confirm", both, asked, used, undefined, undefined],
      ["exists", "the link", asked, used, signIn, "Sign in"],
      ["reset", both, asked, used, undefined, undefined],
      ["noAccount", "", asked, used, undefined, undefined],
      ["signIn", both, asked, used, undefined, undefined],
      ["passwordChanged", "", "", "security", "/auth/account/secure", "Review my account"],
    ]);
  },
);

test("A user is told of a new browser at a provider, but not of one that has the mailbox", async () => {
  const world = openDatabase({ ...notices, oauth: { allowDangerousEmailAccountLinking: true } });
  await storeUser(world, { email: "ada@example.com", emailVerified: new Date(0) });
  await world.ask();
  await world.follow();
  await world.post("signout");
  assert.deepEqual(purposesOf(world.mails), ["signIn"]);
  world.browser.cookies(APP);
  await world.signIn();
  assert.deepEqual(purposesOf(world.mails), ["wayAdded"], "this browser is known, and an account is new");
  const other = world.visitor();
  const page = await other.open(`${APP}/auth/signin?callbackUrl=/home`);
  await page.submit("/auth/signin/idp");
  assert.deepEqual(purposesOf(world.mails), ["newDevice"], world.log());
});

testForms(
  "A user is told of a password that was changed, set anew or added, and not of the first one",
  async () => {
    const world = openPasswords(notices);
    await world.register();
    assert.deepEqual(purposesOf(world.mails), ["confirm"]);
    await world.post("password", { current: GOOD, password: BETTER });
    const [changed] = world.mails;
    assert.equal(changed?.purpose, "passwordChanged", world.log());
    assert.equal(changed.url, `${APP}/auth/forgot-password`);
    assert.equal(await changed.request.text(), "", "no password");
    assert.deepEqual(purposesOf(world.mails), ["passwordChanged"]);
    const form = await world.forget(world.visitor());
    await form.submit("/auth/callback/password", { code: world.mails.at(-1)!.code, password: GOOD });
    assert.deepEqual(purposesOf(world.mails), ["reset", "passwordChanged"]);
  },
);

testForms(
  "A mail about an account is in the language of the form that caused it, without what was typed",
  async () => {
    const world = openPasswords(notices);
    await world.register();
    world.mails.length = 0;
    await world.post("password", { current: GOOD, password: BETTER, ui_locales: "de" });
    const page = await world.visitor().open(`${APP}/auth/signin?callbackUrl=/home&ui_locales=de`);
    await page.submit("/auth/callback/password", { email: ADA, password: BETTER });
    const told = world.mails.map(({ purpose, locale }) => [purpose, locale.language]);
    assert.deepEqual(told, [["passwordChanged", "de"], ["newDevice", "de"]], world.log());
    for (const { request } of world.mails) assert.equal(await request.text(), "");
  },
);

test("A mail about a sign-in at a provider is in the language of the page on which it began", async () => {
  const world = openDatabase({ ...notices, oauth: { allowDangerousEmailAccountLinking: true } });
  await storeUser(world, { email: "ada@example.com", emailVerified: new Date(0) });
  for (const expected of ["wayAdded", "newDevice"]) {
    const page = await world.visitor().open(`${APP}/auth/signin?callbackUrl=/home&ui_locales=de`);
    await page.submit("/auth/signin/idp");
    const { purpose, url, locale: { language } } = world.mails.at(-1)!;
    assert.deepEqual([purpose, language, url], [expected, "de", `${APP}/auth/account/secure?ui_locales=de`]);
  }
});

testForms(
  "Each security mail can be turned off, and an own function gets none unless it says so",
  async () => {
    const cases: readonly (readonly [DatabaseOptions, readonly string[]])[] = [
      [{ ...notices }, ["newDevice", "passwordChanged"]],
      [{ ...notices, securityMails: { newDevice: false } }, ["passwordChanged"]],
      [{ ...notices, securityMails: { passwordChanged: false } }, ["newDevice"]],
      [{ ...notices, securityMails: false }, []],
      [{ ...notices, limits: false }, ["passwordChanged"]],
      [{}, []],
    ];
    for (const [options, purposes] of cases) {
      const world = openPasswords(options);
      await world.register();
      world.mails.length = 0;
      await world.enter(GOOD, world.visitor());
      await world.post("password", { current: GOOD, password: BETTER });
      assert.deepEqual(purposesOf(world.mails), purposes, JSON.stringify(options));
    }
  },
);

test("No security mail goes to an address that was never confirmed", async () => {
  const world = openDatabase({ ...notices, limits: { address: () => null, account: () => "ada" } });
  await storeUser(world, { emailVerified: null });
  await world.typePassword(PASSWORD);
  assert.notEqual(await world.session(), null);
  assert.deepEqual(world.mails, []);
});

testForms("A security mail that cannot be sent stops no sign-in, and none waits long for it", async () => {
  let send = () => Promise.reject(new Error("no connection"));
  const world = openPasswords({
    email: {
      notices: true,
      mails: "both",
      sendVerificationRequest: (request) => {
        if (request.purpose === "newDevice") return send();
        world.mails.push(request as never);
      },
    },
  });
  await world.register();
  assert.equal((await world.enter(GOOD, world.visitor())).url, `${APP}/home`);
  assert.match(world.log(), /EmailSignInError: Cannot send the mail/);
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => isAsked = resolve);
  send = () => (isAsked(), new Promise(() => {}));
  const entering = world.enter(GOOD, world.visitor());
  await asked;
  world.platform.tick(3);
  assert.equal((await entering).url, `${APP}/home`);
});

testForms(
  "Five mails of one purpose go to a user in an hour, and leave all other mails (LM-07)",
  async () => {
    const own = () => undefined;
    for (const limits of [{ address: () => null }, own]) {
      const world = openPasswords({ ...notices, limits });
      await world.register();
      world.mails.length = 0;
      for (let time = 0; time < 12; time++) {
        assert.equal((await world.enter(GOOD, world.visitor())).url, `${APP}/home`, world.log());
      }
      assert.deepEqual(purposesOf(world.mails), Array(5).fill("newDevice"));
      assert.match(
        world.log(),
        /notice-dropped: user ".+" was sent five mails about "newDevice" within an hour/,
      );
      await world.post("password", { current: GOOD, password: BETTER });
      assert.deepEqual(purposesOf(world.mails), ["passwordChanged"], "another purpose");
      assert.equal((await world.forget(world.visitor())).status, 200);
      assert.equal((await world.ask(ADA, world.visitor())).status, 200);
      assert.deepEqual(purposesOf(world.mails), ["reset", "signIn"], "other mails");
      world.platform.tick(3601);
      await world.enter(BETTER, world.visitor());
      assert.deepEqual(purposesOf(world.mails), ["newDevice"]);
    }
  },
);

testForms("Mails that sign in leave those that tell what has happened (LM-07)", async () => {
  const world = openPasswords(notices);
  await world.register();
  for (let time = 0; time < 8; time++) await world.forget(world.visitor());
  world.mails.length = 0;
  await world.enter(GOOD, world.visitor());
  assert.deepEqual(purposesOf(world.mails), ["newDevice"]);
});

testForms("A user is told although the database cannot count", async () => {
  let isDown = false;
  const world = openPasswords({
    ...notices,
    adapter: withRows(Memory(), "attempts", (sound) => ({
      count(added, now) {
        if (isDown && added.expires.getTime() - now.getTime() === 3_600_000) throw new Error("down");
        return sound.count(added, now);
      },
    })),
  });
  await world.register();
  world.mails.length = 0;
  isDown = true;
  assert.equal((await world.enter(GOOD, world.visitor())).url, `${APP}/home`, world.log());
  assert.deepEqual(purposesOf(world.mails), ["newDevice"]);
  assert.match(world.log(), /ServerBusy/);
});

testForms("The security mails of the library are written in each language", async () => {
  for (const { tag: language, load } of all) {
    const world = openPasswords({ ...notices, language });
    await world.register();
    const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    const visitor = world.visitor();
    const { csrfToken } = await (await visitor.fetch(`${APP}/auth/csrf`)).json();
    await visitor.fetch(`${APP}/auth/callback/password`, {
      method: "POST",
      headers: { "user-agent": userAgent },
      body: new URLSearchParams({ csrfToken, email: ADA, password: GOOD }),
    });
    const { locale, url, theme } = world.mails.at(-1)!;
    const mail = signInMail({ url, code: null, host: "app.test", maxAge: 3600, theme, locale });
    assert.match(mail.text, /2030/, language);
    const { general } = await load();
    const device = general.device.replace("{browser}", "Firefox").replace("{system}", "Linux");
    assert.ok(mail.text.replaceAll(/[\u2066-\u2069]/g, "").includes(device), `${device}: ${mail.text}`);
    assert.match(mail.text, /app\.test/, language);
    assert.doesNotMatch(mail.text + mail.html, /\{\w+\}|undefined/, language);
  }
});
