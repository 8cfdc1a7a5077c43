/**
 * Tells the stories of users on adapters, in both strategies, on the `@auth/core` of this tree. Prints for each adapter, by
 * strategy and story, `null` or what went wrong. Most adapters share packages, which take longer to load than the stories.
 *
 * @module
 */

import assert from "node:assert/strict";
import process from "node:process";
import { Auth } from "@auth/core";
import { OPENERS } from "./openers.mjs";

/** The servers, and adapters with the names of their databases. */
const [servers, adapters] = process.argv.slice(2).map((text) => JSON.parse(text));
const APP = "https://app.test";
/** Who signs in with the provider. */
let person;

/** Two people for each strategy: what one stores is no matter of the other. */
function peopleOf(strategy) {
  return {
    ADA: { id: `ada-${strategy}`, name: "Ada Lovelace", email: `ada-${strategy}@example.com` },
    GRACE: { id: `grace-${strategy}`, name: "Grace Hopper", email: `grace-${strategy}@example.com` },
  };
}

const originalFetch = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : String(input));
  if (origin !== "https://idp.test") return originalFetch(input, init);
  const body = pathname === "/token" ? { access_token: "a", token_type: "Bearer", expires_in: 60 } : person;
  return Promise.resolve(Response.json(body));
};

const STORIES = {
  "a first sign-in stores the user, a second one finds it": async (open, read, strategy) => {
    const { ADA } = peopleOf(strategy);
    const key = { provider: "idp", providerAccountId: ADA.id };
    const first = await oauth(open(), ADA);
    assert.deepEqual(shown(await first.session()), [ADA.name, ADA.email]);
    const [user, again] = [await read.getUserByAccount(key), await oauth(open(), ADA)];
    assert.deepEqual(shown(await again.session()), [ADA.name, ADA.email]);
    const byAccount = await read.getUserByAccount(key);
    assert.equal(String(byAccount.id), String(user.id));
    assert.equal(byAccount.emailVerified ?? null, null);
  },
  "the address of a first sign-in finds the user": async (_open, read, strategy) => {
    const { ADA } = peopleOf(strategy);
    const byAccount = await read.getUserByAccount({ provider: "idp", providerAccountId: ADA.id });
    const user = await read.getUserByEmail(ADA.email);
    assert.equal(String(user?.id), String(byAccount.id), "no user has the address");
  },
  "two users are kept apart": async (open, _read, strategy) => {
    const { ADA, GRACE } = peopleOf(strategy);
    const [ada, grace] = [await oauth(open(), ADA), await oauth(open(), GRACE)];
    assert.equal((await ada.session()).user.name, ADA.name);
    assert.equal((await grace.session()).user.name, GRACE.name);
  },
  "another account with a taken address is refused": async (open, _read, strategy) => {
    const { ADA, GRACE } = peopleOf(strategy);
    const browser = await oauth(open(), { ...GRACE, id: `mallory-${strategy}`, email: ADA.email });
    assert.match(browser.at, /error=OAuthAccountNotLinked/);
    assert.equal(await browser.session(), null);
  },
  "a mailed link signs in once, and the address is proven": async (open, read) => {
    const browser = open();
    const link = await browser.ask("new@example.com");
    await browser.go(link);
    assert.equal((await browser.session()).user.email, "new@example.com");
    const user = await read.getUserByEmail("new@example.com");
    assert.ok(
      user.emailVerified instanceof Date || Date.parse(user.emailVerified),
      "emailVerified is no date",
    );
    const stranger = open();
    await stranger.go(link);
    assert.equal(await stranger.session(), null);
  },
  "a mailed link signs in the same user again": async (open, read) => {
    const { id } = await read.getUserByEmail("new@example.com");
    const browser = open();
    await browser.go(await browser.ask("new@example.com"));
    assert.equal((await browser.session()).user.email, "new@example.com");
    assert.equal(String((await read.getUserByEmail("new@example.com")).id), String(id));
  },
  "signing out ends the session for every copy of its cookie": async (open, _read, strategy) => {
    const browser = await oauth(open(), peopleOf(strategy).ADA);
    const copy = open(browser.jar);
    assert.ok(await copy.session());
    await browser.post("/auth/signout");
    assert.equal(await browser.session(), null);
    if (strategy === "database") assert.equal(await copy.session(), null);
  },
  "a session outlives several reads, and its end is the same for client and database": async (
    open,
    _read,
    strategy,
  ) => {
    const browser = await oauth(open(), peopleOf(strategy).GRACE);
    const [first, second] = [await browser.session(), await browser.session()];
    assert.equal(first.user.email, second.user.email);
    const days = (Date.parse(second.expires) - Date.now()) / 86_400_000;
    assert.ok(days > 29 && days < 31, second.expires);
  },
};

for (const [adapter, name] of adapters) {
  const told = await tellAll(() => OPENERS[adapter]({ ...servers, name }));
  console.log(`\nRESULTS ${JSON.stringify({ adapter, told })}`);
}
process.exit();

async function tellAll(open) {
  const results = { "it opens": null };
  const problem = (error) => String(error.message).split("\n")[0];
  let adapter;
  try {
    adapter = await open();
  } catch (error) {
    return { "it opens": problem(error) };
  }
  for (const strategy of ["jwt", "database"]) {
    for (const [title, tell] of Object.entries(STORIES)) {
      const story = tell(opener(adapter, strategy), adapter, strategy);
      results[`${title} (${strategy})`] = await within(story).then(() => null, problem);
    }
  }
  return results;
}

function within(promise) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("it takes too long")), 20_000));
  return Promise.race([promise, late]);
}

function opener(adapter, strategy) {
  const mails = [];
  const problems = [];
  const config = {
    adapter,
    session: { strategy },
    secret: "a-secret-of-forty-characters-for-tests-0",
    trustHost: true,
    basePath: "/auth",
    logger: { error: (error) => problems.push(causeOf(error)), warn() {}, debug() {} },
    providers: [
      {
        id: "idp",
        name: "Fake",
        type: "oauth",
        clientId: "id",
        clientSecret: "secret",
        authorization: "https://idp.test/authorize?scope=profile",
        token: "https://idp.test/token",
        userinfo: "https://idp.test/me",
        profile: ({ id, name, email }) => ({ id, name, email, image: null }),
      },
      {
        id: "email",
        name: "Email",
        type: "email",
        from: "a@example.com",
        maxAge: 3600,
        sendVerificationRequest: ({ url }) => void mails.push(url),
      },
    ],
  };
  return (cookies = new Map()) => browserOf(config, { mails, problems, jar: new Map(cookies) });
}

function browserOf(config, { mails, problems, jar }) {
  const browser = {
    jar,
    at: "",
    async send(url, init = {}) {
      const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
      const headers = { ...init.headers, ...(cookie && { cookie }) };
      const response = await Auth(new Request(new URL(url, APP), { ...init, headers }), config);
      for (const header of response.headers.getSetCookie()) keep(jar, header);
      return response;
    },
    async go(url, init) {
      const response = await browser.send(url, init);
      browser.at = response.headers.get("location") ?? url;
      return response;
    },
    async post(path, fields = {}) {
      const { csrfToken } = await (await browser.send("/auth/csrf")).json();
      return await browser.go(path, { method: "POST", body: new URLSearchParams({ ...fields, csrfToken }) });
    },
    async session() {
      const session = await (await browser.send("/auth/session")).json();
      if (!session && problems.length) browser.problem = problems.at(-1);
      return session;
    },
    async ask(email) {
      const sent = mails.length;
      await browser.post("/auth/signin/email", { email });
      if (mails.length === sent) throw new Error(problems.at(-1) ?? "no mail was sent");
      return mails.at(-1);
    },
  };
  browser.problems = problems;
  return browser;
}

async function oauth(browser, who) {
  person = who;
  await browser.post("/auth/signin/idp", { callbackUrl: `${APP}/home` });
  const asked = new URL(browser.at);
  assert.equal(asked.origin, "https://idp.test", browser.problems.at(-1) ?? asked.href);
  const state = asked.searchParams.get("state");
  await browser.go(`/auth/callback/idp?${new URLSearchParams({ code: "code", ...(state && { state }) })}`);
  if (/error=(?!OAuthAccountNotLinked)/.test(browser.at)) {
    throw new Error(browser.problems.at(-1) ?? browser.at);
  }
  return browser;
}

function shown({ user }) {
  return [user.name, user.email];
}

function keep(jar, header) {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(header);
  const expires = /expires=([^;]+)/i.exec(header)?.[1];
  const isGone = value === "" || /max-age=0(;|$)/i.test(header) || Date.parse(expires) < Date.now();
  if (isGone) jar.delete(name);
  else jar.set(name, value);
}

function causeOf(error) {
  const inner = error?.cause?.err ?? error?.cause;
  return inner instanceof Error ? causeOf(inner) : String(error?.message ?? error);
}
