import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import { Auth, type AuthConfig, resolveSession } from "../../mod.ts";
import { NodeAuth } from "../../src/integrations/node/node.ts";
import { encode, getToken } from "../../src/model/jwt.ts";
import { isNightly } from "../_nightly.ts";
import { openDatabase } from "./_database.ts";
import { APP, cookieHeader, errorPage, oauth2, open, openPlain, request, SECRET } from "./_world.ts";

const SESSION = "__Host-latchkey.session-token";

const config: AuthConfig = { providers: [], secret: SECRET, trustHost: true, logger: { error() {} } };

/** Where a byte is put into a name, and the bytes that change nothing there. */
const PLACES: Readonly<Record<string, readonly [(byte: string, name: string) => string, harmless: string]>> =
  {
    before: [(byte, name) => byte + name, " \t;"],
    inside: [(byte, name) => `__Host-${byte}${name.slice(7)}`, ""],
    after: [(byte, name) => name + byte, " \t"],
  };

/** A session cookie of an attacker under each name that differs from the right one by a byte. */
async function planted(
  name: string,
): Promise<{ byte: number; place: string; cookie: string; counts: boolean }[]> {
  const token = await encode({ token: { sub: "6", name: "Mallory" }, secret: SECRET, salt: name });
  return Object.entries(PLACES).flatMap(([place, [put, harmless]]) =>
    Array.from({ length: 256 }, (_, byte) => {
      const character = String.fromCharCode(byte);
      return {
        byte,
        place,
        cookie: `${put(character, name)}=${token}`,
        counts: harmless.includes(character),
      };
    })
  );
}

test("Auth(), resolveSession() and getToken() know a cookie by its exact name, whichever byte is added (SE-20)", async () => {
  let tried = 0;
  for (const { byte, place, cookie, counts } of await planted(SESSION)) {
    // No server passes these on in a header.
    if ([0x00, 0x0a, 0x0d].includes(byte)) continue;
    const own = request("/auth/session", { headers: { cookie: `other=1; ${cookie}` } });
    const { session } = await resolveSession(own.clone(), config);
    const token = await getToken({ req: own.clone(), secret: SECRET });
    const answer = await (await Auth(own, config)).json();
    const seen = [session?.user?.name, token?.name, answer?.user.name];
    const expected = counts ? "Mallory" : undefined;
    assert.deepEqual(seen, [expected, expected, expected], `byte ${byte} ${place}`);
    tried++;
  }
  assert.equal(tried, 3 * 253);
});

test("getToken() finds a cookie by its exact name in the headers of Node, whichever byte is added (SE-20)", async () => {
  for (const { byte, place, cookie, counts } of await planted(SESSION)) {
    const token = await getToken({ req: { headers: { cookie } }, secret: SECRET });
    assert.equal(token?.name, counts ? "Mallory" : undefined, `byte ${byte} ${place}`);
  }
});

test("NodeAuth() finds a cookie by its exact name, whichever byte a client sends (SE-20)", async () => {
  const name = "latchkey.session-token";
  const server = createServer(NodeAuth(config, () => assert.fail("not for the application")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const wrong: string[] = [];
  for (const { byte, place, cookie, counts } of await planted(name)) {
    const text = await send(
      port,
      `GET /auth/session HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    );
    // What is no header at all is refused by the server itself.
    if (!text.startsWith("HTTP/1.1 200") && !counts) continue;
    if (text.includes("Mallory") !== counts) wrong.push(`byte ${byte} ${place}: ${text}`);
  }
  server.close();
  assert.deepEqual(wrong, []);
});

test("The first cookie of a name counts only among cookies of that exact name", async () => {
  const token = async (sub: string) =>
    await encode({ token: { sub, name: sub }, secret: SECRET, salt: SESSION });
  const [ada, mallory] = [await token("Ada"), await token("Mallory")];
  for (const blank of ["\u00a0", "\v", "\f", "\u0085", "\u001f", "\u00ad"]) {
    const cookie = `${blank}${SESSION}=${mallory}; ${SESSION}${blank}=${mallory}; ${SESSION}=${ada}`;
    const response = await Auth(request("/auth/session", { headers: { cookie } }), config);
    assert.equal((await response.json()).user.name, "Ada");
  }
});

/** Ends of names that the library does not make. */
const FOREIGN = [
  "(0",
  "é",
  "a b",
  "0",
  "x".repeat(15),
  "x".repeat(17),
  "x".repeat(15) + "(",
  "x".repeat(15) + ".",
  "",
];

test("Auth() removes only cookies that it can have set, and sets no invalid cookie (DS-13)", async () => {
  const { browser, config } = openPlain();
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const csrf = cookieHeader(browser);
  const flow = "__Host-latchkey.flow";
  const foreign = FOREIGN.map((end) => `${flow}.${end}=x`);
  const own = Array.from({ length: 6 }, (_, i) => `${flow}.${String(i).repeat(16)}=x`);
  const response = await Auth(
    request("/auth/signin/idp", {
      method: "POST",
      body: new URLSearchParams({ csrfToken }),
      headers: { cookie: [csrf, ...foreign, ...own].join("; ") },
    }),
    config,
  );
  assert.match(response.headers.get("location")!, /^https:\/\/idp\.test\/authorize/);
  const removed = response.headers.getSetCookie().filter((cookie) => cookie.includes("Max-Age=0"));
  assert.deepEqual(
    removed.map((cookie) => cookie.split("=")[0]),
    [0, 1].map((i) => `${flow}.${String(i).repeat(16)}`),
  );
});

test("POST signout removes chunks of the session with names of the library only", async () => {
  const { browser, config } = openPlain();
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const csrf = cookieHeader(browser);
  const ends = ["", ".0", ".1", ".31", ".32", ".00", ".01", ".9999999999", ".x", ".1(", ".\u00b2", "."];
  const cookie = [csrf, ...ends.map((end) => `${SESSION}${end}=x`)].join("; ");
  const body = new URLSearchParams({ csrfToken });
  const headers = new Headers({ cookie: cookie });
  const response = await Auth(request("/auth/signout", { method: "POST", body, headers }), config);
  const names = response.headers.getSetCookie().map((cookie) => cookie.split("=")[0]!.slice(SESSION.length));
  assert.deepEqual(names, ["", ".0", ".1", ".31"]);
});

/** Characters that grow when they are percent-encoded, or written as JSON. */
const FILLERS = [
  "a",
  "\\",
  '"',
  "'",
  "%",
  "é",
  "🙂",
  "\u0000",
  "&",
  "+",
  " ",
  "<",
  "\ud800",
  "%5c",
  "`",
  "|",
  "^",
];

const STARTS = ["/", "/?", "/#", "/?a="];

/** Addresses of the application, each about as long as can be or longer: with one of the starts here, at night with each. */
function longUrls(): readonly string[] {
  return FILLERS.flatMap((filler, i) =>
    [200, 1000, 1400, 2048].flatMap((length, j) =>
      STARTS.filter((_, k) => isNightly || k === (i + j) % STARTS.length)
        .map((start) => start + filler.repeat(Math.floor(length / filler.length)))
    )
  );
}

/** The size of each `Set-Cookie`, and of what the browser holds under a name. */
function sizes(response: Response): readonly number[] {
  return response.headers.getSetCookie().map((header) => new TextEncoder().encode(header).length);
}

test("No cookie of a sign-in is larger than 4096 bytes, whatever callbackUrl is, and the sign-in works (RD-23)", async () => {
  for (const callbackUrl of longUrls()) {
    const world = openPlain();
    const response = await world.post("signin/idp", { callbackUrl });
    for (const size of sizes(response)) assert.ok(size <= 4096, `${size}: ${callbackUrl.slice(0, 20)}`);
    const { url } = await world.browser.open(response.headers.get("location")!);
    assert.equal(new URL(url).origin, APP);
    assert.equal((await world.session())?.user.name, "Ada Lovelace");
    assert.deepEqual(world.browser.refused, []);
  }
});

test("No cookie is larger than 4096 bytes with a redirect proxy, long names and attributes", async () => {
  for (const callbackUrl of longUrls()) {
    const { post } = open({
      providers: (idp) => [oauth2(idp, { redirectProxyUrl: "https://proxy.test/auth" })],
      redirectProxySecret: "a secret of the proxy and of all that is behind it",
      cookies: {
        flow: { name: "f".repeat(100), options: { path: `/${"a".repeat(200)}`, domain: "app.test" } },
      },
    });
    const response = await post("signin/idp", { callbackUrl });
    const [size] = sizes(response);
    assert.ok(size! <= 4096, `${size}: ${callbackUrl.slice(0, 20)}`);
  }
});

test("No cookie of a mail is larger than 4096 bytes, whatever callbackUrl is, and the code works", async () => {
  for (const callbackUrl of longUrls()) {
    const world = openDatabase({ session: { strategy: "jwt" } });
    const email = `${"a".repeat(64)}@${"b.".repeat(90)}test`;
    const response = await world.post("signin/email", { callbackUrl, email });
    for (const size of sizes(response)) assert.ok(size <= 4096, `${size}: ${callbackUrl.slice(0, 20)}`);
    const done = await world.post("callback/email", { code: world.mails[0]!.code });
    assert.equal(new URL(done.headers.get("location")!).origin, APP);
    assert.deepEqual(world.browser.refused, []);
  }
});

test("A callbackUrl as long as those of most applications is remembered", async () => {
  for (
    const callbackUrl of [`/${"a".repeat(2000)}`, `/?q=${encodeURIComponent("é".repeat(300))}`, '/a\\b?c="d"']
  ) {
    const world = openPlain();
    const { url } = await world.signIn({ callbackUrl });
    assert.equal(url, new URL(callbackUrl, APP).href);
  }
});

for (const [what, length] of [["short", 10], ["long", 1000], ["very long", 2000]] as const) {
  test(`Sign-ins with a ${what} callbackUrl that are never finished fill at most 8 KB, and the newest one works`, async () => {
    const world = openPlain();
    for (let i = 0; i < 12; i++) {
      const start = await world.post("signin/idp", { callbackUrl: `/${i}?${"x".repeat(length)}` });
      const flows = world.browser.cookies(APP).filter(({ name }) => name.includes(".flow."));
      assert.ok(flows.length <= 5);
      const header = flows.map(({ name, value }) => `${name}=${value}`).join("; ");
      assert.ok(header.length < 8192, `${header.length}`);
      if (i === 11) await world.browser.open(start.headers.get("location")!);
    }
    assert.equal((await world.session())?.user.name, "Ada Lovelace");
  });
}

test("a sign-in whose session exceeds the cookies fails, and the log says how to fix it (SE-21)", async () => {
  const { browser, signIn, log } = openPlain({
    callbacks: { jwt: ({ token }) => ({ ...token, data: "x".repeat(10_000) }) },
  });
  assert.equal((await signIn()).url, errorPage("ServerError"));
  assert.deepEqual(browser.cookies(APP).map(({ name }) => name), ["__Host-latchkey.csrf-token"]);
  assert.match(
    log(),
    /JWTSessionError: Cannot keep the session: its token of 13\d\d\d bytes .* `callbacks\.jwt`/,
  );
});

test("A session that grows out of its cookies is not written, and the one before stays", async () => {
  const { signIn, post, session, log } = openPlain({
    callbacks: { jwt: ({ token, session }) => session ? { ...token, data: session } : token },
  });
  await signIn();
  assert.equal((await post("session", { data: "x".repeat(20_000) }, { json: true })).status, 400);
  assert.match(log(), /Cannot keep the session/);
  assert.equal((await session())?.user.name, "Ada Lovelace");
});

test("A picture that is data, or has a very long URL, is left out of the session token (SE-21)", async () => {
  const long = (length: number) => `https://pictures.test/`.padEnd(length, "x");
  const pictures: Readonly<Record<string, boolean>> = {
    "https://pictures.test/ada.png": true,
    [long(2048)]: true,
    [long(2049)]: false,
    "data:image/png;base64,AAAA": false,
    "DATA:image/svg+xml,<svg>": false,
    [` data:image/png;base64,${"A".repeat(20_480)}`]: false,
  };
  for (const [picture, isKept] of Object.entries(pictures)) {
    const world = openPlain();
    world.idp.login({ sub: "ada", name: "Ada Lovelace", picture });
    await world.signIn();
    const { user } = (await world.session())!;
    assert.deepEqual([user.name, user.image ?? null], ["Ada Lovelace", isKept ? picture : null]);
  }
});

test("a callback without any cookie says that the browser blocks them, or that the address differs", async () => {
  const world = openPlain();
  const page = await world.browser.open(`${APP}/auth/callback/idp?code=c&state=s`);
  assert.match(
    world.log(),
    /no such sign-in under way: the request has no cookies, so the browser blocks them, or/,
  );
  assert.match(world.log(), /began at another address than https:\/\/app\.test/);
  assert.match(page.text, /If it happens again, allow cookies\./);
});

test("a callback with other cookies names the time and the address", async () => {
  const world = openPlain();
  await world.browser.open(`${APP}/auth/signin`);
  await world.browser.open(`${APP}/auth/callback/idp?code=c&state=s`);
  assert.match(
    world.log(),
    /no such sign-in under way: it began more than 15 minutes ago, was answered before, or/,
  );
});

/** Sends bytes, and reads all that comes back. */
function send(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.end(text, "latin1"));
    socket.on("data", (data: Uint8Array) => answer += new TextDecoder().decode(data));
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
  });
}
