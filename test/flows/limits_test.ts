import assert from "node:assert/strict";
import { test } from "node:test";
import { setupOf } from "../../src/config/setup.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { LimitedAttempt, LimitsOptions } from "../../src/model/limits.ts";
import { documentTag } from "../../src/messages/direction.ts";
import { all } from "../../src/messages/languages.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { withRows } from "../_with_rows.ts";
import { openDatabase, PASSWORD, ReferenceAdapter, storeUser, withoutAttempts } from "./_database.ts";
import { ADA, BETTER, GOOD, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { APP } from "./_world.ts";

/** In seconds. */
const MINUTE = 60;

/** Types wrong passwords, each in a browser of its own unless one is given. Returns the status of each answer. */
async function guess(
  world: PasswordWorld,
  { count, browser, email = ADA }: { count: number; browser?: Browser; email?: string },
): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < count; time++) {
    statuses.push((await world.enter(`wrong password ${time}`, browser ?? world.visitor(), email)).status);
  }
  return statuses;
}

const isHome = ({ url }: { readonly url: string }) => url === `${APP}/home`;

testForms(
  "After 10 wrong passwords in 15 minutes, an account has to wait, with a page and a 429 (LM-01)",
  async () => {
    const world = openPasswords();
    await world.register();
    assert.deepEqual(await guess(world, { count: 10 }), Array(10).fill(200), world.log());
    world.platform.tick(MINUTE);
    const page = await world.enter(GOOD, world.visitor());
    assert.deepEqual([page.status, page.headers.get("retry-after")], [429, "840"], world.log());
    assert.match(
      page.text,
      /There were too many attempts Wait a little, then try again, or sign in another way\./,
    );
    assert.match(page.text, /Time to wait: 14 minutes/);
    assert.match(page.html, /data-wait="840"/);
    assert.equal(
      page.headers.get("cache-control"),
      "private, no-cache, no-store",
    );
    assert.match(world.log(), /RateLimited: Cannot try this again so soon: there were too many attempts/);
    world.platform.tick(14 * MINUTE);
    assert.ok(isHome(await world.enter(GOOD, world.visitor())), world.log());
  },
);

testForms("An address without a user has the same limit, in whatever case it is typed (LM-04)", async () => {
  const world = openPasswords();
  for (const email of ["bob@example.com", "Bob@Example.com "]) {
    assert.deepEqual(await guess(world, { count: 5, email }), Array(5).fill(200));
  }
  assert.deepEqual(await guess(world, { count: 1, email: "BOB@example.com" }), [429]);
  assert.deepEqual(await guess(world, { count: 1, email: "eve@example.com" }), [200]);
});

testForms("A right password forgets the wrong ones before it", async () => {
  const world = openPasswords();
  await world.register();
  for (let time = 0; time < 3; time++) {
    assert.deepEqual(await guess(world, { count: 9 }), Array(9).fill(200));
    assert.ok(isHome(await world.enter(GOOD, world.visitor())), world.log());
  }
});

testForms("100 passwords at the same time count as 100: ten of them are compared (LM-02)", async () => {
  for (const adapter of [Memory(), withoutAttempts()]) {
    const world = openPasswords({ adapter, session: { strategy: "jwt" } });
    await world.register();
    const browser = world.visitor();
    const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        browser.fetch(`${APP}/auth/callback/password`, {
          method: "POST",
          redirect: "manual",
          body: new URLSearchParams({ csrfToken, email: ADA, password: `wrong password ${i}` }),
        })),
    );
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 303).length, 10);
    assert.equal(statuses.filter((status) => status === 429).length, 90);
  }
});

testForms(
  "After 100 wrong passwords in a row an account waits for longer, until its owner sets a new one",
  async () => {
    const world = openPasswords();
    await world.register();
    for (let time = 0; time < 10; time++) {
      assert.deepEqual(await guess(world, { count: 10 }), Array(10).fill(200), world.log());
      world.platform.tick(15 * MINUTE);
    }
    const page = await world.enter(GOOD, world.visitor());
    assert.equal(page.status, 429);
    assert.match(page.text, /Time to wait: 30 days/);
    const form = await world.forget(world.visitor());
    const { code } = world.mails.at(-1)!;
    assert.ok(isHome(await form.submit("/auth/callback/password", { code, password: BETTER })), world.log());
    assert.ok(isHome(await world.enter(BETTER, world.visitor())), world.log());
  },
);

testForms(
  "A browser that has signed in before is not locked out by a stranger, and another way works (LM-03)",
  async () => {
    const world = openPasswords();
    await world.register();
    await world.post("signout");
    assert.deepEqual(await guess(world, { count: 11 }), [...Array(10).fill(200), 429]);
    assert.ok(isHome(await world.enter()), world.log());
    await world.post("signout");
    // In its own browser, the owner has as many tries as anyone, and those of others do not count: for each account.
    for (const email of [ADA, "bob@example.com"]) {
      const statuses = await guess(world, { count: 11, browser: world.browser, email });
      assert.deepEqual(statuses, [...Array(10).fill(200), 429], email);
    }
    const visitor = world.visitor();
    await world.ask(ADA, visitor);
    await world.follow(visitor);
    assert.equal((await world.sessionIn(visitor))?.user.email, ADA);
  },
);

testForms("The current password, when it is changed, has the limit of passwords", async () => {
  const world = openPasswords();
  await world.register();
  const change = () => world.post("password", { current: "wrong password", password: BETTER });
  for (let time = 0; time < 10; time++) {
    assert.match((await change()).headers.get("location")!, /error=WrongPassword/);
  }
  assert.equal((await change()).status, 429);
});

test("Five mails go to an address in 15 minutes, unless one of them is used (LM-07)", async () => {
  const world = openDatabase();
  const ask = async () => (await world.ask(ADA, world.visitor())).status;
  for (let time = 0; time < 5; time++) assert.equal(await ask(), 200);
  assert.equal(await ask(), 429);
  assert.equal(world.mails.length, 5);
  await (await world.follow()).submit("Sign in");
  assert.equal(await ask(), 200, "the owner has used one");
  const sent = [];
  for (let quarter = 0; quarter < 4; quarter++) {
    for (let time = 0; time < 3; time++) sent.push(await ask());
    world.platform.tick(14 * MINUTE);
  }
  assert.equal(sent.filter((status) => status === 200).length, 7, "8 in an hour");
  // Whoever is refused a mail has one that works: no owner is without a way in.
  assert.equal(await ask(), 429);
  const owner = world.visitor();
  await (await world.follow(owner)).submit("Sign in");
  assert.equal((await world.sessionIn(owner))?.user.email, ADA);
});

testForms("The mails that sign in and that sign up have the same limit (LM-07)", async () => {
  const world = openPasswords();
  const visitor = () => world.visitor();
  for (let time = 0; time < 3; time++) assert.equal((await world.signUp({}, visitor())).status, 200);
  for (let time = 0; time < 2; time++) assert.equal((await world.ask(ADA, visitor())).status, 200);
  for (const more of [world.signUp({}, visitor()), world.ask(ADA, visitor())]) {
    assert.equal((await more).status, 429);
  }
  assert.equal(world.mails.length, 5);
});

test("Ten wrong codes are allowed in 15 minutes, from however many mails", async () => {
  const world = openDatabase();
  const answers: string[] = [];
  for (let time = 0; time < 4; time++) {
    const page = await world.ask(ADA, world.visitor());
    for (let code = 0; code < 4; code++) {
      const { status, url } = await page.submit("/auth/callback/email", { code: `0000000${code}` });
      answers.push(status === 429 ? "429" : new URL(url).searchParams.get("error") ?? url);
    }
  }
  assert.deepEqual(answers.map((each) => each === "429"), [...Array(10).fill(false), ...Array(6).fill(true)]);
});

/** A world whose clients have the address that a header of the test says. */
function openBehindProxy(limits: LimitsOptions = {}) {
  const world = openPasswords({ limits: { address: () => address, ...limits } });
  let address = "8.8.8.8";
  return Object.assign(world, { from: (next: string) => void (address = next) });
}

testForms(
  "One client has 100 failures in 15 minutes, for whichever accounts; of IPv6, 64 bits are one (LM-05)",
  async () => {
    const world = openBehindProxy();
    await world.register();
    const spray = async (count: number, name: string) => {
      for (let i = 0; i < count; i++) {
        world.from(`2001:db8:1:2::${i.toString(16)}`);
        assert.equal((await guess(world, { count: 1, email: `${name}${i}@example.com` }))[0], 200);
      }
    };
    await spray(50, "user");
    // A success takes back itself alone.
    assert.ok(isHome(await world.enter(GOOD, world.visitor())), world.log());
    await spray(50, "person");
    assert.deepEqual(await guess(world, { count: 1, email: "eve@example.com" }), [429]);
    assert.ok(isHome(await world.enter(GOOD)), "a browser that is known");
    world.from("2001:db8:1:3::1");
    assert.deepEqual(await guess(world, { count: 1, email: "eve@example.com" }), [200]);
  },
);

testForms("A client that is refused does not count against the account", async () => {
  const world = openBehindProxy();
  for (let i = 0; i < 100; i++) await guess(world, { count: 1, email: `user${i}@example.com` });
  assert.deepEqual(await guess(world, { count: 20 }), Array(20).fill(429));
  world.from("9.9.9.9");
  assert.deepEqual(await guess(world, { count: 10 }), Array(10).fill(200));
});

test("One client asks for 100 mails in an hour, and those that are used count no more", async () => {
  const world = openDatabase({ limits: { address: () => "8.8.8.8" } });
  for (let i = 0; i < 100; i++) {
    assert.equal((await world.ask(`user${i}@example.com`, world.visitor())).status, 200, String(i));
    if (i % 2) await (await world.follow(world.visitor())).submit("Sign in");
  }
  for (let i = 0; i < 50; i++) {
    assert.equal((await world.ask(`person${i}@example.com`, world.visitor())).status, 200, String(i));
  }
  assert.equal((await world.ask("eve@example.com", world.visitor())).status, 429);
});

test("`Credentials` has limits by client alone, unless `limits.account` says whose they are", async () => {
  const failing = async (limits: LimitsOptions) => {
    const world = openDatabase({
      session: { strategy: "jwt" },
      limits,
      password: { credentials: { name: {}, password: { type: "password" } } },
    });
    await storeUser(world);
    const type = async (name: string, password: string, browser: Browser) => {
      const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
      return await page.submit("/auth/callback/password", { name, password });
    };
    await type("Ada", PASSWORD, world.browser);
    await world.post("signout");
    const statuses = [];
    for (let time = 0; time < 12; time++) statuses.push((await type("ada", "wrong", world.visitor())).status);
    return { statuses, type, world };
  };
  const unknown = await failing({ address: () => null });
  assert.deepEqual(unknown.statuses, Array(12).fill(200));
  const account = ({ name }: Readonly<Record<string, unknown>>) => String(name).toLowerCase();
  const known = await failing({ address: () => null, account });
  assert.deepEqual(known.statuses, [...Array(10).fill(200), 429, 429]);
  assert.ok(isHome(await known.type("ADA", PASSWORD, known.world.browser)), "a browser that is known");
});

test("100 answers of passkeys of one client may fail, and nobody locks a passkey by its id", async () => {
  const { Passkey } = await import("../../src/providers/passkey.ts");
  let address: string | null = null;
  const world = openDatabase({ more: () => [Passkey()], limits: { address: () => address } });
  const challenge = btoa("x".repeat(32)).replaceAll("=", "");
  const clientDataJSON = btoa(JSON.stringify({ type: "webauthn.get", challenge, origin: APP })).replace(
    /=+$/,
    "",
  );
  const answer = async (id: string) => {
    const data = JSON.stringify({ id, rawId: id, type: "public-key", response: { clientDataJSON } });
    return (await world.post("callback/passkey", { action: "authenticate", data })).status;
  };
  const statuses = [];
  for (let time = 0; time < 30; time++) statuses.push(await answer("AAAA"));
  address = "8.8.8.8";
  for (let time = 0; time < 101; time++) statuses.push(await answer(`AAAA${time}`));
  assert.deepEqual(statuses, [...Array(130).fill(303), 429], world.log());
});

testForms(
  "A script gets 429 with JSON whose `url` has the error, and a form action an error with the seconds",
  async () => {
    for (const pages of [{}, { signIn: "/login" }]) {
      const world = openPasswords({ pages });
      for (let i = 0; i < 10; i++) await world.post("callback/password", { email: ADA, password: "wrong" });
      const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
      const response = await world.browser.fetch(`${APP}/auth/callback/password`, {
        method: "POST",
        headers: { "x-auth-return-redirect": "1" },
        body: new URLSearchParams({ csrfToken, email: ADA, password: GOOD, callbackUrl: "/home" }),
      });
      assert.deepEqual([response.status, response.headers.get("retry-after")], [429, "900"], world.log());
      const url = new URL((await response.json()).url);
      assert.equal(url.pathname, pages.signIn ?? "/auth/signin");
      assert.deepEqual(
        [url.searchParams.get("error"), url.searchParams.get("callbackUrl")],
        ["RateLimited", `${APP}/home`],
      );
    }
  },
);

testForms("The page says in each language that there were too many attempts", async () => {
  for (const { tag: language, load } of all) {
    const { what, now } = (await load()).signInErrors.RateLimited;
    const world = openPasswords({ language, limits: () => 90 });
    const { status, text, headers } = await world.enter();
    assert.deepEqual([status, headers.get("content-language")], [429, documentTag(language)]);
    assert.ok(text.includes(`${what.slice(0, -1)} ${now}`), text);
  }
});

testForms("`limits: false` limits nothing, and sets no cookie", async () => {
  const world = openPasswords({ limits: false });
  await world.register();
  assert.deepEqual(await guess(world, { count: 12 }), Array(12).fill(200));
  assert.deepEqual(world.browser.cookies(APP).filter(({ name }) => name.includes("browser")), []);
  assert.ok(!world.db.calls.includes("count attempts"));
});

testForms(
  "A function of the application decides in place of the limits, and is told what is tried",
  async () => {
    const told: LimitedAttempt[] = [];
    let seconds = 0;
    const world = openPasswords({
      limits: async ({ request, ...attempt }) => {
        told.push(attempt);
        assert.equal(request.method, "POST");
        await Promise.resolve();
        return seconds;
      },
    });
    await world.register();
    assert.deepEqual(await guess(world, { count: 12 }), Array(12).fill(200));
    seconds = 2.5;
    const page = await world.enter(GOOD, world.visitor());
    assert.deepEqual([page.status, page.headers.get("retry-after")], [429, "3"]);
    const base = { account: ADA, address: null, provider: "password" };
    assert.deepEqual(told.slice(0, 4), [
      { ...base, kind: "signUp", account: null },
      { ...base, kind: "mail" },
      { ...base, kind: "code" },
      { ...base, kind: "password" },
    ]);
    assert.ok(!world.db.calls.includes("count attempts"));
  },
);

testForms(
  "events.limited tells of each attempt that is refused, and events.signInFailure of each failure",
  async () => {
    const limited: unknown[] = [];
    const failed: unknown[] = [];
    const world = openPasswords({
      limits: { address: () => "8.8.8.8" },
      events: {
        limited: (message) => void limited.push(message),
        signInFailure: ({ error, ...message }) => void failed.push([error.type === message.reason, message]),
      },
    });
    await guess(world, { count: 11 });
    assert.deepEqual(limited, [
      { kind: "password", account: ADA, address: "8.8.8.8", provider: "password", retryAfter: 900 },
    ]);
    const message = (reason: string) => [true, { reason, provider: "password", email: ADA }];
    assert.deepEqual(failed, [...Array(10).fill(message("CredentialsSignin")), message("RateLimited")]);
  },
);

test("events.signInFailure tells of a failure of each way to sign in, and of no page", async () => {
  const failed: unknown[] = [];
  const world = openDatabase({
    events: { signInFailure: ({ reason, provider }) => void failed.push([reason, provider]) },
    callbacks: { signIn: ({ account }) => account?.provider !== "idp" },
  });
  await world.signIn();
  await world.browser.fetch(`${APP}/auth/callback/idp?state=x&code=y`, { redirect: "manual" });
  await world.post("signin/email", { email: "no address" });
  await world.browser.fetch(`${APP}/auth/callback/email?token=x&email=${ADA}`, { redirect: "manual" });
  await world.post("callback/email", { code: "12345678" });
  await world.post("callback/password", { password: "wrong" });
  await world.post("signin/unknown");
  await world.browser.fetch(`${APP}/auth/signin/email`, { method: "POST", redirect: "manual" });
  await world.browser.open(`${APP}/auth/signin?error=CredentialsSignin`);
  await world.session();
  assert.deepEqual(failed, [
    ["AccessDenied", "idp"],
    ["InvalidCheck", "idp"],
    ["InvalidEmail", "email"],
    ["Verification", "email"],
    ["CredentialsSignin", "password"],
    ["InvalidProvider", "unknown"],
    ["MissingCSRF", "email"],
  ]);
});

testForms(
  "While the database cannot count, nothing is tried: 503, and nobody is locked out afterwards (LM-08)",
  async () => {
    let fails = false;
    const world = openPasswords({
      adapter: withRows(Memory(), "attempts", (sound) => ({
        count: (it, now) => fails ? Promise.reject(new Error("lost")) : sound.count(it, now),
      })),
    });
    await world.register();
    fails = true;
    for (const page of [await world.enter(GOOD, world.visitor()), await world.forget(world.visitor())]) {
      assert.deepEqual([page.status, page.headers.get("retry-after")], [503, "10"], world.log());
    }
    fails = false;
    assert.ok(isHome(await world.enter(GOOD, world.visitor())), world.log());
  },
);

testForms("A database that fails after a right password takes the sign-in from nobody", async () => {
  const refuse = () => Promise.reject(new Error("the connection was lost"));
  const world = openPasswords({
    adapter: withRows(Memory(), "attempts", { remove: refuse, takeBack: refuse }),
  });
  await world.register();
  assert.ok(isHome(await world.enter(GOOD, world.visitor())), world.log());
  assert.match(world.log(), /rows\.remove/);
});

testForms("Without the table, attempts count in memory, and the log says once how to make it", async () => {
  const world = openPasswords({ adapter: withoutAttempts() });
  await world.register();
  assert.deepEqual(await guess(world, { count: 11 }), [...Array(10).fill(200), 429]);
  world.platform.tick(2 * MINUTE);
  await guess(world, { count: 1, email: "bob@example.com" });
  const { length } = world.log().match(/limits-in-memory: .*run CREATE TABLE …/g) ?? [];
  assert.equal(length, 1, world.log());
});

test("With an adapter of Auth.js, attempts count in memory, and the log says so once", async () => {
  const world = openDatabase({ adapter: new ReferenceAdapter() });
  for (let time = 0; time < 6; time++) {
    assert.equal((await world.ask(ADA, world.visitor())).status, time < 5 ? 200 : 429);
  }
  const { length } = world.log().match(/limits-in-memory: .*no `rows`/g) ?? [];
  assert.equal(length, 1, world.log());
});

test("The log says once that the addresses of clients are unknown, but not on a machine of a developer", async () => {
  const world = openDatabase({ limits: {} });
  for (let time = 0; time < 3; time++) await world.ask(ADA, world.visitor());
  assert.equal(world.log().match(/unknown-address: /g)?.length, 1);
  assert.match(world.log(), /Write `limits: \{ address: \(request\) => … \}`/);
  const told = openDatabase({ limits: { address: () => null } });
  await told.ask();
  assert.doesNotMatch(told.log(), /unknown-address/);
});

test("An option of `limits` that cannot work is refused, with what to write", () => {
  for (const limits of [true, null, 5, { address: "x" }, { account: 1 }]) {
    const { config } = openDatabase({ limits: limits as never });
    assert.throws(() => setupOf(config, "https"), /^Configuration: Cannot use `limits[^`]*`: write /);
  }
});

testForms("The stored counts say nothing about a person (LM-09)", async () => {
  const keys: string[] = [];
  const adapter = withRows(Memory(), "attempts", (sound) => ({
    count(attempts, now) {
      keys.push(attempts.key);
      return sound.count(attempts, now);
    },
  }));
  const world = openPasswords({ adapter, limits: { address: () => "8.8.8.8" } });
  await guess(world, { count: 2 });
  assert.equal(new Set(keys).size, 3, "the account twice, and the client");
  assert.ok(keys.every((key) => /^[\w-]{43}$/.test(key)), keys.join(" "));
});
