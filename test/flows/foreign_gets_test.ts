/**
 * What GET requests of other sites leave in a browser.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { mount, type SignInAction } from "../../src/integrations/mount/integration.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { SetCookie } from "../../src/values/cookie.ts";
import { type DatabaseWorld, openDatabase } from "./_database.ts";
import { APP, cookieHeader, start } from "./_world.ts";

const FOREIGN = {
  "sec-fetch-site": "cross-site",
  "sec-fetch-mode": "navigate",
  referer: "https://evil.test/",
};

/** As browsers send a link of another site: new ones, and old ones. */
const FOREIGN_LINKS: readonly Readonly<Record<string, string>>[] = [FOREIGN, {
  referer: "https://evil.test/",
}];

/** A world with a route that signs in by a link, as applications write it. */
function openWithRoute() {
  const world = openDatabase({ more: () => [Passkey()] });
  const auth = mount({ ...world.config, url: APP }, {});
  return {
    ...world,
    size: () => cookieHeader(world.browser).length,
    names: () => world.browser.cookies(APP).map(({ name }) => name),
    /** Opens a page of the library from a page of another site. */
    async visit(path: string, site: string) {
      // An old browser names the page instead.
      const from: Record<string, string> = site.startsWith("http")
        ? { referer: site }
        : { "sec-fetch-site": site };
      const headers = { ...from, accept: "text/html", cookie: cookieHeader(world.browser) };
      const response = await world.platform.sites[APP]!(new Request(`${APP}/auth/${path}`, { headers }));
      for (const cookie of response.headers.getSetCookie()) world.browser.setCookie(APP, cookie);
      return response;
    },
    /** Follows a link to the route. */
    async follow(headers: Record<string, string>, redirectTo: string, action: Partial<SignInAction> = {}) {
      const sent = new Headers({ ...headers, cookie: cookieHeader(world.browser) });
      const request = { url: `${APP}/login`, headers: sent, method: "GET" };
      const { url, cookies } = await auth.signIn(request, { providerId: "idp", redirectTo, ...action });
      for (const cookie of cookies) world.browser.setCookie(APP, toHeader(cookie));
      return new URL(url);
    },
  };
}

function toHeader({ name, value, options: { maxAge } }: SetCookie): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; Secure; HttpOnly; Max-Age=${maxAge}`;
}

test("links of other sites keep two sign-ins under way in the browser, and none of the user's ends (DS-15)", async () => {
  for (const [length, foreign] of FOREIGN_LINKS.flatMap((each) => [[1900, each], [1, each]] as const)) {
    const world = openWithRoute();
    const own = [await start(world), await start(world, { callbackUrl: "/other" })];
    for (let i = 0; i < 30; i++) await world.follow(foreign, `/x?${"y".repeat(length)}${i}`);
    const flows = world.names().filter((name) => name.includes("flow"));
    assert.equal(flows.filter((name) => name.endsWith("~")).length, 2);
    assert.equal(flows.filter((name) => !name.endsWith("~")).length, 2);
    assert.ok(world.size() < 11_000, `${world.size()} bytes`);
    for (const request of own.toReversed()) {
      const answer = await world.idp.fetch(request.href, { redirect: "manual" });
      const page = await world.browser.open(answer.headers.get("location")!);
      assert.match(page.url, /\/(home|other)$/, world.log());
    }
  }
});

test("a link of another site ends no sign-in of the user, however little room is left (DS-15)", async () => {
  // The three largest sizes leave no room even for the smallest cookie of the link.
  for (const bytes of [2500, 5500, 7000, 9500, 10_200, 10_400, 10_600]) {
    const world = openWithRoute();
    fill(world, bytes);
    const request = await start(world, { callbackUrl: `/home?${"z".repeat(1900)}` });
    for (let i = 0; i < 5; i++) await world.follow(FOREIGN_LINKS[i % 2]!, `/x?${"y".repeat(1900)}${i}`);
    const page = await world.browser.open(request.href);
    assert.equal(page.text, "Hello Ada Lovelace", `${bytes}\n${world.log()}`);
  }
});

test("a sign-in of the user ends those that links of other sites have begun, before older ones of the user (DS-15)", async () => {
  const world = openWithRoute();
  const first = await start(world, { callbackUrl: "/first" });
  for (let i = 0; i < 2; i++) await world.follow(FOREIGN, `/x?${"y".repeat(1000)}${i}`);
  fill(world, 6000);
  const second = await start(world, { callbackUrl: `/second?${"z".repeat(1000)}` });
  assert.equal(world.names().filter((name) => name.endsWith("~")).length, 1);
  for (const request of [second, first]) {
    assert.equal((await world.browser.open(request.href)).text, "Hello Ada Lovelace", world.log());
  }
});

test("a sign-in that a link of another site has begun ends as any other (DS-15)", async () => {
  const world = openWithRoute();
  await world.follow(FOREIGN, "/first");
  const request = await world.follow(FOREIGN, "/second");
  await world.follow({ "sec-fetch-site": "none" }, "/typed");
  const answer = await world.idp.fetch(request.href, { redirect: "manual" });
  const page = await world.browser.open(answer.headers.get("location")!);
  assert.equal(page.url, `${APP}/second`, world.log());
  assert.equal(world.names().filter((name) => name.includes("flow")).length, 2, "the cookie is gone");
  const again = await world.browser.open(answer.headers.get("location")!);
  assert.match(again.url, /error=InvalidCheck/);
});

test("a link adds no account without a question, whatever it asks for (AL-11)", async () => {
  const wishes: Partial<SignInAction>[] = [
    { fields: { link: "true" } },
    { authorizationParams: { link: "true" } },
    { fields: { link: "1" }, authorizationParams: { link: "1" } },
  ];
  // Over http, in the program that shows mails, and on a page that a link of another site has led to.
  const links: readonly Record<string, string>[] = [
    {},
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "same-origin" },
  ];
  for (const headers of links) {
    for (const wish of wishes) {
      const world = openWithRoute();
      await world.signIn();
      world.idp.login({ sub: "mallory", name: "Mallory", email: "mallory@example.com" });
      const request = await world.follow(headers, "/home", wish);
      const page = await world.browser.open(request.href);
      assert.equal(new URL(page.url).pathname, "/auth/link", world.log());
      assert.equal((await world.db.accounts()).length, 1);
    }
  }
});

/** Stores cookies of the application. */
function fill({ browser }: Pick<DatabaseWorld, "browser">, bytes: number): void {
  for (let from = 0; from < bytes; from += 3000) {
    browser.setCookie(APP, `app${from}=${"x".repeat(Math.min(bytes - from, 3000))}; Path=/; Secure`);
  }
}

const PATHS = [
  "webauthn-options/passkey?action=authenticate",
  "webauthn-options/passkey?action=register&email=a@b.test",
  "signin?callbackUrl=/" + "x".repeat(1900),
  "signin?error=CredentialsSignin&email=a@b.test",
  "signout",
  "csrf",
  "session",
  "providers",
  "account",
  "account-data",
  "link",
  "verify-request",
  "error?error=Configuration",
  "taken-over?removed=idp",
  "callback/idp?code=x&state=y",
  "callback/idp?error=access_denied&state=y",
  `callback/email?token=${"a".repeat(64)}&email=a@b.test`,
  "callback/passkey",
  "signin/idp",
  "signin/email?email=a@b.test",
  "webauthn-script",
];

for (const site of ["cross-site", "same-site", "https://evil.test/"]) {
  test(`GET requests of other sites leave the CSRF cookie in the browser and nothing else, ${site} (DS-15)`, async () => {
    const world = openWithRoute();
    for (const path of PATHS) {
      for (let i = 0; i < 5; i++) {
        await world.visit(path, site);
      }
    }
    assert.deepEqual(world.names(), ["__Host-latchkey.csrf-token"]);
    assert.ok(world.size() < 200, `${world.size()} bytes`);
    assert.deepEqual([world.mails.length, world.db.tokens()], [0, []]);
    const own = await world.visit(PATHS[0]!, "same-origin");
    assert.equal(own.status, 200);
  });
}
