import assert from "node:assert/strict";
import { IncomingMessage, Server } from "node:http";
import { DenoAuth } from "../../src/integrations/deno.ts";
import type { Site } from "../../src/testing/mod.ts";
import { built } from "./_built.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/limits.md", { built });

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

/** How servers hand an address to an application that is a function: Deno's, and that of Hono on Node. */
type Served = (request: Request, info: object) => ReturnType<Site>;

/**
 * Starts the application of a section. Its connections come from the address that `from()` has set.
 */
async function openAt(recipe: Recipe, address: string) {
  let hostname = address;
  recipe.env.ADDRESS_HEADER = "x-real-ip"; // Of SvelteKit's server.
  await recipe.start();
  const app = recipe.sites[APP] as Served;
  const isBuilt = ["Next", "SvelteKit"].includes(recipe.tab);
  recipe.sites[APP] = (request) => {
    const headers = new Headers(request.headers);
    // Whatever a client writes into these headers does not count where there is no proxy.
    const forged = `203.0.113.${Math.floor(Math.random() * 256)}`;
    for (const name of ["x-forwarded-for", "forwarded", "cf-connecting-ip"]) headers.set(name, forged);
    headers.set("x-real-ip", isBuilt ? hostname : forged);
    const info = { remoteAddr: { hostname }, incoming: { socket: { remoteAddress: hostname } } };
    return app(new Request(request, { headers }), info);
  };
  const { emit } = Server.prototype;
  Server.prototype.emit = function (this: Server, event: string, ...args: readonly unknown[]) {
    const [request] = args;
    if (request instanceof IncomingMessage) {
      Object.defineProperty(request.socket, "remoteAddress", { configurable: true, value: hostname });
    }
    return Reflect.apply(emit, this, [event, ...args]);
  } as typeof emit;
  return {
    from: (address: string) => hostname = address,
    [Symbol.dispose]: () => Server.prototype.emit = emit,
  };
}

async function askForMail(recipe: Recipe, email: string) {
  const form = await recipe.browser().open(`${APP}${recipe.basePath}/signin`);
  return await form.submit(`${recipe.basePath}/signin/resend`, { email });
}

page.section("Limit the requests of each IP address", async (recipe) => {
  const mails = openMail(recipe);
  using client = await openAt(recipe, "192.0.2.1");
  for (let n = 0; n < 20; n++) await askForMail(recipe, `ada${n}@example.com`);
  assert.equal((await askForMail(recipe, ADDRESS)).status, 429);
  assert.match((await recipe.browser().open(`${APP}/`)).text, /Nobody is signed in/);
  client.from("192.0.2.2");
  assert.equal((await askForMail(recipe, ADDRESS)).status, 200);
  client.from("::ffff:192.0.2.1");
  assert.equal((await askForMail(recipe, ADDRESS)).status, 429);
  recipe.platform.tick(60);
  assert.equal((await askForMail(recipe, ADDRESS)).status, 200);
  assert.equal(mails.length, 22);

  const post = async (path: string, headers = {}): Promise<number> => {
    const init = { method: "POST", headers, redirect: "manual" } as const;
    const answer = await recipe.browser().fetch(`${APP}${path}`, init);
    await answer.body?.cancel();
    // Next redirects `//login` and `/login/` before it asks the proxy.
    const target = new URL(answer.headers.get("location") ?? "", APP);
    return answer.status === 308 ? await post(target.pathname + target.search, headers) : answer.status;
  };
  // Routes of the application that call `signIn` count as well, however a client writes their paths.
  const attempts = [
    ...["/login", "/Login/", "/login/google", "/register", "/app/verify", "/forgot", "/password", "/signin"],
    ...["/%6Cogin", "//login", "/login?x=1", "/login//", "/auth/%73ignin/resend", "/auth/signin%2Fresend"],
    ...["/AUTH/signin/resend", "/auth/signin/resend/", "/app/auth/callback/credentials", "/api/auth/signin"],
  ];
  for (const [n, path] of attempts.entries()) {
    client.from(`198.51.100.${n}`);
    for (let n = 0; n < 20; n++) assert.notEqual(await post(path), 429, path);
    assert.equal(await post(path), 429, path);
    assert.notEqual((await recipe.browser().fetch(`${APP}${path}`)).status, 429, path);
  }
  for (const path of ["/logins", "/%", "/a%zz"]) assert.notEqual(await post(path), 429, path);
  if (recipe.tab === "Next") assert.equal(await post("/", { "next-action": "00" }), 429);

  // A client with IPv6 may use another address for each request.
  const ask = async (address: string) => {
    client.from(address);
    return await post(`${recipe.basePath}/signin/resend`);
  };
  for (let n = 1; n <= 20; n++) assert.notEqual(await ask(`2001:db8::${n}`), 429);
  assert.equal(await ask("2001:db8:0:0:ffff::1"), 429);
  assert.notEqual(await ask("2001:db8:0:1::1"), 429);
  assert.notEqual(await ask("fe80::1%eth0"), 429);
  if (recipe.tab !== "Deno") return;

  const { removeOldAttempts, allowAttempt } = await recipe.load("attempts.ts");
  removeOldAttempts();
  assert.equal(allowAttempt("ip 192.0.2.1", { limit: 1, seconds: 60 }), false);
  const { networkOf } = await recipe.load("network.ts");
  const networks = {
    "192.0.2.7": "192.0.2.7",
    "::ffff:192.0.2.7": "192.0.2.7",
    "::1": "0:0:0:0",
    "2001:0DB8:0000:0001:0:0:0:1": "2001:db8:0:1",
    "2001:db8:a:b:c:d:e:f": "2001:db8:a:b",
    "2001:db8::a:b:c:d:e": "2001:db8:0:a",
    "::a:b:c:d:e:f": "0:0:a:b",
    "2001:db8:a:b::": "2001:db8:a:b",
    "fe80::1%eth0": "fe80:0:0:0",
  };
  for (const [address, network] of Object.entries(networks)) assert.equal(networkOf(address), network);
});

page.section("Limit the mails to each address", async (recipe) => {
  const mails = openMail(recipe);
  const { client } = await recipe.load("client.ts");
  await recipe.start();
  const app = recipe.sites[APP]!;
  let address = "192.0.2.1";
  recipe.sites[APP] = (request) => client.run(address, () => app(request));
  const tooMany = `${APP}/too-many-mails`;
  for (let n = 0; n < 5; n++) await askForMail(recipe, ADDRESS);
  assert.equal((await askForMail(recipe, ADDRESS.toUpperCase())).url, tooMany);
  await askForMail(recipe, "grace@example.com");
  assert.equal(mails.length, 6);
  // Refused requests do not count for the address. The owner, elsewhere, gets a mail.
  for (let n = 0; n < 20; n++) await askForMail(recipe, ADDRESS);
  for (const n of [2, 3, 4]) {
    address = `192.0.2.${n}`;
    for (let n = 0; n < 5; n++) assert.notEqual((await askForMail(recipe, ADDRESS)).url, tooMany);
  }
  assert.equal(mails.length, 21);
  address = "192.0.2.5";
  assert.equal((await askForMail(recipe, ADDRESS)).url, tooMany);
  assert.equal(mails.length, 21);
  recipe.platform.tick(3600);
  await askForMail(recipe, ADDRESS);
  assert.equal(mails.length, 22);
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
  recipe.env.TURNSTILE_SECRET = "secret";
  recipe.sites["https://challenges.cloudflare.com"] = async (request) => {
    const form = new URLSearchParams(await request.text());
    return Response.json({ success: form.get("secret") === "secret" && form.get("response") === "person" });
  };
  assert.match(recipe.read("html"), /class="cf-turnstile"/);
  const { config } = await recipe.load("auth.ts");
  // A sign-in page of the reader: its route hands all fields of the form to `signIn`.
  recipe.sites[APP] = DenoAuth(config, async (request, auth) => {
    if (request.method !== "POST") return new Response("login");
    const fields = Object.fromEntries(await request.formData()) as Record<string, string>;
    const location = await auth.signIn({ providerId: "resend", fields }).catch((error) => error.publicType);
    return new Response(null, { status: 303, headers: { location } });
  });
  const browser = recipe.browser();
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const post = async (path: string, answer: string | undefined, isJson = false) => {
    const fields = { csrfToken, email: ADDRESS, ...(answer && { "cf-turnstile-response": answer }) };
    const headers = { origin: APP, ...(isJson && { "content-type": "application/json" }) };
    const body = isJson ? JSON.stringify(fields) : new URLSearchParams(fields);
    const init = { method: "POST", redirect: "manual", headers, body } as const;
    return (await browser.fetch(`${APP}${path}`, init)).headers.get("location") ?? "";
  };
  const endpoints = ["/auth/signin/resend", "/auth/signin/resend/", "/login"];
  for (const path of endpoints) {
    for (const answer of [undefined, "robot"]) {
      assert.match(await post(path, answer), /EmailSignInError/, path);
    }
  }
  assert.match(await post("/auth/signin/resend", undefined, true), /EmailSignInError/);
  assert.equal(mails.length, 0);
  for (const path of endpoints) assert.match(await post(path, "person"), /verify-request/, path);
  assert.equal(mails.length, 3);
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
