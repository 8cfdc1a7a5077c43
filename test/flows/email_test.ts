import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth } from "../../mod.ts";
import { ConfigError } from "../../src/entries/errors.ts";
import type { VerificationRequest } from "../../src/model/provider.ts";
import {
  ADAPTERS,
  assertFailed,
  type MailOfBoth,
  openDatabase,
  sessionCookie,
  storeUser,
} from "./_database.ts";
import { asked, confirm, link, SENT } from "./_mails.ts";
import { APP, cookieHeader, cookiesOf } from "./_world.ts";

const HOUR = 3600;

for (const [kind, adapter] of Object.entries(ADAPTERS)) {
  test(`Auth() signs in by the link, at once in the browser that asked, with ${kind}`, async () => {
    const world = await asked({ adapter: adapter() });
    const page = await world.follow();
    assert.equal(page.url, `${APP}/home`, world.log());
    assert.equal((await world.session())?.user.email, "ada@example.com");
    const [user, ...others] = await world.db.users();
    assert.deepEqual([user!.emailVerified, others], [new Date(world.platform.now()), []]);
    assert.deepEqual(await world.db.accounts(), []);
    assert.equal(world.browser.cookies(APP).some(({ name }) => name.includes("mail")), false);
  });

  test(`Auth() asks before it signs in by the link in another browser, with ${kind} (EM-26)`, async () => {
    const world = await asked({ adapter: adapter() });
    const other = world.visitor();
    const page = await world.follow(other);
    assert.equal(page.status, 200);
    assert.match(page.text, /Sign in as ada@example\.com to app\.test \?/);
    assert.match(page.headers.get("cache-control")!, /no-store/);
    assert.equal(sessionCookie(other), undefined);
    assert.equal((await page.submit("Sign in")).url, `${APP}/home`, world.log());
    assert.equal((await world.sessionIn(other))?.user.email, "ada@example.com");
    assert.equal(await world.session(), null);
  });

  test(`Auth() stores the date of the first proof of a mailbox, and keeps it, with ${kind}`, async () => {
    const world = await asked({ adapter: adapter() });
    await world.follow();
    const first = new Date(world.platform.now());
    world.platform.tick(HOUR);
    await world.ask();
    await world.follow();
    assert.deepEqual((await world.db.users()).map(({ emailVerified }) => emailVerified), [first]);
  });

  test(`Auth() stores a hash, from which no link can be made (EM-01, EM-05), with ${kind}`, async () => {
    const world = await asked({ adapter: adapter() });
    const [{ token, code, url, expires }] = world.mails as [MailOfBoth];
    assert.match(token, /^[\da-f]{64}$/);
    const stored = world.db.tokens();
    assert.ok(stored.length > 0);
    for (const row of stored) {
      assert.match(row.token, /^[\da-f]{64}$/);
      assert.deepEqual([row.identifier, row.expires], ["ada@example.com", expires]);
      assert.equal(JSON.stringify(row).includes(token) || JSON.stringify(row).includes(code), false);
      const page = await confirm(world.visitor(), link(world, { token: row.token }));
      assert.match(page.url, /error=Verification/);
    }
    assert.equal(new URL(url).searchParams.get("token"), token);
    assert.equal((await world.follow()).url, `${APP}/home`, "and the link itself still works");
  });

  test(`Auth() accepts a link once (EM-02), with ${kind}`, async () => {
    const world = await asked({ adapter: adapter() });
    const [{ token }] = world.mails as [MailOfBoth];
    await world.follow();
    // Nor one that is derived from it.
    for (const rest of ["", " try 0", " try 1", "try 0", " ", "0", "\0", '","']) {
      for (const made of [token + rest, rest + token]) {
        const other = world.visitor();
        const page = await confirm(other, link(world, { token: made }));
        await assertFailed(world, page, ["error", "Verification"], other);
      }
    }
    const page = await world.ask();
    assert.equal(page.url, SENT);
    assert.equal((await world.follow()).url, `${APP}/home`, "the next mail works");
  });

  test(`Auth() rejects a link after an hour, or after maxAge (EM-03), with ${kind}`, async () => {
    for (const [maxAge, seconds] of [[undefined, HOUR], [60, 60]] as const) {
      const world = await asked({ adapter: adapter(), email: { maxAge } });
      assert.equal(world.mails[0]!.expires.getTime(), world.platform.now() + seconds * 1000);
      world.platform.tick(seconds - 1);
      const other = world.visitor();
      const page = await other.open(link(world));
      world.platform.tick(1);
      await assertFailed(world, await page.submit("Sign in"), ["error", "Verification"], other);
      await world.ask();
      world.platform.tick(seconds - 1);
      assert.equal((await confirm(other, link(world))).url, `${APP}/home`, world.log());
    }
  });

  test(`Auth() rejects the token of another address, an altered token, and a missing one (EM-04), with ${kind}`, async () => {
    const world = await asked({ adapter: adapter() });
    await storeUser(world, { id: "2", email: "grace@example.com" });
    const [{ token }] = world.mails as [MailOfBoth];
    const changes: Record<string, string | null>[] = [
      { email: "grace@example.com" },
      { token: token.slice(0, -1) },
      { token: `${token}0` },
      { token: token.toUpperCase() },
      { token: token.replace(/^./, (digit) => digit === "0" ? "1" : "0") },
    ];
    for (const change of changes) {
      const other = world.visitor();
      const page = await confirm(other, link(world, change));
      await assertFailed(world, page, ["error", "Verification"], other);
    }
    // Nothing that is not an address as links have it is shown on a page.
    const unusable: Record<string, string | null>[] = [
      { token: null },
      { token: "" },
      ...[null, "", "ADA@example.com", "ada@example.com ", "ada", "Call 555 ada@example.com"].map((
        email,
      ) => ({
        email,
      })),
    ];
    for (const change of unusable) {
      const other = world.visitor();
      await assertFailed(world, await other.open(link(world, change)), ["error", "Verification"], other);
    }
    assert.equal((await world.follow()).url, `${APP}/home`, "the link itself still works");
  });

  test(`Auth() uses nothing up when something follows the link by itself (EM-06), with ${kind}`, async () => {
    const world = await asked({ adapter: adapter() });
    const scanner = world.visitor();
    assert.equal((await scanner.open(link(world))).status, 200);
    const head = await world.browser.fetch(link(world), { method: "HEAD" });
    assert.equal(head.status, 405);
    const cookie = cookieHeader(world.browser);
    const purposes = [["sec-purpose", "prefetch"], ["sec-purpose", "prefetch;prerender"], [
      "purpose",
      "prefetch",
    ]];
    for (const purpose of purposes) {
      const request = new Request(link(world), {
        headers: [["cookie", cookie], purpose as [string, string]],
      });
      const response = await Auth(request, world.config);
      assert.equal(response.status, 200);
      assert.equal(cookiesOf(response)["__Host-latchkey.session-token"], undefined);
    }
    assert.equal(await world.session(), null);
    assert.equal((await world.follow()).url, `${APP}/home`, "the link itself still works");
  });

  test(`Auth() answers the same whether or not an address is known (EM-07), with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter() });
    await storeUser(world);
    const answers = [];
    for (const email of ["ada@example.com", "bob@example.com"]) {
      world.db.calls.length = 0;
      const response = await world.post("signin/email", { email });
      const cookies = Object.entries(cookiesOf(response)).map((
        [name, header],
      ) => [name, header.replace(/=[^;]*/, "")]);
      const location = response.headers.get("location");
      answers.push([response.status, location, await response.text(), cookies, [...world.db.calls]]);
    }
    assert.deepEqual(answers[0], answers[1]);
    assert.equal(world.mails.length, 2);
  });

  test(`Auth() finds the same user for each spelling of the address (EM-13), with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter() });
    for (const email of ["Ada@Example.COM", " ada@example.com ", "ａｄａ@example.com", "ADA@EXAMPLE.COM"]) {
      await world.ask(email);
      assert.equal(world.mails.at(-1)!.identifier, "ada@example.com", world.log());
      await world.follow();
    }
    assert.equal((await world.db.users()).length, 1);
  });

  test(`Auth() ends the session of another user in the browser (EM-18), with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter() });
    world.idp.login({ sub: "grace", name: "Grace", email: "grace@example.com" });
    await world.signIn();
    await world.ask();
    await world.follow();
    const [, ada] = await world.db.users();
    assert.deepEqual((await world.db.sessions()).map(({ userId }) => userId), [ada!.id]);
    assert.equal((await world.session())?.user.email, "ada@example.com");
  });

  test(`Auth() ignores an expired session (EM-19), with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter(), session: { maxAge: 60 } });
    await world.signIn();
    const { value } = sessionCookie(world.browser)!;
    world.platform.tick(60);
    world.browser.setCookie(APP, `__Host-latchkey.session-token=${value}; Secure; Path=/`);
    await world.ask();
    const accounts = await world.db.accounts();
    const page = await world.follow();
    // No one was signed in, so the account may be a stranger's: it neither stays beside the mailbox nor opens it.
    if (!world.db.adapter.takeOverUser) {
      await assertFailed(world, page, ["signin", "UserNotVerified"]);
      assert.deepEqual(await world.db.accounts(), accounts);
      return;
    }
    assert.deepEqual(await world.db.accounts(), []);
    assert.equal((await world.session())?.user.email, "ada@example.com");
    assert.equal((await world.db.sessions()).length, 1);
  });

  test(`Auth() says that the mail could not be sent, not why, and stores nothing (EM-20), with ${kind}`, async () => {
    const senders: VerificationSender[] = [
      () => Promise.reject(new Error("550 secret.relay says no")),
      () => {
        throw new Error("550 secret.relay says no");
      },
      () => Promise.reject("550 secret.relay says no"),
    ];
    for (const sendVerificationRequest of senders) {
      const world = openDatabase({ adapter: adapter(), email: { sendVerificationRequest } });
      const page = await world.ask();
      await assertFailed(world, page, ["signin", "EmailSignInError"]);
      assert.doesNotMatch(page.html + page.url, /relay/);
      assert.match(world.log(), /EmailSignInError: Cannot send the mail[\s\S]*550 secret\.relay says no/);
      assert.deepEqual(world.db.tokens(), []);
      assert.equal(world.browser.cookies(APP).some(({ name }) => name.includes("mail")), false);
    }
  });

  test(`Auth() blames no address if the setup cannot send any mail, with ${kind}`, async () => {
    const sendVerificationRequest = () => {
      throw new ConfigError("Cannot send the mail: set AUTH_POST_KEY");
    };
    const world = openDatabase({ adapter: adapter(), email: { sendVerificationRequest } });
    const page = await world.ask();
    await assertFailed(world, page, ["error", "Configuration"]);
    assert.doesNotMatch(page.html, /address|POST/);
    assert.match(world.log(), /Configuration: Cannot send the mail: set AUTH_POST_KEY/);
    assert.deepEqual(world.db.tokens(), []);
    assert.equal(world.browser.cookies(APP).some(({ name }) => name.includes("mail")), false);
  });

  test(`Auth() accepts a link only at the provider that mailed it (EM-21), with ${kind}`, async () => {
    const world = await asked({
      adapter: adapter(),
      more: () => [{
        id: "other",
        name: "Other",
        type: "email",
        sendVerificationRequest: () => {},
      }],
    });
    const to = (id: string) => link(world).replace("/callback/email", `/callback/${id}`);
    await assertFailed(world, await world.browser.open(to("idp")), ["signin", "InvalidCheck"]);
    await assertFailed(world, await world.browser.open(to("password")), ["signin", "InvalidProvider"]);
    await assertFailed(world, await world.browser.open(to("nobody")), ["signin", "InvalidProvider"]);
    const other = world.visitor();
    await assertFailed(world, await confirm(other, to("other")), ["error", "Verification"], other);
    assert.equal((await world.follow()).url, `${APP}/home`, "the link itself still works");
  });
}

type VerificationSender = (request: VerificationRequest) => Promise<void> | void;
