import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, resolveSession } from "../../mod.ts";
import { fakeProvider, testBrowser, testPlatform } from "../../src/testing/mod.ts";
import { chosenRounds } from "../_nightly.ts";
import { seeded } from "../_seeded.ts";
import { oauth2, SECRET } from "./_world.ts";

/** Behind a proxy: where browsers find it, where it believes to be, and what the proxy does on the way. */
interface Proxy {
  /** Origin that browsers see. */
  readonly outside: string;
  /** Origin of the requests that arrive. */
  readonly inside: string;
  /** Path that the proxy removes. */
  readonly strips?: string;
  /** Headers that the proxy adds. */
  readonly headers?: Record<string, string>;
}

/** An application behind a proxy, with a browser in front. */
function open(config: Partial<AuthConfig>, { outside, inside, strips = "", headers = {} }: Proxy) {
  const platform = testPlatform();
  const idp = fakeProvider({ now: platform.now });
  const own: AuthConfig = { secret: SECRET, platform, providers: [oauth2(idp)], ...config };
  platform.sites[idp.origin] = idp.fetch;
  platform.sites[inside] = platform.sites[outside] = async (request) => {
    const { pathname, search } = new URL(request.url);
    const path = pathname.startsWith(`${strips}/`) ? pathname.slice(strips.length) : pathname;
    const init = { method: request.method, headers: request.headers, redirect: "manual" as const };
    const body = request.method === "POST" ? await request.text() : null;
    const arriving = new Request(inside + path + search, { ...init, body });
    for (const [name, value] of Object.entries(headers)) arriving.headers.set(name, value);
    if (/\/auth\//.test(path)) return await Auth(arriving, own);
    const { session } = await resolveSession(arriving, own);
    return new Response(`${path} for ${session?.user?.name ?? "a stranger"}`);
  };
  const browser = testBrowser(platform.sites, { now: platform.now });
  const lines = (level: string) =>
    platform.lines.filter((line) => line.level === level).map(({ text }) => text);
  return { browser, idp, lines };
}

/** Proxies behind which a sign-in works with `url`, and without anything else. */
const PROXIES: Readonly<Record<string, readonly [url: string, proxy: Proxy, basePath: string]>> = {
  "ends TLS": ["https://app.test", { outside: "https://app.test", inside: "http://app.test" }, "/auth"],
  "ends TLS, and says so": [
    "https://app.test",
    { outside: "https://app.test", inside: "http://app.test", headers: { "x-forwarded-proto": "https" } },
    "/auth",
  ],
  "changes the host": [
    "https://app.test",
    { outside: "https://app.test", inside: "http://10.0.0.5:3000" },
    "/auth",
  ],
  "begins TLS": ["http://app.test", { outside: "http://app.test", inside: "https://app.test" }, "/auth"],
  "keeps the path of the application": [
    "https://app.test/app",
    { outside: "https://app.test", inside: "http://app.test" },
    "/app/auth",
  ],
  "removes the path of the application": [
    "https://app.test/tenants/one/",
    { outside: "https://app.test", inside: "http://app.test", strips: "/tenants/one" },
    "/tenants/one/auth",
  ],
  "stands before the path of an Auth.js application": [
    "https://app.test/api/auth",
    { outside: "https://app.test", inside: "http://app.test" },
    "/api/auth",
  ],
};

for (const [what, [url, proxy, basePath]] of Object.entries(PROXIES)) {
  test(`Auth() with url signs in behind a proxy that ${what}`, async () => {
    const { browser, idp, lines } = open({ url }, proxy);
    const page = await browser.open(`${proxy.outside}${basePath}/signin?callbackUrl=/home`);
    const home = await page.submit(`${basePath}/signin/idp`);
    assert.equal(home.url, `${proxy.outside}/home`, lines("error").join("\n"));
    assert.match(home.text, /for Ada Lovelace$/);
    const asked = idp.requests.find(({ endpoint }) => endpoint === "authorization")!;
    const redirectUri = new URL(asked.url).searchParams.get("redirect_uri");
    assert.equal(redirectUri, `${proxy.outside}${basePath}/callback/idp`);
    assert.deepEqual(browser.refused, []);
    assert.deepEqual(lines("error"), []);
  });
}

test("Auth() sends a user who asked for no address to the url of the application", async () => {
  const proxy = { outside: "https://app.test", inside: "http://app.test" };
  for (
    const [url, home] of [["https://app.test/app", "https://app.test/app"], [
      "https://app.test",
      "https://app.test/",
    ]]
  ) {
    for (const query of ["", "?callbackUrl=https://evil.test/", "?callbackUrl=javascript:alert(1)"]) {
      const { browser } = open({ url: url! }, proxy);
      const page = await browser.open(`${url}/auth/signin${query}`);
      assert.equal(
        (await page.submit(`${new URL(url!).pathname.replace(/\/$/, "")}/auth/signin/idp`)).url,
        home,
      );
    }
  }
});

test("Auth() leaves other paths below the path of url to the application", async () => {
  const { browser } = open({ url: "https://app.test/app" }, {
    outside: "https://app.test",
    inside: "http://app.test",
  });
  assert.equal((await browser.open("https://app.test/app/dashboard")).text, "/app/dashboard for a stranger");
  const other = await browser.fetch("https://app.test/other/auth/session");
  assert.equal(other.status, 404);
});

test("Auth() with basePath and url answers at exactly the basePath", async () => {
  const config: AuthConfig = {
    url: "https://app.test/app",
    basePath: "/login",
    secret: SECRET,
    providers: [],
  };
  for (const [path, status] of [["/login", 200], ["/app/login", 404], ["/auth", 404], ["/app/auth", 404]]) {
    const response = await Auth(new Request(`http://app.test${path}/session`), config);
    assert.equal(response.status, status, `${path}`);
  }
});

/** Where a browser is, and a config that is made for another origin; the last is what the log says to set. */
const MISPLACED: Readonly<
  Record<string, readonly [config: Partial<AuthConfig>, proxy: Proxy, advice: string]>
> = {
  "trustHost behind a proxy that ends TLS": [
    { trustHost: true },
    { outside: "https://app.test", inside: "http://app.test" },
    "AUTH_URL=https://app.test",
  ],
  "trustHost behind a proxy that ends TLS at another port": [
    { trustHost: true },
    { outside: "https://app.test:8443", inside: "http://app.test:8443" },
    "AUTH_URL=https://app.test:8443",
  ],
  "an https url, and a browser on http": [
    { url: "https://app.test" },
    { outside: "http://app.test", inside: "http://app.test" },
    "to http://app.test",
  ],
  "an https url behind a proxy that changes the host, and a browser on http": [
    { url: "https://app.test" },
    { outside: "http://app.test", inside: "http://10.0.0.5:3000" },
    "to http://app.test",
  ],
  "a forgotten url of the developer's computer": [
    { url: "http://localhost:3000" },
    { outside: "https://app.test", inside: "https://app.test" },
    "to https://app.test",
  ],
};

for (const [what, [config, proxy, advice]] of Object.entries(MISPLACED)) {
  test(`Auth() names both origins, and says that the site is not set up, with ${what}`, async () => {
    const { browser, lines } = open(config, proxy);
    const { outside } = proxy;
    const { csrfToken } = await (await browser.fetch(`${outside}/auth/csrf`)).json();
    // As the form of a page that is on the browser's own origin sends it.
    const response = await browser.fetch(`${outside}/auth/signin/idp`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken }),
      redirect: "manual",
    });
    const location = response.headers.get("location")!;
    assert.equal(location, `${outside}/auth/error?error=Configuration`);
    const page = await browser.open(location);
    assert.match(page.text, /This site isn't set up correctly/);
    const [error, ...others] = lines("error");
    assert.deepEqual(others, []);
    assert.match(error!, /^\[latchkey\] Configuration: Cannot accept the form: /);
    const own = config.url ?? proxy.inside;
    for (const part of [outside, own, advice]) {
      assert.ok(error!.includes(part), `${part} is not in: ${error}`);
    }
  });
}

test("Auth() without url warns once, when a page is asked for", async () => {
  const site = "http://app.test";
  for (
    const [proto, warning] of [["https", /^\[latchkey\] url-missing: /], [
      "http",
      /^\[latchkey\] insecure-url: /,
    ]] as const
  ) {
    const headers = { "x-forwarded-proto": proto };
    const { browser, lines } = open({ trustHost: true }, { outside: site, inside: site, headers });
    for (const path of ["signin", "csrf", "signin"]) await browser.fetch(`${site}/auth/${path}`);
    const [first, ...others] = lines("warn");
    assert.match(first!, warning);
    assert.deepEqual(others, []);
  }
});

/** A site that the browser shows at another address than the library knows, and what the log says of its form. */
const SECOND_ADDRESS: Readonly<
  Record<string, readonly [config: Partial<AuthConfig>, proxy: Proxy, message: RegExp]>
> = {
  "at another port than url says": [
    { url: "http://localhost:8100" },
    { outside: "http://localhost:8200", inside: "http://localhost:8100" },
    /another site .* shows the site at another address, but AUTH_URL .* is http:\/\/localhost:8100: open the site there/,
  ],
  "at another host than url says": [
    { url: "http://localhost:8100" },
    { outside: "http://app.test", inside: "http://localhost:8100" },
    /no valid CSRF cookie.* shows the site at another address, but AUTH_URL .* is http:\/\/localhost:8100: open/,
  ],
  "behind a proxy that changes the host, with trustHost": [
    { trustHost: true },
    { outside: "https://app.test", inside: "http://localhost:8100" },
    /no valid CSRF cookie.* the request came for http:\/\/localhost:8100: let the proxy pass on `Host`, or set AUTH_URL/,
  ],
};

for (const [what, [config, proxy, message]] of Object.entries(SECOND_ADDRESS)) {
  test(`Auth() logs which address it knows when the form of its own page comes from a site ${what}`, async () => {
    const { browser, lines } = open(config, proxy);
    const page = await browser.open(`${proxy.outside}/auth/signin`);
    // The form leads to the address that the library knows.
    await page.submit("/auth/signin/idp");
    assert.match(lines("error").join("\n"), message);
  });
}

test("Auth() with trustHost logs both hosts of a form of the application behind a proxy that changes the host", async () => {
  const { browser, lines } = open({ trustHost: true }, {
    outside: "https://app.test",
    inside: "http://localhost:8100",
  });
  const init = { method: "POST", body: new URLSearchParams({ csrfToken: "0".repeat(64) }) };
  await browser.fetch("https://app.test/auth/signin/idp", { ...init, redirect: "manual" });
  const [error = ""] = lines("error");
  assert.match(
    error,
    /shows the site at https:\/\/app\.test, but the request came for http:\/\/localhost:8100: let/,
  );
});

/** What is wrong with a POST, and what the log says of it. */
const FORMS: Readonly<Record<string, readonly [change: (form: Form) => Form, message: RegExp]>> = {
  "no token": [
    ({ cookie }) => ({ cookie, body: {} }),
    /its body has no `csrfToken`\. GET \/login\/csrf gives a token and the cookie/,
  ],
  "a body in another form": [
    ({ cookie }) => ({ cookie, body: { csrfToken: "x" }, type: "multipart/form-data; boundary=x" }),
    /send it in a form or as JSON, not as multipart\/form-data\n/,
  ],
  "a body without type": [
    ({ cookie }) => ({ cookie, body: {}, type: "" }),
    /send it in a form or as JSON, not as a body without type\n/,
  ],
  "no cookie": [({ body }) => ({ cookie: "", body }), /no valid CSRF cookie\. GET \/login\/csrf sets it/],
  "a token of another browser": [
    ({ cookie }) => ({ cookie, body: { csrfToken: "0".repeat(64) } }),
    /its CSRF token is not that of this browser/,
  ],
};

interface Form {
  readonly cookie: string;
  readonly body: Record<string, string>;
  /** The content type. Default: that of a form. */
  readonly type?: string;
}

for (const [what, [change, message]] of Object.entries(FORMS)) {
  test(`Auth() logs what a form lacks with ${what}, and where to get it`, async () => {
    const platform = testPlatform();
    const own: AuthConfig = {
      secret: SECRET,
      platform,
      providers: [],
      url: "https://app.test",
      basePath: "/login",
    };
    const csrf = await Auth(new Request("https://app.test/login/csrf"), own);
    const { csrfToken } = await csrf.json();
    const right = { cookie: csrf.headers.getSetCookie()[0]!.split(";")[0]!, body: { csrfToken } };
    const { cookie, body, type = "application/x-www-form-urlencoded" } = change(right);
    const headers = { cookie, "content-type": type };
    const init = { method: "POST", headers, body: new URLSearchParams(body).toString() };
    await Auth(new Request("https://app.test/login/signout", init), own);
    const logged = platform.lines.map(({ text }) => text).join("\n");
    assert.match(logged, message);
    assert.doesNotMatch(logged, /If the form is yours/);
  });
}

test("Auth() refuses a url that browsers do not open", async () => {
  for (
    const url of ["app.test", "", "javascript:alert(1)", "ftp://app.test", "https://", "//app.test", null, 1]
  ) {
    const platform = testPlatform();
    const config = { secret: SECRET, platform, providers: [], trustHost: true, url } as unknown as AuthConfig;
    const response = await Auth(new Request("https://app.test/auth/session"), config);
    assert.equal(response.status, 500, String(url));
    assert.match(platform.lines[0]!.text, /Cannot use `url` ".*" \(AUTH_URL\): write an http or https URL/);
  }
  const platform = testPlatform();
  const config: AuthConfig = { secret: SECRET, platform, providers: [], url: "https://app.test/a%20b" };
  assert.equal((await Auth(new Request("https://app.test/auth/session"), config)).status, 500);
  assert.match(platform.lines[0]!.text, /Cannot use `url`: the path of "https:\/\/app\.test\/a%20b" must be/);
});

test(
  "Auth() with url mentions no host of a request, whatever its headers say (CFG-11)",
  seeded(async ({ chance, pick }) => {
    const origins = ["https://app.test", "http://app.test", "https://app.test:8443"];
    const foreign = [
      "evil.test",
      "evil.app.test",
      "app.test.evil.test",
      "evil.test:8443",
      "[::1]:3000",
      "127.0.0.1",
    ];
    const names = [
      "host",
      "x-forwarded-host",
      "x-forwarded-server",
      "x-host",
      "x-original-url",
      "forwarded",
      "referer",
    ];
    const paths = [
      "signin",
      "signout",
      "error?error=AccessDenied",
      "csrf",
      "providers",
      "verify-request",
      "callback/idp",
    ];
    for (let round = 0; round < chosenRounds({ here: 200, nightly: 5000 }); round++) {
      const platform = testPlatform();
      const idp = fakeProvider({ now: platform.now });
      const url = pick(origins);
      const config: AuthConfig = { secret: SECRET, platform, providers: [oauth2(idp)], trustHost: true, url };
      const host = pick(foreign);
      const headers: Record<string, string> = {};
      for (const name of names) {
        if (chance(0.5)) headers[name] = pick([host, `https://${host}/`, `host=${host}`]);
      }
      if (chance(0.5)) headers["x-forwarded-proto"] = pick(["http", "https", "https,http", "javascript"]);
      if (chance(0.3)) headers.accept = "text/html";
      const inside = `${pick(["http", "https"])}://${host}/auth`;
      const response = await Auth(new Request(`${inside}/${pick(paths)}`, { headers }), config);
      const said = `${[...response.headers].join("\n")}\n${await response.text()}`;
      assert.ok(!said.includes(host), `${url} ${inside} ${JSON.stringify(headers)}\n${said}`);
      const post = await Auth(new Request(`${inside}/signin/idp`, { method: "POST", headers }), config);
      assert.ok(
        post.headers.get("location")!.startsWith(`${url}/auth/signin?`),
        post.headers.get("location")!,
      );
      const secure = response.headers.getSetCookie().every((cookie) => cookie.startsWith("__Host-"));
      assert.equal(secure, url.startsWith("https:") || response.headers.getSetCookie().length === 0);
    }
  }),
);
