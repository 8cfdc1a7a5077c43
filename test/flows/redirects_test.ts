import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type Callbacks } from "../../mod.ts";
import { FOREIGN, OWN } from "../http/_redirect_urls.ts";
import { APP, cookiesOf, openPlain, request, type World } from "./_world.ts";

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
    for (const url of FOREIGN) {
      const target = await send(world, url);
      assert.equal(new URL(target).origin, APP, `${JSON.stringify(url)} leads to ${target}`);
      assert.ok(!/[^\x21-\x7e]/.test(target), `${JSON.stringify(url)} is not encoded: ${target}`);
    }
  });

  test(`Auth() leads to the page of the application that ${way} says (RD-16, RD-22)`, async () => {
    const world = openPlain();
    for (const [url, path] of Object.entries(OWN)) {
      assert.equal(await send(world, url), APP + path, url);
    }
  });
}

test("Auth() answers scripts with the same URL as a redirect (RD-20)", async () => {
  for (const callbackUrl of FOREIGN) {
    const { browser } = openPlain();
    const response = await postAsScript(browser, "signout", { callbackUrl });
    const { url } = await response.json();
    assert.equal(new URL(url).origin, APP, url);
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
  for (const url of FOREIGN) {
    const response = await Auth(request(`/auth/signin?${new URLSearchParams({ callbackUrl: url })}`), config);
    const location = new URL(response.headers.get("location")!);
    assert.equal(location.origin + location.pathname, `${APP}/in`, url);
    assert.equal(new URL(location.searchParams.get("callbackUrl")!).origin, APP, url);
  }
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
  for (const url of FOREIGN) {
    const { browser, signIn, session } = openPlain({ callbacks: { signIn: () => url } });
    await signIn();
    assert.equal(new URL(browser.visited.at(-1)!).origin, APP, url);
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
    const { signIn, post, session } = openPlain({ callbacks: { redirect } as Callbacks });
    const page = await signIn();
    assert.equal(page.url, `${APP}/`);
    assert.equal(page.text, "Hello Ada Lovelace");
    assert.equal((await post("signout", { callbackUrl: "/home" })).headers.get("location"), APP);
    assert.equal(await session(), null);
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
