/**
 * Front ends on other origins: `TrustedOrigins()`, and `url` of the client.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { setupOf } from "../../src/config/setup.ts";
import { ClientError, createClient } from "../../src/client/client.ts";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { TrustedOrigins } from "../../src/entries/trusted_origins.ts";
import { NodeAuth } from "../../src/integrations/node/node.ts";
import { type Page, testBrowser } from "../../src/testing/mod.ts";
import { corsFetch } from "../_cors_fetch.ts";
import { serve } from "../integrations/_server.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { openPasskeys } from "./_passkeys.ts";
import { openFactors } from "./_second_factor.ts";
import { APP, cookieHeader, openPlain, SECRET } from "./_world.ts";

const FRONT = "https://front.app.test";

/** A page as its scripts see it, and where they lead the browser. */
function scriptsOf(page: Page, url: string) {
  const left: string[] = [];
  const location = { href: page.url, assign: (to: string) => void left.push(to), reload() {} };
  const window = { location, setTimeout, clearTimeout, setInterval, clearInterval };
  return { client: createClient({ url, window, fetch: corsFetch(page) }), left };
}

testForms(
  "a front end on another port signs in and out, steps up and comes back (CS-22, CS-23, RD-29)",
  async () => {
    let handler: RequestListener = (_req, res) => void res.end("a page");
    await using api = await serve((req, res) => handler(req, res));
    const [front, other] = [
      await serve((_req, res) => void res.end("a page")),
      await serve((_req, res) => void res.end("a page")),
    ];
    await using _front = front;
    await using _other = other;
    const world = openFactors({ url: api.url, features: [TrustedOrigins({ origins: [front.url] })] });
    handler = NodeAuth(world.config as AuthConfig) as RequestListener;
    const forward = (request: Request) => fetch(new Request(request, { redirect: "manual" }));
    const sites = Object.fromEntries([api, front, other].map(({ url }) => [url, forward]));
    const browser = testBrowser(sites, { now: world.platform.now });
    const library = `${api.url}/auth`;
    const cart = `${front.url}/cart?item=1`;
    const page = await browser.open(cart);
    const { client, left } = scriptsOf(page, library);

    assert.equal(await client.getSession(), null);
    const stay = { redirect: false };
    assert.equal((await client.password.signUp({ email: ADA, password: GOOD, ...stay })).ok, true);
    const signedUp = await client.signIn("password", { code: world.mails.at(-1)!.code, ...stay });
    assert.deepEqual([signedUp.ok, signedUp.url], [true, cart], world.log());
    assert.equal((await client.getSession())?.user.email, ADA);

    // A recent sign-in, then the second factor, on the pages of the library.
    const query = new URLSearchParams({ callbackUrl: cart });
    await client.signIn();
    assert.deepEqual(left, [`${library}/signin?${query}`]);
    world.platform.tick(3600);
    const stale = await browser.open(`${library}/signin?${query}&error=SessionNotFresh`);
    assert.equal((await stale.submit("/auth/callback/password", { email: ADA, password: GOOD })).url, cart);
    const { kit, page: done } = await world.setUp(
      await browser.open(`${library}/second-factor-setup?${query}`),
    );
    assert.match(done.html, new RegExp(`href="${front.url}/cart`));

    // Each is a page that was loaded anew.
    const shown = scriptsOf(page, library);
    await shown.client.signOut({ redirectTo: "/bye" });
    assert.deepEqual(shown.left, [`${front.url}/bye`]);
    const { client: last } = scriptsOf(page, library);
    const asked = await last.signIn("password", { email: ADA, password: GOOD, ...stay });
    assert.equal(asked.error, "SecondStepRequired");
    const question = new URL(asked.url!).searchParams.get("question")!;
    const proven = await last.secondFactor.prove({ question, code: world.nextCode(kit), ...stay });
    assert.deepEqual([proven.ok, proven.url], [true, cart], world.log());

    // Another port sends the same cookies, and may do nothing.
    const stranger = await browser.open(`${other.url}/`);
    const scripts = scriptsOf(stranger, library);
    const advice = new RegExp(
      `add \`TrustedOrigins\\(\\{ origins: \\["${other.url}"\\] \\}\\)\` to the \`features\` of its config`,
    );
    await assert.rejects(
      scripts.client.getSession(),
      (error) => error instanceof ClientError && error.code === "Network" && advice.test(error.message),
    );
    const { csrfToken } = await (await browser.fetch(`${library}/csrf`)).json();
    await stranger.fetch(`${library}/signout`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken }),
      credentials: "include",
      mode: "no-cors",
    });
    assert.match(world.log(), new RegExp(`MissingCSRF: .* another site \\(Origin: ${other.url}`));
    assert.equal((await last.getSession())?.user.email, ADA);
  },
);

/** What is not the trusted origin, however much it looks like it. */
const STRANGERS: Readonly<Record<string, Record<string, string>>> = {
  "another host of the site": { origin: "https://blog.app.test" },
  "the origin of the library": { origin: "https://app.test" },
  "a host below it": { origin: "https://a.front.app.test" },
  "a host that ends like it": { origin: "https://evilfront.app.test" },
  "a host that begins like it": { origin: "https://front.app.test.evil.test" },
  "another port": { origin: `${FRONT}:8443` },
  "the default port, written": { origin: `${FRONT}:443` },
  "another scheme": { origin: "http://front.app.test" },
  "capitals": { origin: "https://Front.app.test" },
  "a slash at its end": { origin: `${FRONT}/` },
  "a path": { origin: `${FRONT}/page` },
  "a user before it": { origin: "https://a@front.app.test" },
  "two of them": { origin: `${FRONT} ${FRONT}` },
  "a list": { origin: `${FRONT}, ${FRONT}` },
  "no origin that a page may name": { origin: "null" },
  "a wildcard": { origin: "*" },
  "no page at all": {},
  "a page only by its referrer": { referer: `${FRONT}/` },
  "the trusted page, of another site for the browser": { origin: FRONT, "sec-fetch-site": "cross-site" },
};

for (const [who, sent] of Object.entries(STRANGERS)) {
  test(`TrustedOrigins() gives ${who} no answer to read, no question a yes, and no change (CS-22, CS-23)`, async () => {
    const world = openPlain({
      url: APP,
      features: [TrustedOrigins({ origins: [FRONT, "https://admin.app.test"] })],
    });
    await world.signIn();
    const ask = async (path: string, init: RequestInit) => {
      const headers = { cookie: cookieHeader(world.browser), ...sent, ...init.headers as object };
      return await Auth(new Request(`${APP}/auth/${path}`, { ...init, headers }), world.config as AuthConfig);
    };
    const question = {
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type",
    };
    const answers = [
      await ask("session", {}),
      await ask("nothing", {}),
      await ask("session", { method: "OPTIONS", headers: question }),
      await ask("session", { method: "OPTIONS" }),
    ];
    for (const { headers } of answers) {
      assert.deepEqual([...headers.keys()].filter((name) => name.startsWith("access-control-")), []);
      assert.equal(headers.get("vary"), "Origin");
    }
    assert.deepEqual(answers.map(({ status }) => status), [200, 404, 405, 405]);
    const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
    const site = { "sec-fetch-site": "same-site" };
    const body = new URLSearchParams({ csrfToken });
    await ask("signout", { method: "POST", body, headers: "sec-fetch-site" in sent ? {} : site });
    assert.ok(await world.session(), world.log());
  });
}

test("TrustedOrigins() lets each of its pages read all answers, and no cache mix them up (CS-22)", async () => {
  const origins = [FRONT, "https://admin.app.test"];
  const { config } = openPlain({ url: APP, features: [TrustedOrigins({ origins })] });
  for (const origin of origins) {
    const ask = async (path: string, init: RequestInit = {}) =>
      await Auth(
        new Request(`${APP}/auth/${path}`, { ...init, headers: { origin, ...init.headers as object } }),
        config,
      );
    const readable = [["vary", "Origin"], ["access-control-allow-origin", origin], [
      "access-control-allow-credentials",
      "true",
    ], ["access-control-expose-headers", "content-disposition, retry-after"]] as const;
    const tooLarge = {
      method: "POST",
      body: `{"a":"${"a".repeat(70_000)}"}`,
      headers: { "content-type": "application/json" },
    };
    for (
      const [answer, status] of [[await ask("csrf"), 200], [await ask("nothing"), 404], [
        await ask("signout", tooLarge),
        413,
      ]] as const
    ) {
      assert.equal(answer.status, status);
      for (const [name, value] of readable) assert.equal(answer.headers.get(name), value);
      assert.equal(answer.headers.get("access-control-allow-methods"), null);
    }
    assert.equal((await ask("signin")).headers.get("vary"), "Accept-Language, Origin");
    const asked = {
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,x-auth-return-redirect",
    };
    const simple = await ask("csrf", { method: "OPTIONS" });
    assert.deepEqual([simple.status, simple.headers.get("access-control-allow-headers")], [204, ""]);
    const yes = await ask("callback/idp", { method: "OPTIONS", headers: asked });
    assert.deepEqual([yes.status, await yes.text()], [204, ""]);
    for (const [name, value] of readable) assert.equal(yes.headers.get(name), value);
    assert.equal(yes.headers.get("access-control-allow-headers"), "content-type,x-auth-return-redirect");
    assert.equal(yes.headers.get("access-control-allow-methods"), "GET, POST");
    assert.equal(yes.headers.get("access-control-max-age"), "7200");
  }
});

test("callbackUrl leads to trusted origins, not to what looks like one, unless callbacks.redirect leads elsewhere (RD-29)", async () => {
  const features = [TrustedOrigins({ origins: [FRONT] })];
  const ending = async (callbackUrl: string, callbacks = {}) => {
    const { platform, signIn } = openPlain({ url: APP, features, callbacks });
    platform.sites[FRONT] = () => new Response("a page");
    return (await signIn({ callbackUrl })).url;
  };
  assert.equal(await ending("/home"), `${APP}/home`);
  assert.equal(await ending(`${FRONT}/a?b`), `${FRONT}/a?b`);
  for (const { origin } of Object.values(STRANGERS)) {
    if (!origin || !URL.canParse(origin) || new URL(origin).origin === FRONT) continue;
    assert.equal(new URL(await ending(`${origin}/a`)).origin, APP, origin);
  }
  assert.equal(
    await ending(`${FRONT}/a`, { redirect: ({ baseUrl }: { baseUrl: string }) => baseUrl }),
    `${FRONT}/a`,
  );
  const redirect = ({ baseUrl }: { baseUrl: string }) => `${baseUrl}/mine`;
  assert.equal(await ending(`${FRONT}/a`, { redirect }), `${APP}/mine`);
});

test("a trusted origin changes the session by a function of the API, and no other does (CS-23)", async () => {
  const world = openPlain({ url: APP, features: [TrustedOrigins({ origins: [FRONT] })] });
  await world.signIn();
  const handler = DenoAuth(
    world.config as AuthConfig,
    async (_request, auth) => Response.json(await auth.update({ a: 1 })),
  );
  for (
    const [origin, status] of [[FRONT, 200], [`${FRONT}.evil.test`, 403], [
      "https://blog.app.test",
      403,
    ]] as const
  ) {
    const headers = { cookie: cookieHeader(world.browser), origin, "sec-fetch-site": "same-site" };
    assert.equal(
      (await handler(new Request(`${APP}/api`, { method: "POST", headers }))).status,
      status,
      origin,
    );
  }
});

test("a trusted origin gets a challenge for a passkey, and no other does (CS-22)", async () => {
  const world = openPasskeys({ url: APP, features: [TrustedOrigins({ origins: [FRONT] })] });
  for (const [origin, status] of [[FRONT, 200], ["https://blog.app.test", 400]] as const) {
    const headers = { origin, "sec-fetch-site": "same-site" };
    const url = `${APP}/auth/webauthn-options/passkey?action=authenticate`;
    assert.equal((await Auth(new Request(url, { headers }), world.config as AuthConfig)).status, status);
  }
});

test("createClient() with a url takes its path, sends the cookies, and says what is wrong", async () => {
  const sent: unknown[] = [];
  const fetch = (url: string, { credentials }: RequestInit = {}) => {
    sent.push([url, credentials]);
    return Promise.resolve(Response.json(null));
  };
  for (const options of [{}, { basePath: "/api/auth" }]) {
    for (const url of ["https://api.app.test", "https://api.app.test/x/auth/"]) {
      await createClient({ url, fetch, ...options }).getSession();
    }
  }
  const paths = ["/auth", "/x/auth", "/api/auth", "/api/auth"];
  assert.deepEqual(sent, paths.map((path) => [`https://api.app.test${path}/session`, "include"]));
  for (const url of ["", "/auth", "api.app.test", "javascript:alert(1)", "https://"]) {
    assert.throws(() => createClient({ url }), {
      code: "UnsafeUrl",
      message: /write the whole URL of the library/,
    });
  }
});

test("TrustedOrigins() takes origins of the site of the application, exactly as browsers send them, and no other", () => {
  const opened = (url: string | undefined, origins: readonly string[]) =>
    setupOf(
      { providers: [], secret: SECRET, url, trustHost: true, features: [TrustedOrigins({ origins })] },
      "https",
    );
  const wrong = [
    ...["https://front.app.test/", "https://Front.app.test", "https://front.app.test:443"],
    ...[
      "https://front.app.test/page",
      "https://*.app.test",
      "https://front.app.tests",
      "https://front-app.test",
    ],
    ...["http://front.app.test", "http://localhost:5173", "front.app.test", "*", "null", ""],
    ...[null, undefined, ["https://front.app.test"]] as never[],
  ];
  for (const each of wrong) {
    assert.throws(
      () => opened(APP, [FRONT, each]),
      /^Configuration: Cannot use `TrustedOrigins`: .* is not an origin of your site/,
    );
  }
  assert.throws(() => opened(undefined, ["http://app.test"]), /"http:\/\/app\.test" is not an origin/);
  assert.throws(() => opened(APP, undefined as never), /is not an origin/);
  assert.ok(opened(undefined, [FRONT, "http://localhost:5173"]));
  assert.ok(opened("http://localhost:8000", ["http://localhost:5173"]));
  assert.ok(opened("https://api.app.test/v1", ["https://app.test", "https://a.b.app.test:8443"]));
  assert.ok(opened(APP, []));
  // As an application in JavaScript may write one.
  assert.equal(opened(APP, FRONT as never).frontEnds?.trusts(new Headers({ origin: FRONT })), true);
});
