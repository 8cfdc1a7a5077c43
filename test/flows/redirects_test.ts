import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type Callbacks } from "../../mod.ts";
import { APP, cookiesOf, openPlain, request, type World } from "./_world.ts";

/** Addresses that somebody wants the user to be sent to, by the row of the list of threats. */
const HOSTILE: readonly (readonly [row: string, url: string])[] = [
  ["RD-01", "https://evil.test"],
  ["RD-01", "https://evil.test/auth/callback"],
  ["RD-02", "//evil.test"],
  ["RD-02", "///evil.test"],
  ["RD-02", "////evil.test/%2e%2e"],
  ["RD-03", "/\\evil.test"],
  ["RD-03", "\\\\evil.test"],
  ["RD-03", "\\/evil.test"],
  ["RD-03", "https:\\\\evil.test"],
  ["RD-04", "https://app.test@evil.test"],
  ["RD-04", "https://app.test:443@evil.test/"],
  ["RD-04", "https://app.test%2f@evil.test"],
  ["RD-05", "https://app.test.evil.test"],
  ["RD-05", "https://notapp.test"],
  ["RD-05", "https://app.testevil"],
  ["RD-05", "https://sub.app.test"],
  ["RD-06", "https:///evil.test"],
  ["RD-06", "http:evil.test"],
  ["RD-06", "http:/evil.test"],
  ["RD-07", "javascript:alert(1)"],
  ["RD-07", "JaVaScRiPt:alert(1)"],
  ["RD-07", "java\tscript:alert(1)"],
  ["RD-07", "java\nscript:alert(1)"],
  ["RD-07", "\u0001javascript:alert(1)"],
  ["RD-07", " javascript://app.test/%0aalert(1)"],
  ["RD-08", "data:text/html,<script>alert(1)</script>"],
  ["RD-08", "vbscript:msgbox(1)"],
  ["RD-08", "file:///etc/passwd"],
  ["RD-08", "ws://app.test"],
  ["RD-08", "mailto:a@app.test"],
  ["RD-09", "blob:https://app.test/5d9a"],
  ["RD-09", "filesystem:https://app.test/temporary/x"],
  ["RD-10", "/\t/evil.test"],
  ["RD-10", "/\n/evil.test"],
  ["RD-10", " //evil.test"],
  ["RD-10", "\t//evil.test"],
  ["RD-11", "https://app.test:8443/"],
  ["RD-12", "http://app.test/"],
  ["RD-13", "https://аpp.test/"],
  ["RD-13", "／／evil.test"],
  ["RD-13", "//evil。test"],
  ["RD-13", "https://evil.test／app.test"],
  ["RD-14", "/\r\nSet-Cookie: a=b\r\n//evil.test"],
  ["RD-14", "https://evil.test/\r\nLocation: https://evil.test"],
  ["RD-15", "https://app.test./"],
  ["RD-15", "https://app.test%00.evil.test"],
  ["RD-15", "https://app.test\0.evil.test"],
  ["RD-16", "https://"],
  ["RD-16", "http://["],
  ["DS-07", `//${"a.".repeat(900)}evil.test`],
];

/** Addresses of the application, as they are written and where they lead. */
const OWN: readonly (readonly [url: string, target: string])[] = [
  ["/home", `${APP}/home`],
  ["/home?a=1&b=%2F#part", `${APP}/home?a=1&b=%2F#part`],
  [`${APP}/home`, `${APP}/home`],
  [APP, `${APP}/`],
  ["https://app.test:443/home", `${APP}/home`],
  ["https://somebody:secret@app.test/home", `${APP}/home`],
  ["/a/../b", `${APP}/b`],
  ["home", `${APP}/home`],
  ["?tab=2", `${APP}/?tab=2`],
  ["#part", `${APP}/#part`],
  ["", `${APP}/`],
  ["https:home", `${APP}/home`],
  ["/grüße?name=Ünï 漢", `${APP}/gr%C3%BC%C3%9Fe?name=%C3%9Cn%C3%AF%20%E6%BC%A2`],
];

/** The ways in which an address comes in and a redirect goes out. */
const WAYS: Readonly<Record<string, (world: World, url: string) => Promise<string>>> = {
  "the form of a sign-in": async ({ browser, post }, callbackUrl) => {
    const start = await post("signin/idp", { callbackUrl });
    await browser.open(start.headers.get("location")!);
    return browser.visited.at(-1)!;
  },
  "the query of a sign-in": async ({ browser, post }, callbackUrl) => {
    const start = await post(`signin/idp?${new URLSearchParams({ callbackUrl })}`);
    await browser.open(start.headers.get("location")!);
    return browser.visited.at(-1)!;
  },
  "the form of a sign-out": async ({ post }, callbackUrl) =>
    (await post("signout", { callbackUrl })).headers.get("location")!,
  "the JSON of a sign-out": async ({ post }, callbackUrl) =>
    (await post("signout", { callbackUrl }, { json: true })).headers.get("location")!,
  "the query of the sign-in page": async ({ browser }, callbackUrl) => {
    const { html } = await browser.open(`${APP}/auth/signin?${new URLSearchParams({ callbackUrl })}`);
    return hiddenField(html);
  },
  "the query of the sign-out page": async ({ browser, signIn, session }, callbackUrl) => {
    if (!await session()) await signIn();
    const { html } = await browser.open(`${APP}/auth/signout?${new URLSearchParams({ callbackUrl })}`);
    return hiddenField(html);
  },
  "the query of a callback that fails": async ({ config }, callbackUrl) => {
    const query = new URLSearchParams({ callbackUrl, state: "x", code: "y" });
    const response = await Auth(request(`/auth/callback/idp?${query}`), config);
    return new URL(response.headers.get("location")!).searchParams.get("callbackUrl")!;
  },
};

for (const [way, send] of Object.entries(WAYS)) {
  test(`Auth() leads back to the application, whatever ${way} says (RD-01 … RD-16)`, async () => {
    const world = openPlain();
    for (const [row, url] of HOSTILE) {
      const target = await send(world, url);
      assert.equal(new URL(target).origin, APP, `${row} ${JSON.stringify(url)} leads to ${target}`);
      assert.ok(!/[^\x21-\x7e]/.test(target), `${row} ${JSON.stringify(url)} is not encoded: ${target}`);
    }
  });

  test(`Auth() leads to the page of the application that ${way} says (RD-16, RD-22)`, async () => {
    const world = openPlain();
    for (const [url, target] of OWN) {
      assert.equal(await send(world, url), target, url);
    }
  });
}

test("Auth() answers scripts with the same URL as a redirect (RD-20)", async () => {
  for (const [row, callbackUrl] of HOSTILE) {
    const { browser } = openPlain();
    const response = await postAsScript(browser, "signout", { callbackUrl });
    const { url } = await response.json();
    assert.equal(new URL(url).origin, APP, row);
    assert.equal(response.headers.get("location"), url);
  }
});

test("Auth() encodes text of a query in a header (RD-14, DS-10)", async () => {
  const { config } = openPlain({ pages: { signIn: "/in", error: "/oops" } });
  for (const action of ["signin", "error"]) {
    const response = await Auth(request(`/auth/${action}?error=a%0d%0aSet-Cookie:%20a=b%26x`), config);
    const location = response.headers.get("location")!;
    assert.ok(!/[\r\n]/.test(location));
    assert.equal(new URL(location).searchParams.get("error"), "a\r\nSet-Cookie: a=b&x");
    assert.deepEqual(response.headers.getSetCookie(), []);
  }
});

test("Auth() passes only its own parameters to a page of the application (RD-26)", async () => {
  const { config } = openPlain({ pages: { error: "/oops" } });
  const error = "x&callbackUrl=https://evil.test#";
  const response = await Auth(request(`/auth/error?error=${encodeURIComponent(error)}&a=b`), config);
  const { searchParams, hash } = new URL(response.headers.get("location")!);
  assert.deepEqual([...searchParams], [["error", error]]);
  assert.equal(hash, "");
});

test("Auth() reads no URL to return to from a cookie (RD-17, RD-18)", async () => {
  for (const value of ["https://evil.test", "javascript:alert(1)", "%", "not a url"]) {
    const { browser, post, session } = openPlain();
    for (const name of ["latchkey.callback-url", "__Secure-latchkey.callback-url", "callbackUrl"]) {
      browser.setCookie(APP, `${name}=${encodeURIComponent(value)}; Secure; Path=/`);
    }
    assert.equal((await post("signout")).headers.get("location"), APP);
    assert.equal(await session(), null);
  }
});

test("Auth() keeps no address on a browser that asks for a page (RD-19)", async () => {
  const { config } = openPlain();
  const response = await Auth(request("/auth/signin?callbackUrl=https://evil.test"), config);
  assert.deepEqual(Object.keys(cookiesOf(response)), ["__Host-latchkey.csrf-token"]);
  assert.ok(!(await response.text()).includes("evil.test"));
});

test("Auth() passes a safe callbackUrl to the sign-in page of the application (RD-19)", async () => {
  const { config } = openPlain({ pages: { signIn: "/in" } });
  for (const [row, url] of HOSTILE) {
    const response = await Auth(request(`/auth/signin?${new URLSearchParams({ callbackUrl: url })}`), config);
    const location = new URL(response.headers.get("location")!);
    assert.equal(location.origin + location.pathname, `${APP}/in`, row);
    assert.equal(new URL(location.searchParams.get("callbackUrl")!).origin, APP, row);
  }
});

for (
  const [what, path] of [
    ["letters", `/${"a".repeat(5000)}`],
    ["letters that grow when they are encoded", `/${"漢".repeat(2000)}`],
  ] as const
) {
  test(`Auth() forgets an address that is too long for a cookie: ${what} (RD-23)`, async () => {
    const { browser, post } = openPlain();
    const start = await post("signin/idp", { callbackUrl: path });
    for (const header of start.headers.getSetCookie()) assert.ok(header.length <= 4096, header.length + "");
    assert.equal((await browser.open(start.headers.get("location")!)).text, "Hello Ada Lovelace");
    assert.equal(browser.visited.at(-1), `${APP}/`);
  });
}

test("Auth() keeps an address of 2000 characters", async () => {
  const { browser, signIn } = openPlain();
  const callbackUrl = `/${"a".repeat(2000)}`;
  assert.equal((await signIn({ callbackUrl })).url, APP + callbackUrl);
  assert.deepEqual(browser.refused, []);
});

test("Auth() accepts only a string as an address (RD-24)", async () => {
  const values: unknown[] = [["https://evil.test"], { href: "https://evil.test" }, 42, true, null, {
    toString: "x",
  }];
  for (const callbackUrl of values) {
    const { post } = openPlain();
    const response = await post("signout", { callbackUrl }, { json: true });
    assert.equal(response.status, 303);
    assert.equal(response.headers.get("location"), APP);
  }
});

test("Auth() is not confused by an address that comes twice (RD-25)", async () => {
  for (const [first, last] of [["/a", "//evil.test"], ["//evil.test", "/a"]] as const) {
    const { browser } = openPlain();
    const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
    const body = new URLSearchParams({ csrfToken });
    for (const url of [first, last]) body.append("callbackUrl", url);
    const response = await browser.fetch(`${APP}/auth/signout?callbackUrl=https://evil.test`, {
      method: "POST",
      body,
      redirect: "manual",
    });
    assert.equal(new URL(response.headers.get("location")!).origin, APP);
  }
});

test("Auth() redirects to the URL that callbacks.signIn returns, and issues no session (RD-21)", async () => {
  const { browser, signIn, session } = openPlain({ callbacks: { signIn: () => "/waiting-list?a=1" } });
  assert.equal((await signIn()).url, `${APP}/waiting-list?a=1`);
  assert.equal(await session(), null);
  assert.deepEqual(browser.cookies(APP).map(({ name }) => name), ["__Host-latchkey.csrf-token"]);
});

test("Auth() asks callbacks.redirect where callbacks.signIn may send to (RD-21)", async () => {
  for (const [row, url] of HOSTILE) {
    const { browser, signIn, session } = openPlain({ callbacks: { signIn: () => url } });
    await signIn();
    assert.equal(new URL(browser.visited.at(-1)!).origin, APP, row);
    assert.equal(await session(), null);
  }
});

test("callbacks.redirect is given the URL or path that was asked for, and the origin of the application", async () => {
  const asked: unknown[] = [];
  const { signIn, post } = openPlain({
    callbacks: {
      redirect(params) {
        asked.push(params);
        return params.baseUrl;
      },
    },
  });
  assert.equal((await signIn({ callbackUrl: "/home" })).url, `${APP}/`);
  // The sign-in page asked for `/home`; its form, for what the page was allowed.
  assert.deepEqual(asked, [
    { url: "/home", baseUrl: APP },
    { url: `${APP}/`, baseUrl: APP },
  ]);
  asked.length = 0;
  await post("signout", { callbackUrl: "https://other.test/bye" });
  assert.deepEqual(asked, [{ url: "https://other.test/bye", baseUrl: APP }]);
});

test("callbacks.redirect is not asked when no address was", async () => {
  const redirect = () => assert.fail("asked");
  const { post, session, browser } = openPlain({ callbacks: { redirect } });
  assert.equal((await post("signout")).headers.get("location"), APP);
  assert.equal((await browser.open(`${APP}/auth/signin`)).status, 200);
  assert.equal(await session(), null);
});

test("callbacks.redirect may let a user go to another site", async () => {
  const redirect = ({ url }: { url: string }) => url;
  const { platform, browser, post } = openPlain({ callbacks: { redirect } });
  platform.sites["https://other.test"] = () => new Response("Welcome");
  const out = await post("signout", { callbackUrl: "https://other.test/bye" });
  assert.equal(out.headers.get("location"), "https://other.test/bye");
  const start = await post("signin/idp", { callbackUrl: "https://other.test/in" });
  assert.equal((await browser.open(start.headers.get("location")!)).url, "https://other.test/in");
});

test("callbacks.redirect may answer later, and with a path", async () => {
  const redirect = () => Promise.resolve("/start?a=1");
  const { signIn } = openPlain({ callbacks: { redirect } });
  assert.equal((await signIn()).url, `${APP}/start?a=1`);
});

for (
  const [what, redirect] of Object.entries<() => unknown>({
    "throws": () => {
      throw new Error("no");
    },
    "rejects": () => Promise.reject(new Error("no")),
    "returns undefined": () => undefined,
    "returns null": () => null,
    "returns a number": () => 42,
    "returns true": () => true,
    "returns an object": () => ({ url: "https://evil.test" }),
    "returns a URL object": () => new URL("https://evil.test"),
    "returns a javascript: URL": () => "javascript:alert(1)",
    "returns a data: URL": () => "data:text/html,x",
    "returns a blob: URL": () => "blob:https://app.test/5d9a",
    "returns what is no URL": () => "http://[",
    "returns a URL that no cookie has room for": () => `/${"a".repeat(9000)}`,
  })
) {
  test(`Auth() leads to the origin if callbacks.redirect ${what} (RD-27)`, async () => {
    const { signIn, post } = openPlain({ callbacks: { redirect } as Callbacks });
    const page = await signIn();
    assert.equal(page.url, `${APP}/`);
    assert.equal(page.text, "Hello Ada Lovelace");
    assert.equal((await post("signout", { callbackUrl: "/home" })).headers.get("location"), APP);
  });
}

/** The address that a page's form sends along. */
function hiddenField(html: string): string {
  const value = /name="callbackUrl" value="([^"]*)"/.exec(html)?.[1] ?? assert.fail("there is no such field");
  return value.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

async function postAsScript(
  browser: World["browser"],
  path: string,
  data: Record<string, string>,
): Promise<Response> {
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  return await browser.fetch(`${APP}/auth/${path}`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, ...data }),
    headers: { "x-auth-return-redirect": "1" },
  });
}
