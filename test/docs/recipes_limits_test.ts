import assert from "node:assert/strict";
import { DenoAuth } from "../../src/integrations/deno.ts";
import type { Site } from "../../src/testing/mod.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/limits.md");

const ADDRESS = "ada@example.com";

function openMail(recipe: Recipe): { to: string }[] {
  const mails: { to: string }[] = [];
  recipe.env.AUTH_RESEND_KEY = "key";
  recipe.sites["https://api.resend.com"] = async (request) => {
    mails.push(await request.json());
    return Response.json({ id: "1" });
  };
  return mails;
}

async function askForMail(recipe: Recipe, email: string) {
  const form = await recipe.browser().open(`${APP}/auth/signin`);
  return await form.submit("/auth/signin/resend", { email });
}

page.section("Limit the requests of each IP address", async (recipe) => {
  const mails = openMail(recipe);
  const handler = await recipe.serve("main.ts") as (request: Request, info: object) => ReturnType<Site>;
  let hostname = "192.0.2.1";
  recipe.sites[APP] = (request) => handler(request, { remoteAddr: { hostname } });
  for (let n = 0; n < 20; n++) await askForMail(recipe, `ada${n}@example.com`);
  assert.equal((await askForMail(recipe, ADDRESS)).status, 429);
  assert.equal((await recipe.browser().open(`${APP}/`)).text, "Please sign in");
  hostname = "192.0.2.2";
  assert.equal((await askForMail(recipe, ADDRESS)).status, 200);
  hostname = "192.0.2.1";
  recipe.platform.tick(60);
  assert.equal((await askForMail(recipe, ADDRESS)).status, 200);
  assert.equal(mails.length, 22);
  const { removeOldAttempts, allowAttempt, networkOf } = await recipe.load("attempts.ts");
  removeOldAttempts();
  assert.equal(allowAttempt("ip 192.0.2.1", { limit: 1, seconds: 60 }), false);

  // A route of the application that calls `signIn` counts as well, and so does Express.
  const { isAttempt } = await recipe.load("attempts.ts");
  for (
    const path of ["/login", "/Login/", "/login/google", "/register", "/app/verify", "/forgot", "/password"]
  ) {
    assert.equal(isAttempt("POST", path), true, path);
    assert.equal(isAttempt("GET", path), false, path);
  }
  assert.equal(isAttempt("POST", "/logins"), false);
  const inExpress = await recipe.listen("express.ts");
  const fill = async (path: string) => (await inExpress(new Request(APP + path, { method: "POST" }))).status;
  for (let n = 0; n < 10; n++) {
    assert.notEqual(await fill("/AUTH/signin/resend"), 429);
    assert.notEqual(await fill("/login"), 429);
  }
  assert.deepEqual([await fill("/auth/signin/resend"), await fill("/login")], [429, 429]);
  assert.equal(await (await inExpress(new Request(`${APP}/`))).text(), "Please sign in");

  // A client with IPv6 may use another address for each request.
  const statuses = new Set<number>();
  const ask = async (path: string, from: string) => {
    hostname = from;
    const { status } = await recipe.browser().fetch(`${APP}${path}`, { method: "POST", redirect: "manual" });
    return status;
  };
  for (let n = 1; n <= 20; n++) statuses.add(await ask("/auth/signin/resend", `2001:db8::${n}`));
  assert.equal(statuses.has(429), false);
  assert.equal(await ask("/auth/signin/resend", "2001:db8:0:0:ffff::1"), 429);
  assert.equal(await ask("/auth/signin/resend", "2001:db8:0:1::1"), 303);
  const networks = {
    "192.0.2.7": "192.0.2.7",
    "::ffff:192.0.2.7": "192.0.2.7",
    "::1": "0:0:0:0",
    "2001:0DB8:0000:0001:0:0:0:1": "2001:db8:0:1",
    "2001:db8:a:b:c:d:e:f": "2001:db8:a:b",
    "2001:db8::a:b:c:d:e": "2001:db8:0:a",
    "::a:b:c:d:e:f": "0:0:a:b",
    "2001:db8:a:b::": "2001:db8:a:b",
  };
  for (const [address, network] of Object.entries(networks)) assert.equal(networkOf(address), network);

  // With a path in AUTH_URL, the library answers below both paths.
  recipe.env.AUTH_URL = `${APP}/app`;
  const below = await recipe.serve("main.ts?below") as typeof handler;
  recipe.sites[APP] = (request) => below(request, { remoteAddr: { hostname } });
  for (let n = 0; n < 10; n++) {
    assert.notEqual(await ask("/auth/signin/resend", "198.51.100.1"), 429);
    assert.notEqual(await ask("/app/auth/signin/resend", "198.51.100.1"), 429);
  }
  assert.equal(await ask("/auth/signin/resend", "198.51.100.1"), 429);
  assert.equal(await ask("/app/auth/signin/resend", "198.51.100.1"), 429);
});

page.section("Limit the mails to each address", async (recipe) => {
  const mails = openMail(recipe);
  const handler = await recipe.serve("main.ts") as (request: Request, info: object) => ReturnType<Site>;
  let hostname = "192.0.2.1";
  recipe.sites[APP] = (request) => handler(request, { remoteAddr: { hostname } });
  const tooMany = `${APP}/too-many-mails`;
  for (let n = 0; n < 5; n++) await askForMail(recipe, ADDRESS);
  assert.equal((await askForMail(recipe, ADDRESS.toUpperCase())).url, tooMany);
  await askForMail(recipe, "grace@example.com");
  assert.equal(mails.length, 6);
  // Refused requests do not count for the address. The owner, elsewhere, gets a mail.
  for (let n = 0; n < 20; n++) await askForMail(recipe, ADDRESS);
  for (const n of [2, 3, 4]) {
    hostname = `192.0.2.${n}`;
    for (let n = 0; n < 5; n++) assert.notEqual((await askForMail(recipe, ADDRESS)).url, tooMany);
  }
  assert.equal(mails.length, 21);
  hostname = "192.0.2.5";
  assert.equal((await askForMail(recipe, ADDRESS)).url, tooMany);
  assert.equal(mails.length, 21);
  recipe.platform.tick(3600);
  await askForMail(recipe, ADDRESS);
  assert.equal(mails.length, 22);
  // In Express, all requests of this test come from one client.
  recipe.sites[APP] = await recipe.listen("express.ts");
  for (let n = 0; n < 5; n++) assert.notEqual((await askForMail(recipe, "bob@example.com")).url, tooMany);
  assert.equal((await askForMail(recipe, "bob@example.com")).url, tooMany);
  assert.equal(mails.length, 27);
});

page.section("Several servers", async (recipe) => {
  const { allowAttempt, connect } = await recipe.load("shared_attempts.ts");
  const counts = new Map<string, number>();
  const redis = {
    eval(script: string, { keys: [key], arguments: [seconds] }: { keys: string[]; arguments: string[] }) {
      assert.match(script, /INCR.*KEYS\[1\][^]*EXPIRE.*KEYS\[1\], ARGV\[1\]/);
      assert.equal(seconds, "60");
      counts.set(key!, (counts.get(key!) ?? 0) + 1);
      return Promise.resolve(counts.get(key!));
    },
  };
  const results = [];
  for (const key of ["a", "a", "a", "b"]) {
    results.push(await allowAttempt(redis, key, { limit: 2, seconds: 60 }));
  }
  assert.deepEqual(results, [true, true, false, true]);
  assert.equal(typeof connect, "function");
});

page.section("A captcha", async (recipe) => {
  const mails = openMail(recipe);
  Object.assign(recipe.env, { TURNSTILE_SECRET: "secret", TURNSTILE_SITE_KEY: "site key" });
  recipe.sites["https://challenges.cloudflare.com"] = async (request) => {
    const form = new URLSearchParams(await request.text());
    return Response.json({ success: form.get("secret") === "secret" && form.get("response") === "person" });
  };
  recipe.sites[APP] = await recipe.serve("main.ts");
  const browser = recipe.browser();
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const fields = { csrfToken, email: ADDRESS };
  const post = async (body: BodyInit, { headers = {}, path = "/auth/signin/resend" } = {}) => {
    const answer = await browser.fetch(`${APP}${path}`, {
      ...{ method: "POST", redirect: "manual", headers },
      body,
    });
    return answer.headers.get("location");
  };
  const refused = "/login?error=captcha";
  assert.equal(await post(new URLSearchParams(fields)), refused);
  assert.equal(await post(new URLSearchParams({ ...fields, "cf-turnstile-response": "robot" })), refused);
  assert.equal(
    await post(JSON.stringify(fields), { headers: { "content-type": "application/json" } }),
    refused,
  );
  assert.equal(await post(new URLSearchParams(fields), { path: "/auth/signin/resend/" }), refused);
  recipe.env.AUTH_URL = `${APP}/app`;
  recipe.sites[APP] = await recipe.serve("main.ts?below");
  for (const path of ["/auth/signin/resend", "/app/auth/signin/resend"]) {
    assert.equal(await post(new URLSearchParams(fields), { path }), refused);
  }
  // The page's own route sends mails as well.
  const login = await recipe.browser().open(`${APP}/login`);
  assert.match(login.html, /data-sitekey="site key"/);
  assert.equal((await login.submit("/login", { email: ADDRESS })).url, `${APP}${refused}`);
  assert.equal(await post(new URLSearchParams(fields), { path: "/Login/" }), refused);
  assert.equal(mails.length, 0);
  const answered = { "cf-turnstile-response": "person" };
  await post(new URLSearchParams({ ...fields, ...answered }));
  assert.equal(mails.length, 1);
  const send = async (email: string) =>
    await post(new URLSearchParams({ email, ...answered }), { path: "/login", headers: { origin: APP } });
  assert.match((await send(ADDRESS))!, /verify-request/);
  assert.equal(mails.length, 2);
  assert.equal(await send("ada"), "/login?error=InvalidEmail");
});

page.section("See failed sign-ins", async (recipe) => {
  const { audit } = await recipe.load("audit.ts");
  const { Credentials } = await import("../../src/providers/credentials.ts");
  const lines: string[] = [];
  const { info } = console;
  console.info = (line: string) => void lines.push(line);
  try {
    const authorize = ({ pin }: { pin?: unknown }) => pin === "1234" ? { id: "1" } : null;
    recipe.sites[APP] = DenoAuth(
      { ...audit, providers: [Credentials({ credentials: { pin: {} }, authorize })] },
      () => new Response("home"),
    );
    for (const pin of ["0000", "1234"]) {
      await (await recipe.browser().open(`${APP}/auth/signin`)).submit("/auth/callback/credentials", { pin });
    }
  } finally {
    console.info = info;
  }
  assert.deepEqual(lines, ["failed: CredentialsSignin", "signed in: 1 with credentials"]);
});

page.last();
