import assert from "node:assert/strict";
import { test } from "node:test";
import * as oauth from "npm:oauth4webapi@3.8.8";
import { fakeProvider, testBrowser, testPlatform } from "../../../src/testing/mod.ts";
import { APP, type Echo, echo, EVIL, html, redirectTo } from "./_sites.ts";

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

test("testBrowser() stores the cookies of each redirect, keeps the fragment, and logs the URLs", async () => {
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

test("testBrowser().fetch() stores cookies, sets response.url, and can leave redirects alone", async () => {
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

test("Page.submit() posts a form as multipart/form-data if the form says so", async () => {
  const page = await testBrowser({
    [APP]: async (request) => {
      if (request.method === "GET") {
        return html(
          `<form method="post" enctype="Multipart/Form-Data"><input name="q"><button name="how" value="1">Go</button></form>`,
        );
      }
      const type = request.headers.get("content-type")!;
      assert.match(type, /^multipart\/form-data; ?boundary=\S+$/);
      return Response.json([...await request.formData()]);
    },
  }).open(`${APP}/`);
  assert.deepEqual((await page.submit("Go", { q: "ä b&c=1" })).json(), [["q", "ä b&c=1"], ["how", "1"]]);
});

test("Page.submit() and Page.follow() fail without a matching control", async () => {
  const page = await formPage();
  for (const form of [2, "Nothing", "/commented", "nowhere"]) {
    await assert.rejects(page.submit(form), /has no such form; its buttons are/);
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

test("testBrowser() and fakeProvider() sign a user in together, in one of two tabs", async () => {
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

test("testBrowser() and fakeProvider() sign a user in by form_post, across sites", async () => {
  const { provider, browser } = relyingParty("form_post");
  const page = await (await browser.open(`${APP}/`)).submit("Sign in");
  assert.equal(new URL(page.url).origin, provider.origin);
  assert.equal((await page.submit()).text, "ada Sign in");
});

test("testBrowser() has no flow on a callback that it did not begin", async () => {
  const { browser, platform } = relyingParty("query");
  const victim = testBrowser(platform.sites, { now: platform.now });
  await (await browser.open(`${APP}/`)).submit("Sign in");
  const callback = browser.visited.find((url) => url.includes("/callback"))!;
  assert.equal((await victim.open(callback)).text, "no flow");
});
