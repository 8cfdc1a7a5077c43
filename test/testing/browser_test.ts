import assert from "node:assert/strict";
import { test } from "node:test";
import * as oauth from "oauth4webapi";
import { fakeProvider, type Site, type Sites, testBrowser, testPlatform } from "../../src/testing/mod.ts";

const APP = "https://app.example.com";
const SIBLING = "https://other.example.com";
const EVIL = "https://evil.test";

/** Answers what it received, and sets cookies as `?set=` says. */
function echo(request: Request): Response {
  const url = new URL(request.url);
  const headers = new Headers();
  for (const cookie of url.searchParams.getAll("set")) headers.append("set-cookie", cookie);
  const { cookie = null, ...rest } = Object.fromEntries(request.headers);
  return Response.json({ method: request.method, url: request.url, cookie, ...rest }, { headers });
}

interface Echo {
  readonly method: string;
  readonly url: string;
  readonly cookie: string | null;
  readonly [header: string]: string | null;
}

/** The application echoes; the other sites have a page with a form and a link to it. */
function world(more: Sites = {}) {
  const page: Site = () =>
    html(`<form method=post action="${APP}/p"><button>Post</button></form>
          <form action="${APP}/g"><input name=q value=1><button>Get</button></form><a href="${APP}/l">Link</a>`);
  return testBrowser({ [APP]: echo, [SIBLING]: page, [EVIL]: page, ...more });
}

function html(body: string, headers: Record<string, string> = {}): Response {
  return new Response(`<!doctype html><title>x</title>${body}`, {
    headers: { "content-type": "text/html", ...headers },
  });
}

function redirectTo(location: string, status = 302): Response {
  return new Response(null, { status, headers: { location } });
}

/** Sets cookies at the application and returns those that the next request carries. */
async function afterSetting(cookies: readonly string[], next = `${APP}/`) {
  const browser = world({ "http://app.example.com": echo, "https://sub.app.example.com": echo });
  const query = new URLSearchParams(cookies.map((cookie) => ["set", cookie]));
  await browser.open(`${APP}/dir/page?${query}`);
  return { browser, sent: (await browser.open(next)).json<Echo>().cookie };
}

test("testBrowser() sends cookies back, longer paths first, then in the order they were set", async () => {
  const { sent } = await afterSetting(
    ["a=1; Path=/", "b=2; Path=/dir", "c=3", "a=4; Path=/"],
    `${APP}/dir/x`,
  );
  assert.equal(sent, "b=2; c=3; a=4");
});

test("testBrowser() honours Path, its default too", async () => {
  const cookies = ["a=1", "b=2; Path=/dir", "c=3; Path=/d"];
  assert.equal((await afterSetting(cookies, `${APP}/dir/x`)).sent, "a=1; b=2");
  assert.equal((await afterSetting(cookies, `${APP}/directory`)).sent, null);
});

test("testBrowser() honours Domain", async () => {
  const cookies = ["a=1; Path=/", "b=2; Path=/; Domain=app.example.com", "c=3; Path=/; Domain=.example.com"];
  assert.equal((await afterSetting(cookies, "https://sub.app.example.com/")).sent, "b=2; c=3");
  const { browser, sent } = await afterSetting([
    "d=1; Domain=evil.test",
    "e=2; Domain=com",
    "f=3; Domain=pp.example.com",
  ]);
  assert.equal(sent, null);
  assert.deepEqual(browser.refused.map(({ reason }) => /Domain/.test(reason)), [true, true, true]);
});

test("testBrowser() keeps Secure cookies away from http, both ways", async () => {
  const insecure = "http://app.example.com/";
  const { browser, sent } = await afterSetting(["a=1; Path=/; Secure", "b=2; Path=/"], insecure);
  assert.equal(sent, "b=2");
  await browser.open(
    `${insecure}?set=${encodeURIComponent("c=3; Secure")}&set=${encodeURIComponent("a=evil; Path=/")}`,
  );
  assert.deepEqual(browser.refused.map(({ header }) => header), ["c=3; Secure", "a=evil; Path=/"]);
  assert.equal((await browser.open(`${APP}/`)).json<Echo>().cookie, "a=1; b=2");
});

test("testBrowser() enforces the name prefixes", async () => {
  const good = ["__Host-a=1; Secure; Path=/", "__Secure-b=2; Secure; Path=/; Domain=example.com"];
  const bad = [
    "__Host-c=1; Path=/",
    "__Host-d=1; Secure; Path=/dir",
    "__Host-e=1; Secure; Path=/; Domain=app.example.com",
    "__secure-f=1; Path=/",
  ];
  const { browser, sent } = await afterSetting([...good, ...bad]);
  assert.equal(sent, "__Host-a=1; __Secure-b=2");
  assert.deepEqual(browser.refused.map(({ header }) => header), bad);
});

test("testBrowser() refuses cookies above 4096 bytes, without a name, or with control characters", () => {
  const browser = world();
  const set = (header: string) => () => browser.setCookie(APP, header);
  set(`n=${"x".repeat(4095)}; Path=/`)();
  assert.throws(set(`n=${"x".repeat(4096)}`), /4096 bytes/);
  assert.throws(set(`n=${"ä".repeat(2048)}`), /4096 bytes/);
  assert.throws(set("nothing"), /no name/);
  assert.throws(set("=x"), /no name/);
  assert.throws(set("a=\u0001"), /control character/);
});

test("testBrowser() forgets cookies by Max-Age and Expires, on its own clock", () => {
  const platform = testPlatform();
  const browser = testBrowser({ [APP]: echo }, { now: platform.now });
  const names = () => browser.cookies(APP).map(({ name }) => name).join("");
  browser.setCookie(APP, "a=1; Max-Age=10; Expires=Tue, 01 Jan 2030 00:01:00 GMT");
  browser.setCookie(APP, "b=1; Expires=Tue, 01 Jan 2030 00:01:00 GMT");
  browser.setCookie(APP, "c=1; Max-Age=soon");
  platform.tick(9);
  assert.equal(names(), "abc");
  platform.tick(1);
  assert.equal(names(), "bc");
  platform.tick(50);
  assert.equal(names(), "c");
  browser.setCookie(APP, "c=; Max-Age=0");
  assert.equal(names(), "");
});

test("testBrowser().cookies() tells all about a cookie", () => {
  const platform = testPlatform();
  const browser = testBrowser({}, { now: platform.now });
  browser.setCookie(`${APP}/dir/page`, 'a="b=c"; HttpOnly; secure; SameSite=strict; max-age=60');
  assert.deepEqual(browser.cookies(APP), [{
    name: "a",
    value: '"b=c"',
    domain: "app.example.com",
    hostOnly: true,
    path: "/dir",
    secure: true,
    httpOnly: true,
    sameSite: "Strict",
    expires: platform.now() + 60_000,
  }]);
  assert.deepEqual(browser.cookies(SIBLING), []);
});

const SITES = [
  "s=1; Path=/; SameSite=Strict",
  "l=1; Path=/; SameSite=Lax",
  "n=1; Path=/; SameSite=None; Secure",
  "d=1; Path=/",
];

test("testBrowser() honours SameSite between sites: links, forms, scripts", async () => {
  const { browser } = await afterSetting([...SITES, "x=1; SameSite=None"]);
  assert.match(browser.refused[0]!.reason, /None and not Secure/);
  const cookie = async (
    leave: (page: Awaited<ReturnType<typeof browser.open>>) => Promise<{ json(): unknown }>,
    from = EVIL,
  ) => (await (await leave(await browser.open(`${from}/`))).json() as Echo).cookie;
  assert.equal(await cookie((page) => page.follow("Link")), "l=1; n=1; d=1");
  assert.equal(await cookie((page) => page.submit("Get")), "l=1; n=1; d=1");
  assert.equal(await cookie((page) => page.submit("Post")), "n=1");
  assert.equal(await cookie((page) => page.fetch(APP, { credentials: "include" })), "n=1");
  assert.equal(await cookie((page) => page.fetch(APP)), null);
  assert.equal(await cookie((page) => page.submit("Post"), SIBLING), "s=1; l=1; n=1; d=1");
  assert.equal(
    await cookie((page) => page.fetch(APP, { credentials: "include" }), SIBLING),
    "s=1; l=1; n=1; d=1",
  );
  assert.equal(await cookie((page) => page.fetch("/x", { credentials: "omit" }), APP), null);
});

test("testBrowser() treats a chain of redirects through another site as cross-site", async () => {
  const there: Site = () => redirectTo(`${APP}/back`);
  const away = world({ [EVIL]: there, [SIBLING]: () => html(`<a href="${EVIL}/">Go</a>`) });
  for (const cookie of SITES) away.setCookie(APP, cookie);
  const page = await (await away.open(SIBLING)).follow("Go");
  assert.equal(page.json<Echo>().cookie, "l=1; n=1; d=1");
  assert.equal(page.json<Echo>()["sec-fetch-site"], "cross-site");
  assert.equal((await away.open(APP)).json<Echo>().cookie, "s=1; l=1; n=1; d=1");
});

test("testBrowser() lets a cross-site script set nothing but SameSite=None cookies", async () => {
  const browser = world();
  const set = encodeURIComponent("l=1; Path=/");
  const none = encodeURIComponent("n=1; Path=/; Secure; SameSite=None");
  const page = await browser.open(EVIL);
  await page.fetch(`${APP}/?set=${set}&set=${none}`, { credentials: "include" });
  assert.deepEqual(browser.cookies(APP).map(({ name }) => name), ["n"]);
  assert.match(browser.refused[0]!.reason, /cross-site/);
});

test("testBrowser() sends Fetch Metadata, Origin and Referer as browsers do", async () => {
  const browser = world({
    [APP]: (request) =>
      request.url.endsWith("/form") ? html('<form method=post action="/p?q#f"></form>') : echo(request),
  });
  const facts = async (page: { json(): unknown } | Promise<{ json(): unknown }>) => {
    const seen = await (await page).json() as Echo;
    const names = ["sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest", "origin", "referer"];
    return names.map((name) => seen[name] ?? "-").join(" ");
  };
  const evil = await browser.open(`${EVIL}/a?b#c`);
  assert.equal(await facts(browser.open(APP)), "none navigate document - -");
  assert.equal(
    await facts((await browser.open(`${APP}/form`)).submit()),
    `same-origin navigate document ${APP} ${APP}/form`,
  );
  assert.equal(await facts(evil.submit("Post")), `cross-site navigate document ${EVIL} ${EVIL}/`);
  assert.equal(await facts(evil.follow("Link")), `cross-site navigate document - ${EVIL}/`);
  assert.equal(
    await facts((await browser.open(SIBLING)).submit("Post")),
    `same-site navigate document ${SIBLING} ${SIBLING}/`,
  );
  assert.equal(await facts(browser.fetch(`${APP}/x`)), `same-origin cors empty - ${APP}/x`);
  assert.equal(
    await facts(browser.fetch(`${APP}/x`, { method: "POST" })),
    `same-origin cors empty ${APP} ${APP}/x`,
  );
  assert.equal(await facts(evil.fetch(APP)), `cross-site cors empty ${EVIL} ${EVIL}/`);
  assert.equal(await facts(evil.fetch(APP, { mode: "no-cors" })), `cross-site no-cors empty - ${EVIL}/`);
});

test("testBrowser() derives Origin and Referer from the page's Referrer-Policy", async () => {
  const expected: Readonly<Record<string, readonly [own: string, foreign: string]>> = {
    "": [`${APP} ${APP}/f?g`, `${APP} ${APP}/`],
    "no-referrer": ["null -", "null -"],
    "no-referrer-when-downgrade": [`${APP} ${APP}/f?g`, `${APP} ${APP}/f?g`],
    "origin": [`${APP} ${APP}/`, `${APP} ${APP}/`],
    "origin-when-cross-origin": [`${APP} ${APP}/f?g`, `${APP} ${APP}/`],
    "same-origin": [`${APP} ${APP}/f?g`, "null -"],
    "strict-origin": [`${APP} ${APP}/`, `${APP} ${APP}/`],
    "unknown, unsafe-url, strict-origin-when-cross-origin": [`${APP} ${APP}/f?g`, `${APP} ${APP}/`],
    "unsafe-url, unknown": [`${APP} ${APP}/f?g`, `${APP} ${APP}/f?g`],
  };
  for (const [policy, [own, foreign]] of Object.entries(expected)) {
    const browser = testBrowser({
      [APP]: (request) =>
        request.method === "POST"
          ? echo(request)
          : html(`<form method=post action=/p></form><form method=post action="${EVIL}/p"></form>`, {
            "referrer-policy": policy,
          }),
      [EVIL]: echo,
    });
    const page = await browser.open(`${APP}/f?g#h`);
    const seen = async (index: number) => {
      const { origin, referer } = (await page.submit(index)).json<Echo>();
      return `${origin ?? "-"} ${referer ?? "-"}`;
    };
    assert.equal(await seen(0), own, policy);
    assert.equal(await seen(1), foreign, policy);
  }
});

test("testBrowser() tells http sites neither where it comes from nor Fetch Metadata", async () => {
  const plain = "http://plain.test";
  const browser = testBrowser({
    [APP]: () => html(`<form method=post action="${plain}"></form>`),
    [plain]: echo,
  });
  const seen = (await (await browser.open(APP)).submit()).json<Echo>();
  assert.equal(seen.origin, "null");
  assert.equal(seen.referer, undefined);
  assert.equal(seen["sec-fetch-site"], undefined);
});

test("testBrowser() never lengthens the Referer on a chain of redirects", async () => {
  const chainWith = async (policy: string, atRedirect: string) => {
    const browser = testBrowser({
      [APP]: (request) =>
        request.url.endsWith("/end")
          ? echo(request)
          : html(`<a href="${EVIL}">Go</a>`, { "referrer-policy": policy }),
      [EVIL]: () =>
        new Response(null, {
          status: 302,
          headers: { location: `${APP}/end`, "referrer-policy": atRedirect },
        }),
    });
    return (await (await browser.open(`${APP}/a?b`)).follow("Go")).json<Echo>().referer;
  };
  assert.equal(await chainWith("", ""), `${APP}/`);
  assert.equal(await chainWith("same-origin", ""), undefined);
  assert.equal(await chainWith("no-referrer", "unsafe-url"), undefined);
  assert.equal(await chainWith("unsafe-url", ""), `${APP}/a?b`);
  assert.equal(await chainWith("unsafe-url", "no-referrer"), undefined);
});

test("testBrowser() sends Origin: null when another site passed the form on", async () => {
  const browser = testBrowser({
    [APP]: (request) =>
      request.method === "GET" ? html(`<form method=post action="${EVIL}"></form>`) : echo(request),
    [EVIL]: () => redirectTo(`${APP}/p`, 307),
  });
  assert.equal((await (await browser.open(APP)).submit()).json<Echo>().origin, "null");
});

test("testBrowser() follows redirects: POST becomes GET, unless the status keeps it", async () => {
  for (
    const [status, method, type] of [[302, "GET", null], [303, "GET", null], [307, "POST", "form"], [
      308,
      "POST",
      "form",
    ]]
  ) {
    const browser = testBrowser({
      [APP]: async (request) => {
        if (request.url.endsWith("/end")) {
          return Response.json([
            request.method,
            request.headers.has("content-type") ? "form" : null,
            await request.text(),
          ]);
        }
        return request.method === "POST"
          ? redirectTo("/end", Number(status))
          : html("<form method=post><input name=a value=b></form>");
      },
    });
    const page = await (await browser.open(`${APP}/#top`)).submit();
    assert.deepEqual(page.json(), [method, type, method === "POST" ? "a=b" : ""]);
    assert.equal(page.url, `${APP}/end`);
  }
});

test("testBrowser() stores the cookies of each redirect, keeps the fragment, and logs its way", async () => {
  const browser = testBrowser({
    [APP]: (request) =>
      request.url.endsWith("/start")
        ? new Response(null, { status: 302, headers: { location: "/end", "set-cookie": "a=1; Path=/" } })
        : echo(request),
  });
  const page = await browser.open(`${APP}/start#f`);
  assert.equal(page.json<Echo>().cookie, "a=1");
  assert.equal(page.json<Echo>().url, `${APP}/end`);
  assert.equal(page.url, `${APP}/end#f`);
  assert.deepEqual(browser.visited, [`${APP}/start#f`, `${APP}/end#f`]);
});

test("testBrowser() gives up on loops, unknown sites and redirects to scripts", async () => {
  const browser = testBrowser({
    [APP]: ({ url }) =>
      redirectTo(url.endsWith("/js") ? "javascript:alert(1)" : url.endsWith("/far") ? EVIL : url),
  });
  await assert.rejects(browser.open(APP), /more than 20 redirects/);
  await assert.rejects(browser.open(`${APP}/js`), /redirect to "javascript:/);
  await assert.rejects(browser.open(`${APP}/far`), /no site at "https:\/\/evil\.test"/);
  assert.equal(browser.visited.at(-1), `${EVIL}/`);
});

test("testBrowser().fetch() keeps cookies, tells its URL, and leaves redirects alone when told to", async () => {
  const browser = testBrowser({
    [APP]: (request) => request.url.endsWith("/r") ? redirectTo("/end") : echo(request),
  });
  const forged = { cookie: "forged=1", origin: EVIL, host: "x.test", "sec-fetch-user": "?1", "proxy-a": "1" };
  const first = await (await browser.fetch(`${APP}/?set=a%3D1`, { headers: forged })).json();
  for (const name of ["origin", "host", "sec-fetch-user", "proxy-a"]) {
    assert.equal(first[name], undefined, name);
  }
  assert.equal(first.cookie, null);
  const response = await browser.fetch(`${APP}/r`, {
    method: "PUT",
    body: "x",
    headers: { cookie: "forged=1", "sec-fetch-site": "none", "x-own": "1" },
  });
  assert.equal(response.url, `${APP}/end`);
  const seen = await response.json() as Echo;
  assert.deepEqual([seen.method, seen.cookie, seen["sec-fetch-site"], seen["x-own"]], [
    "PUT",
    "a=1",
    "same-origin",
    "1",
  ]);
  assert.equal((await browser.fetch(`${APP}/r`, { redirect: "manual" })).status, 302);
  await assert.rejects(browser.fetch(`${APP}/r`, { redirect: "error" }), /redirects/);
});

const CONTROLS = `
  <!-- <form action="/commented"></form> -->
  <form method="POST" action="/one?a=1&amp;b=2">
    <input type="hidden" name="csrf" value="&quot;&#x41;&#66;&amp;&gt;">
    <INPUT NAME='plain'  VALUE='a>b' ><input name=unquoted value=x>
    <input type=checkbox name=off><input type=checkbox name=on checked><input type=radio name=r value=1><input type=radio name=r value=2 checked>
    <input name=gone value=1 disabled>
    <select name=s><option value=a>A<option value=b selected>B</select><select name=t><option> First </option></select>
    <textarea name=area>some &lt;text&gt;</textarea>
    <input type=submit name=how value="By input"><button name=how value=button><b>By</b>
      button</button><button type=button>Nothing</button><button formaction="/three">Elsewhere</button>
  </form>
  <form action="/two"><input type="search" name="q"></form>`;

function formPage() {
  return testBrowser({
    [APP]: async (request) =>
      request.url.endsWith("/")
        ? html(CONTROLS)
        : Response.json([request.method, request.url.slice(APP.length), [
          ...new URLSearchParams(await request.text()),
        ]]),
  }).open(`${APP}/`);
}

const DEFAULTS = [
  ["csrf", '"AB&>'],
  ["plain", "a>b"],
  ["unquoted", "x"],
  ["on", "on"],
  ["r", "2"],
  ["s", "b"],
  ["t", "First"],
  ["area", "some <text>"],
];

test("Page.submit() sends what a browser sends, with the button that is pressed", async () => {
  const page = await formPage();
  const byInput = ["POST", "/one?a=1&b=2", [...DEFAULTS, ["how", "By input"]]];
  assert.deepEqual((await page.submit()).json(), byInput);
  assert.deepEqual((await page.submit("/one?a=1&b=2")).json(), byInput);
  assert.deepEqual((await page.submit("/one")).json(), byInput);
  assert.deepEqual((await page.submit("By button")).json(), ["POST", "/one?a=1&b=2", [...DEFAULTS, [
    "how",
    "button",
  ]]]);
  assert.deepEqual((await page.submit("Elsewhere")).json(), ["POST", "/three", DEFAULTS]);
});

test("Page.submit() fills in fields, and puts those of a GET form in the query", async () => {
  const page = await formPage();
  assert.deepEqual((await page.submit(1, { q: "ä b" })).json(), ["GET", "/two?q=%C3%A4+b", []]);
  const [, , sent] = (await page.submit(0, { plain: "new", off: "on" })).json<
    [string, string, [string, string][]]
  >();
  assert.equal(new URLSearchParams(sent).get("plain"), "new");
  assert.equal(new URLSearchParams(sent).get("off"), "on");
  assert.equal(sent.length, DEFAULTS.length + 2);
});

test("Page.submit() and Page.follow() fail where there is nothing to press or to fill in", async () => {
  const page = await formPage();
  for (const form of [2, "Nothing", "/commented", "nowhere"]) {
    await assert.rejects(page.submit(form), /has none such/);
  }
  await assert.rejects(page.submit(1, { csrf: "x" }), /no such field/);
  await assert.rejects(page.submit(0, { gone: "x" }), /no such field/);
  await assert.rejects(page.follow("Link"), /no such link/);
});

test("Page.text is what a reader sees", async () => {
  const body =
    "<h1>Hello &amp;\n welcome</h1><style>p{}</style><script>let a;</script><p title='a>b'>Ada</p><!-- no -->";
  const page = await testBrowser({ [APP]: () => html(body) }).open(APP);
  assert.equal(page.text, "Hello & welcome Ada");
  assert.ok(page.html.endsWith(body));
});

/** A tiny application that signs in with a provider, by its own handwork. */
function relyingParty(responseMode: "form_post" | "query") {
  const platform = testPlatform();
  const provider = fakeProvider({ now: platform.now, signingAlgorithm: "ES256", issuer: "https://idp.test" });
  const client: oauth.Client = {
    client_id: provider.clientId,
    [oauth.clockSkew]: Math.round((platform.now() - Date.now()) / 1000),
  };
  const http = { [oauth.customFetch]: platform.fetch };
  const sameSite = responseMode === "form_post" ? "None" : "Lax";
  platform.sites[provider.origin] = provider.fetch;
  platform.sites[APP] = async (request) => {
    const url = new URL(request.url);
    const jar = new Map(
      (request.headers.get("cookie") ?? "").split("; ").map((pair) => pair.split("=") as [string, string]),
    );
    if (url.pathname === "/signin") return await start();
    if (url.pathname === "/callback") return await finish(request, url, jar);
    return html(
      `<p>${jar.get("user") ?? "nobody"}</p><form method=post action=/signin><button>Sign in</button></form>`,
    );
  };
  return { platform, provider, browser: testBrowser(platform.sites, { now: platform.now }) };

  async function discover() {
    const issuer = new URL(provider.issuer);
    return await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http));
  }

  async function start(): Promise<Response> {
    const state = oauth.generateRandomState();
    const verifier = oauth.generateRandomCodeVerifier();
    const location = new URL((await discover()).authorization_endpoint!);
    location.search = new URLSearchParams({
      client_id: provider.clientId,
      redirect_uri: `${APP}/callback`,
      response_type: "code",
      response_mode: responseMode,
      scope: "openid",
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    }).toString();
    const cookie =
      `__Host-flow=${state}.${verifier}; Path=/; Secure; HttpOnly; SameSite=${sameSite}; Max-Age=900`;
    return new Response(null, { status: 303, headers: { location: location.href, "set-cookie": cookie } });
  }

  async function finish(request: Request, url: URL, jar: ReadonlyMap<string, string>): Promise<Response> {
    const [state = "", verifier = ""] = jar.get("__Host-flow")?.split(".") ?? [];
    if (!state) return new Response("no flow", { status: 400 });
    const answer = request.method === "POST" ? new URLSearchParams(await request.text()) : url.searchParams;
    const server = await discover();
    const params = oauth.validateAuthResponse(server, client, answer, state);
    const auth = oauth.ClientSecretBasic(provider.clientSecret);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      auth,
      params,
      `${APP}/callback`,
      verifier,
      http,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      requireIdToken: true,
    });
    const headers = new Headers({ location: "/" });
    headers.append(
      "set-cookie",
      `user=${oauth.getValidatedIdTokenClaims(tokens)!.sub}; Path=/; Secure; HttpOnly; SameSite=Lax`,
    );
    headers.append("set-cookie", "__Host-flow=; Path=/; Secure; Max-Age=0");
    return new Response(null, { status: 303, headers });
  }
}

test("testBrowser() and fakeProvider() sign somebody in together, in one of two tabs", async () => {
  const { provider, browser } = relyingParty("query");
  const [first, second] = [await browser.open(`${APP}/`), await browser.open(`${APP}/`)];
  const done = await first.submit("Sign in");
  assert.equal(done.text, "ada Sign in");
  assert.equal(first.text, "nobody Sign in");
  assert.equal((await browser.open(second.url)).text, "ada Sign in");
  assert.deepEqual(
    browser.visited.slice(2, -1).map((url) => url.split("?", 1)[0]),
    [`${APP}/signin`, provider.metadata.authorization_endpoint, `${APP}/callback`, `${APP}/`],
  );
  assert.deepEqual(browser.cookies(APP).map(({ name }) => name), ["user"]);
  assert.deepEqual(browser.refused, []);
});

test("testBrowser() and fakeProvider() sign somebody in by form_post, across sites", async () => {
  const { provider, browser } = relyingParty("form_post");
  const page = await (await browser.open(`${APP}/`)).submit("Sign in");
  assert.equal(new URL(page.url).origin, provider.origin);
  assert.equal((await page.submit()).text, "ada Sign in");
});

test("testBrowser() brings no flow to whoever is led to a callback without one", async () => {
  const { browser, platform } = relyingParty("query");
  const victim = testBrowser(platform.sites, { now: platform.now });
  await (await browser.open(`${APP}/`)).submit("Sign in");
  const callback = browser.visited.find((url) => url.includes("/callback"))!;
  assert.equal((await victim.open(callback)).text, "no flow");
});
