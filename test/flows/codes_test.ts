import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "../../src/testing/mod.ts";
import {
  ADAPTERS,
  assertFailed,
  type DatabaseOptions,
  type DatabaseWorld,
  openDatabase,
  sessionCookie,
} from "./_database.ts";
import { send } from "./_send.ts";
import { APP, cookieHeader, errorPage } from "./_world.ts";

const FORM = "/auth/callback/email";

/** A world in which Ada has asked for a mail, and the page that takes its code. */
async function asked(options: DatabaseOptions = {}) {
  const world = openDatabase(options);
  const page = await world.ask();
  const { code } = world.mails[0]!;
  return { world, page, code, wrong: wrongCode(code) };
}

/** A code that is not the one. */
function wrongCode(code: string): string {
  return code.replace(/^./, (digit) => digit === "0" ? "1" : "0");
}

/** Asserts that a code was wrong, and can be tried again. */
async function assertWrong(world: DatabaseWorld, page: Page) {
  await assertFailed(world, page, ["verify-request", "InvalidCode"]);
  assert.match(page.text, /That code isn't right/);
}

/** Posts a code with the cookies that a browser had, whatever it has now. */
async function replay(world: DatabaseWorld, cookie: string, csrfToken: string, code: string) {
  const body = new URLSearchParams({ csrfToken, code });
  const request = new Request(APP + FORM, { method: "POST", body, headers: { cookie } });
  return await world.platform.sites[APP]!(request);
}

/** The cookies of a browser and its CSRF token. */
async function cookiesAndToken({ browser }: DatabaseWorld) {
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const cookie = cookieHeader(browser);
  return { cookie, csrfToken };
}

for (const [kind, adapter] of Object.entries(ADAPTERS)) {
  test(`Auth() signs in by the code in the browser that asked, also after four wrong ones, with ${kind}`, async () => {
    const { world, page, code, wrong } = await asked({ adapter: adapter() });
    let again = page;
    for (let time = 0; time < 4; time++) {
      await assertWrong(world, again = await again.submit(FORM, { code: wrong }));
      assert.match(again.text, new RegExp(`Tries left: ${4 - time}\\.`));
    }
    assert.equal((await again.submit(FORM, { code })).url, `${APP}/home`, world.log());
    assert.equal((await world.session())?.user.email, "ada@example.com");
    const [user, ...others] = await world.db.users();
    assert.deepEqual([user!.emailVerified, others], [new Date(world.platform.now()), []]);
    assert.deepEqual(world.db.tokens(), []);
    assert.equal(world.browser.cookies(APP).some(({ name }) => name.includes("mail")), false);
    // Back: no mail is on its way.
    assert.equal((await world.browser.open(page.url)).url, `${APP}/`);
  });

  test(`Auth() rejects code and link after five wrong codes, with ${kind} (EM-25)`, async () => {
    const { world, page, code, wrong } = await asked({ adapter: adapter() });
    for (let time = 0; time < 4; time++) await page.submit(FORM, { code: wrong });
    const over = ["signin", "TooManyWrongCodes"] as const;
    const failed = await page.submit(FORM, { code: wrong });
    await assertFailed(world, failed, over);
    assert.match(failed.text, /There were too many wrong codes\. Start again from here\./);
    // The browser that asked for the mail learns the reason again; any other one does not.
    await assertFailed(world, await page.submit(FORM, { code }), over);
    await assertFailed(world, await page.submit(FORM, { code: wrong }), over);
    await assertFailed(world, await world.follow(), ["error", "Verification"]);
    const other = world.visitor();
    const link = await (await other.open(world.mails[0]!.url)).submit("Sign in");
    await assertFailed(world, link, ["error", "Verification"], other);
    assert.equal(world.db.tokens().length, 1, "the row that says why, and lets no one in");
    const next = await world.ask();
    assert.equal((await next.submit(FORM, { code: world.mails[1]!.code })).url, `${APP}/home`, world.log());
  });

  test(`Auth() counts the codes of an old cookie like any other, with ${kind}`, async () => {
    const { world, code, wrong } = await asked({ adapter: adapter() });
    const { cookie, csrfToken } = await cookiesAndToken(world);
    for (let time = 0; time < 5; time++) await replay(world, cookie, csrfToken, wrong);
    const response = await replay(world, cookie, csrfToken, code);
    assert.match(response.headers.get("location")!, /\/auth\/signin\?.*error=TooManyWrongCodes/);
  });

  test(`Auth() compares at most five of 20 codes that come at once, with ${kind} (EM-25)`, async () => {
    const { world, code } = await asked({ adapter: adapter(), limits: false });
    const { cookie, csrfToken } = await cookiesAndToken(world);
    const codes = Array.from({ length: 20 }, (_, i) => String((Number(code) + i + 1) % 1e8).padStart(8, "0"));
    const answers = await Promise.all(codes.map((wrong) => replay(world, cookie, csrfToken, wrong)));
    const compared = answers.filter(({ headers }) => /error=InvalidCode/.test(headers.get("location")!));
    assert.ok(compared.length > 0 && compared.length < 5, `${compared.length} were compared`);
    assert.ok(answers.every(({ headers }) => !headers.get("set-cookie")?.includes("session-token")));
    assert.deepEqual(await world.db.sessions(), []);
  });

  test(`Auth() accepts a code once, and not after the link, with ${kind}`, async () => {
    const { world, code } = await asked({ adapter: adapter() });
    const before = await cookiesAndToken(world);
    await world.follow();
    const response = await replay(world, before.cookie, before.csrfToken, code);
    assert.equal(response.headers.get("location"), errorPage("Verification"));
    await world.post("signout");
    const page = await world.ask();
    const { cookie, csrfToken } = await cookiesAndToken(world);
    const second = world.mails[1]!;
    await page.submit(FORM, { code: second.code });
    const replayed = await replay(world, cookie, csrfToken, second.code);
    assert.equal(replayed.headers.get("location"), errorPage("Verification"));
    const other = world.visitor();
    const link = await (await other.open(second.url)).submit("Sign in");
    await assertFailed(world, link, ["error", "Verification"], other);
  });

  test(`Auth() rejects a code after an hour, or after maxAge, with ${kind}`, async () => {
    for (const [maxAge, seconds] of [[undefined, 3600], [60, 60]] as const) {
      const { world, code } = await asked({ adapter: adapter(), email: { maxAge } });
      const { cookie, csrfToken } = await cookiesAndToken(world);
      world.platform.tick(seconds);
      const response = await replay(world, cookie, csrfToken, code);
      assert.equal(response.headers.get("location"), `${APP}/auth/error?error=Verification`);
    }
  });
}

test("Auth() accepts a code in each notation", async () => {
  for (
    const write of [(c: string) => `${c.slice(0, 4)} ${c.slice(4)}`, (c: string) => ` ${[...c].join("-")}\n`]
  ) {
    const { world, page, code } = await asked();
    assert.equal((await page.submit(FORM, { code: write(code) })).url, `${APP}/home`, world.log());
  }
});

test("Auth() rejects an incomplete code", async () => {
  const { world, page, code } = await asked();
  for (const typed of ["", code.slice(1), `${code}0`, "constructor"]) {
    await assertWrong(world, await page.submit(FORM, { code: typed }));
  }
});

test("Auth() rejects a code in a browser that did not request the mail (EM-26)", async () => {
  const { world, code } = await asked();
  const other = world.visitor();
  const page = await other.open(`${APP}/auth/verify-request?provider=email&type=email`);
  assert.doesNotMatch(page.html, /name="code"/);
  const response = await send(other, "callback/email", { code, email: "ada@example.com" });
  assert.equal(response.headers.get("location"), `${APP}/auth/error?error=Verification`);
  assert.equal(await world.sessionIn(other), null);
});

test("Auth() rejects a code without the CSRF token", async () => {
  const { world, code } = await asked();
  for (const token of ["", "0".repeat(64)]) {
    const body = new URLSearchParams({ code, csrfToken: token });
    const response = await world.browser.fetch(APP + FORM, { method: "POST", body, redirect: "manual" });
    assert.match(response.headers.get("location")!, /error=MissingCSRF/);
  }
  assert.equal(await world.session(), null);
  assert.equal((await world.follow()).url, `${APP}/home`, "nothing was used up");
});

test("Auth() ignores a code in a URL", async () => {
  const { world, code } = await asked();
  const page = await world.browser.open(`${APP}${FORM}?code=${code}`);
  await assertFailed(world, page, ["error", "Verification"]);
});

test("Auth() accepts the code of the newest mail only", async () => {
  const { world, page, code } = await asked();
  const next = await world.ask();
  assert.notEqual(world.mails[1]!.code, code);
  await assertWrong(world, await page.submit(FORM, { code }));
  assert.equal((await next.submit(FORM, { code: world.mails[1]!.code })).url, `${APP}/home`);
});

test("Auth() accepts a code only at the provider that mailed it (EM-21)", async () => {
  const other = { id: "other", name: "Other", type: "email", sendVerificationRequest: () => {} } as const;
  const { world, page, code } = await asked({ more: () => [other] });
  const response = await world.post("callback/other", { code });
  assert.equal(response.headers.get("location"), `${APP}/auth/error?error=Verification`);
  assert.equal((await page.submit(FORM, { code })).url, `${APP}/home`, world.log());
});

test("Auth() makes codes of eight digits that do not repeat", async () => {
  const world = openDatabase({ limits: false });
  for (let time = 0; time < 50; time++) await world.ask();
  const codes = world.mails.map(({ code }) => code);
  assert.ok(codes.every((code) => /^\d{8}$/.test(code)), String(codes));
  assert.equal(new Set(codes).size, 50);
});

test("Auth() leads back to a page of the application's own after a wrong code", async () => {
  const { world } = await asked({ pages: { verifyRequest: "/look" } });
  const response = await world.post("callback/email", { code: "1" });
  assert.equal(
    response.headers.get("location"),
    `${APP}/look?provider=email&type=email&error=InvalidCode&tries=4`,
  );
  assert.equal(sessionCookie(world.browser), undefined);
});
