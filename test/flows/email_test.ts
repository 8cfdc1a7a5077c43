import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, ConfigError, type SignInParams } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory.ts";
import type { VerificationRequest } from "../../src/providers/types.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import {
  ADAPTERS,
  assertFailed,
  type DatabaseOptions,
  type DatabaseWorld,
  openDatabase,
  sessionCookie,
  storeUser,
} from "./_database.ts";
import { APP, cookiesOf, SECRET } from "./_world.ts";

const HOUR = 3600;

/** The page where the built-in form ends if the mail is on its way. */
const SENT = `${APP}/auth/verify-request?provider=email&type=email`;

/** A world in which Ada has asked for a mail. */
async function asked(options: DatabaseOptions = {}): Promise<DatabaseWorld> {
  const world = openDatabase(options);
  const page = await world.ask();
  assert.equal(page.url, SENT, world.log());
  assert.equal(world.mails.length, 1);
  return world;
}

/** The link of the newest mail, otherwise than so. */
function link({ mails }: DatabaseWorld, changes: Record<string, string | null> = {}): string {
  const url = new URL(mails.at(-1)!.url);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

/** Opens a link where it was not asked for, and presses the button. */
async function confirm(browser: Browser, url: string): Promise<Page> {
  return await (await browser.open(url)).submit("Sign in");
}

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

  test(`Auth() asks before it signs in by the link in another browser, with ${kind}`, async () => {
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
    const [{ token, code, url, expires }] = world.mails as [VerificationRequest];
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

  test(`Auth() takes a link once (EM-02), with ${kind}`, async () => {
    const world = await asked({ adapter: adapter() });
    await world.follow();
    const other = world.visitor();
    await assertFailed(world, await confirm(other, link(world)), ["error", "Verification"], other);
    const page = await world.ask();
    assert.equal(page.url, SENT);
    assert.equal((await world.follow()).url, `${APP}/home`, "the next mail works");
  });

  test(`Auth() takes no link that was made of a used one (EM-02), with ${kind}`, async () => {
    const world = await asked({ adapter: adapter() });
    const [{ token }] = world.mails as [VerificationRequest];
    await world.follow();
    for (const rest of [" try 0", " try 1", "try 0", " ", "0", "\0", '","']) {
      for (const made of [token + rest, rest + token]) {
        const other = world.visitor();
        const page = await confirm(other, link(world, { token: made }));
        await assertFailed(world, page, ["error", "Verification"], other);
      }
    }
  });

  test(`Auth() takes no link after an hour, or after maxAge (EM-03), with ${kind}`, async () => {
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

  test(`Auth() takes no token of another address, none that is altered, and none at all (EM-04), with ${kind}`, async () => {
    const world = await asked({ adapter: adapter() });
    await storeUser(world, { id: "2", email: "grace@example.com" });
    const [{ token }] = world.mails as [VerificationRequest];
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
    const cookie = world.browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
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

  test(`Auth() knows one user however the address is written (EM-13), with ${kind}`, async () => {
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

  test(`Auth() takes no notice of a session that has ended (EM-19), with ${kind}`, async () => {
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

  test(`Auth() tells that the mail could not be sent, not why, and keeps nothing (EM-20), with ${kind}`, async () => {
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

  test(`Auth() takes a link only where it was asked for (EM-21), with ${kind}`, async () => {
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

test("Auth() serves others while a sender does not come back, and takes the link that it sent", async () => {
  const world: DatabaseWorld = openDatabase({
    email: {
      sendVerificationRequest: (mail) => {
        world.mails.push(mail);
        return mail.identifier === "ada@example.com" ? new Promise(() => {}) : undefined;
      },
    },
  });
  void world.ask();
  const other = world.visitor();
  await world.ask("grace@example.com", other);
  await world.follow(other);
  assert.equal((await world.sessionIn(other))?.user.email, "grace@example.com");
  const sent = world.mails.find(({ identifier }) => identifier === "ada@example.com")!;
  const page = await confirm(world.visitor(), sent.url);
  assert.equal(page.url, `${APP}/home`, world.log());
});

test("Auth() gives a sender thirty seconds, and then says that the mail could not be sent", async () => {
  const world: DatabaseWorld = openDatabase({
    email: {
      sendVerificationRequest: () => {
        queueMicrotask(() => world.platform.tick(30));
        return new Promise(() => {});
      },
    },
  });
  await assertFailed(world, await world.ask(), ["signin", "EmailSignInError"]);
  assert.deepEqual(world.db.tokens(), []);
  assert.match(world.log(), /Nothing came within 30 seconds/);
});

test("Auth() opens no other account where the adapter finds tokens without their address (EM-04)", async () => {
  const adapter = Memory();
  const addresses = ["ada@example.com", "grace@example.com"];
  const world = await asked({
    adapter: {
      ...adapter,
      useVerificationToken: async ({ token }) => {
        for (const identifier of addresses) {
          const found = await adapter.useVerificationToken({ identifier, token });
          if (found) return found;
        }
        return null;
      },
    },
  });
  await storeUser(world, { id: "2", email: "grace@example.com" });
  const other = world.visitor();
  const page = await confirm(other, link(world, { email: "grace@example.com" }));
  await assertFailed(world, page, ["error", "Verification"], other);
});

test("Auth() sends nothing to what is not one address (EM-08, EM-09)", async () => {
  const world = openDatabase();
  for (
    const email of [
      "",
      "ada",
      "@example.com",
      "ada@",
      "ada@example.com,eve@evil.test",
      "ada@example.com;eve@evil.test",
      "ada@example.com eve@evil.test",
      "ada@example.com\r\nBcc: eve@evil.test",
      "ada@example.com\0",
      '"eve@evil.test"@example.com',
      '"eve@evil.test,"@example.com',
      "<eve@evil.test>ada@example.com",
      "Ada <ada@example.com>",
      "ada@example.com@evil.test",
      "ada@evil.test\uFF0C@example.com",
      "eve@evil.test\uFE6B@example.com",
      "ada@exam\u200Bple.com",
      `${"a".repeat(250)}@x.com`,
      "ada@example..com",
      ".ada@example.com",
      "ada@-example.com",
    ]
  ) {
    const response = await world.post("signin/email", { email }, { json: true });
    assert.match(response.headers.get("location")!, /\/auth\/signin\?.*error=InvalidEmail/, email);
  }
  assert.deepEqual([world.mails, world.db.tokens()], [[], []]);
});

test("Auth() sends nothing to a list, an object, or nothing at all (EM-10)", async () => {
  const world = openDatabase();
  for (
    const email of [
      ["ada@example.com", "eve@evil.test"],
      ["ada@example.com"],
      { 0: "ada@example.com" },
      null,
      true,
      1,
      undefined,
    ]
  ) {
    const response = await world.post("signin/email", { email }, { json: true });
    assert.match(response.headers.get("location")!, /error=InvalidEmail/, JSON.stringify(email));
  }
  assert.deepEqual([world.mails, world.db.tokens()], [[], []]);
});

test("Auth() sends one mail to one address where a form has two (EM-10)", async () => {
  const world = openDatabase();
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  const fields = [["csrfToken", csrfToken], ["email", "ada@example.com"], ["email", "eve@evil.test"]];
  await world.browser.fetch(`${APP}/auth/signin/email`, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  const [{ identifier, url }, ...others] = world.mails as [VerificationRequest];
  assert.deepEqual(others, []);
  assert.equal(new URL(url).searchParams.get("email"), identifier);
  await world.follow();
  assert.deepEqual((await world.db.users()).map(({ email }) => email), [identifier]);
});

test("Auth() makes links to the site itself, whatever the headers say (EM-11)", async () => {
  const world = openDatabase();
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  const cookie = world.browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
  const request = new Request(`${APP}/auth/signin/email`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, email: "ada@example.com" }),
    headers: {
      cookie,
      host: "evil.test",
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "http",
      forwarded: "host=evil.test",
    },
  });
  await Auth(request, world.config);
  const { origin, pathname, searchParams } = new URL(world.mails[0]!.url);
  assert.deepEqual([origin, pathname], [APP, "/auth/callback/email"]);
  assert.deepEqual([...searchParams.keys()], ["callbackUrl", "token", "email"]);
});

test("Auth() sends nobody elsewhere by the link (EM-12)", async () => {
  const world = await asked();
  assert.equal(new URL(link(world)).searchParams.get("callbackUrl"), `${APP}/home`);
  for (const url of ["https://evil.test", "//evil.test", "javascript:alert(1)", "/\\evil.test"]) {
    await world.ask();
    const page = await confirm(world.visitor(), link(world, { callbackUrl: url }));
    assert.equal(new URL(page.url).origin, APP, url);
    await world.ask();
    // Nor by a form that is not the one of the page that asks.
    const { token, identifier: email } = world.mails.at(-1)!;
    const response = await world.post("callback/email", { token, email, callbackUrl: url });
    assert.equal(response.headers.get("location"), `${APP}/home`, "in the browser that asked");
    await world.ask("ada@example.com", world.visitor());
    const { token: other } = world.mails.at(-1)!;
    const elsewhere = await world.post("callback/email", { token: other, email, callbackUrl: url });
    assert.equal(new URL(elsewhere.headers.get("location")!).origin, APP, url);
  }
  await world.ask();
  // In the browser that asked, it is where the user wanted to go that counts.
  const page = await world.browser.open(link(world, { callbackUrl: `${APP}/elsewhere` }));
  assert.equal(page.url, `${APP}/home`);
});

test("Auth() sends no mail that callbacks.signIn refuses (EM-14)", async () => {
  const verdicts = [
    () => false,
    () => {
      throw new Error("banned");
    },
  ];
  for (const signIn of verdicts) {
    const world = openDatabase({ callbacks: { signIn } });
    const page = await world.ask();
    await assertFailed(world, page, ["error", "AccessDenied"]);
    assert.doesNotMatch(page.html, /banned/);
    assert.deepEqual([world.mails, world.db.tokens()], [[], []]);
  }
  const world = openDatabase({ callbacks: { signIn: () => "/waiting-list" } });
  assert.equal((await world.ask()).url, `${APP}/waiting-list`);
  assert.deepEqual([world.mails, world.db.tokens()], [[], []]);
});

test("Auth() makes no user whom callbacks.signIn refuses when the link is used (EM-15)", async () => {
  const world = await asked({ callbacks: { signIn: ({ email }) => email?.verificationRequest === true } });
  await assertFailed(world, await world.follow(), ["error", "AccessDenied"]);
  assert.deepEqual([await world.db.users(), await world.db.sessions()], [[], []]);
});

test("callbacks.signIn is told of the mail when it is asked for, and of nothing when it is used", async () => {
  const seen: SignInParams[] = [];
  const world = openDatabase({ callbacks: { signIn: (params) => seen.push({ ...params }) > 0 } });
  const ada = await storeUser(world);
  const account = { provider: "email", type: "email", providerAccountId: "ada@example.com" } as const;
  await world.ask();
  await world.follow();
  assert.deepEqual(seen, [{ user: ada, account, email: { verificationRequest: true } }, {
    user: ada,
    account,
  }]);
  seen.length = 0;
  await world.ask("bob@example.com");
  assert.equal(seen[0]!.user.email, "bob@example.com");
});

test("Auth() shows neither token nor code to who asks for the mail (EM-16)", async () => {
  const world = openDatabase();
  const response = await world.post("signin/email", { email: "ada@example.com" });
  const page = await world.browser.open(response.headers.get("location")!);
  const shown = JSON.stringify([...response.headers, await response.text(), [...page.headers], page.html]);
  const [{ token, code }] = world.mails as [VerificationRequest];
  assert.equal(shown.includes(token) || shown.includes(code), false);
  for (const { value } of world.browser.cookies(APP)) {
    assert.equal(decodeURIComponent(value).includes(token) || value.includes(code), false);
  }
});

test("Auth() signs in nobody with a link that another site posts", async () => {
  const world = await asked();
  const victim = world.visitor();
  const { searchParams } = new URL(link(world));
  world.platform.sites["https://evil.test"] = () =>
    new Response(
      `<form method="post" action="${APP}/auth/callback/email">${
        [...searchParams].map(([name, value]) => `<input name="${name}" value="${value}">`).join("")
      }</form>`,
    );
  const page = await (await victim.open("https://evil.test/")).submit();
  await assertFailed(world, page, ["signin", "MissingCSRF"], victim);
});

test("Auth() asks about a mail that was asked for before the newest", async () => {
  const world = await asked();
  await world.ask();
  const [first] = world.mails;
  const page = await world.browser.open(first!.url);
  assert.match(page.text, /Sign in as ada@example\.com/);
  assert.equal((await page.submit("Sign in")).url, `${APP}/home`);
});

test("Auth() takes links of an old secret as long as that is configured", async () => {
  const world = await asked();
  const changed = (secret: string[]) => {
    const config = { ...world.config, secret };
    world.platform.sites[APP] = (request) => Auth(request, config);
  };
  const fresh = "another-secret-of-forty-characters-00001";
  changed([fresh]);
  const other = world.visitor();
  assert.match((await confirm(other, link(world))).url, /error=Verification/);
  changed([fresh, SECRET]);
  await confirm(other, link(world));
  assert.equal((await world.sessionIn(other))?.user.email, "ada@example.com", world.log());
});

test("Auth() mails what a mail needs", async () => {
  const world = await asked({ theme: { brandColor: "#123456" }, email: { from: "us@app.test" } });
  const { provider, request, fetch, code, theme } = world.mails[0]!;
  assert.match(code, /^\d{8}$/);
  assert.deepEqual([provider.id, provider.from, theme], ["email", "us@app.test", { brandColor: "#123456" }]);
  assert.equal(request.url, `${APP}/auth/signin/email`);
  assert.equal((await request.formData()).get("email"), "ada@example.com");
  world.platform.sites["https://mail.test"] = () => new Promise(() => {});
  const sending = fetch("https://mail.test/send", { method: "POST" });
  world.platform.tick(10);
  await assert.rejects(sending, /did not answer within 10 seconds/);
});

test("Auth() mails the token of generateVerificationToken", async () => {
  const world = await asked({ email: { generateVerificationToken: () => "a token & 22 characters" } });
  assert.equal(world.mails[0]!.token, "a token & 22 characters");
  assert.equal((await confirm(world.visitor(), link(world))).url, `${APP}/home`);
});

test("Auth() mails to what normalizeIdentifier makes of an address, and refuses what it throws at", async () => {
  const world = openDatabase({
    email: {
      normalizeIdentifier: (address) => {
        if (!address.endsWith("@example.com")) throw new Error("not one of us");
        return address.replace(/\+.*@/, "@");
      },
    },
  });
  await world.ask("ada+news@example.com");
  assert.equal(world.mails[0]!.identifier, "ada@example.com");
  await assertFailed(world, await world.ask("eve@evil.test"), ["signin", "InvalidEmail"]);
});

test("Auth() signs in by mail with sessions in a token as well", async () => {
  const world = await asked({ session: { strategy: "jwt" } });
  await world.follow();
  assert.equal((await world.session())?.user.email, "ada@example.com");
  assert.deepEqual(await world.db.sessions(), []);
});

test("Auth() sends who asks for a mail to pages.verifyRequest", async () => {
  const world = openDatabase({ pages: { verifyRequest: "/look?x=1" } });
  const { searchParams, pathname } = new URL((await world.ask()).url);
  assert.equal(pathname, "/look");
  assert.deepEqual(Object.fromEntries(searchParams), { x: "1", provider: "email", type: "email" });
});

test("Auth() seals the cookie of a mail, and lets it end with the mail", async () => {
  const world = openDatabase({ email: { maxAge: 60 } });
  const response = await world.post("signin/email", { email: "ada@example.com" });
  assert.match(
    cookiesOf(response)["__Host-latchkey.mail"]!,
    /^__Host-latchkey\.mail=[\w.-]+; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});
