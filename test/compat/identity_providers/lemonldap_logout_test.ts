import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser, Page } from "../../../src/testing/mod.ts";
import { afterTests } from "../../_after.ts";
import { startLemonLdap } from "./_lemonldap.ts";
import { limitedFetch } from "./_limits.ts";
import {
  type LogoutAddress,
  type LogoutApplication,
  openLogoutAddress,
  openLogoutApplication,
  openVisitor,
  type ProviderPages,
  type Visitor,
} from "./_logout_applications.ts";

const SECRET = "a-client-secret-of-the-tests-at-LemonLDAP-NG";
const APP = "https://app.test";
const OTHER = "https://other.test";
const DWHO = "dwho@badwolf.org";
const RTYLER = "rtyler@badwolf.org";

/** Where the server sends the logout tokens of each client: it must know that when it starts. */
const ADDRESSES = { sid: openLogoutAddress(), sub: openLogoutAddress() };

/** The options of each client, beside those that all have. */
const CLIENTS: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  plain: {},
  "without-question": { LogoutBypassConfirm: 1 },
  other: {
    RedirectUris: `${OTHER}/auth/callback/idp`,
    PostLogoutRedirectUris: `${OTHER}/auth/post-logout`,
  },
  sid: { LogoutType: "back", LogoutUrl: ADDRESSES.sid.url, LogoutSessionRequired: 1 },
  sub: { LogoutType: "back", LogoutUrl: ADDRESSES.sub.url, LogoutSessionRequired: 0 },
};

/** Opens the application that is registered as a client. */
async function open(
  issuer: string,
  clientId: string,
  sessions: "cookie" | "database" | "jwt",
  address?: LogoutAddress,
): Promise<LogoutApplication> {
  return await openLogoutApplication({
    origin: clientId === "other" ? OTHER : APP,
    sessions,
    provider: { issuer, clientId, clientSecret: SECRET },
    // The server of the tests answers one request at a time.
    ...(address && { address, isOneProcess: true }),
  });
}

function lemonldapPages(issuer: string): ProviderPages {
  return {
    issuer,
    async logIn(_browser, page, username) {
      let [last, askedForPassword] = [page, false];
      while (last.url.startsWith(issuer) && /name="(?:confirm|password)"/.test(last.html)) {
        const asks = last.html.includes('name="password"');
        askedForPassword ||= asks;
        last = await last.submit(0, asks ? { user: username, password: username } : {});
      }
      return { page: last, askedForPassword };
    },
    async confirmLogout(_browser, page) {
      return page.url.startsWith(issuer) && page.html.includes('name="confirm"')
        ? await page.submit(0)
        : page;
    },
  };
}

/** The button that logs a user out on the page of the server. */
async function logOutThere(browser: Browser, issuer: string): Promise<Page> {
  return await browser.open(`${issuer}/?logout=1`);
}

/** Who is signed in, in each browser. */
async function usersOf(visitors: readonly Visitor[], application: LogoutApplication) {
  return await Promise.all(visitors.map((visitor) => visitor.user(application)));
}

function declareTests(pages: ProviderPages, metadata: Readonly<Record<string, unknown>>) {
  const { issuer } = pages;

  for (const sessions of ["database", "jwt", "cookie"] as const) {
    test(`signOut ends the session at LemonLDAP::NG too, which leads back: ${sessions}`, async () => {
      const application = await open(issuer, "plain", sessions);
      const visitor = openVisitor(pages, [application]);
      assert.equal(await visitor.signIn(application, "dwho"), true);
      await visitor.signOut(application);
      assert.equal(await visitor.user(application), null);
      // It still knows the user.
      assert.equal(await visitor.signIn(application, "dwho"), false);
      assert.equal(await visitor.user(application), DWHO);
      assert.equal((await visitor.leave(application)).url, `${APP}/bye`, application.log());
      assert.equal(await visitor.user(application), null);
      assert.equal(await visitor.signIn(application, "dwho"), true);
    });
  }

  test("LemonLDAP::NG receives the ID token, and asks nothing if the client is registered so", async () => {
    const application = await open(issuer, "without-question", "database");
    const visitor = openVisitor({ ...pages, confirmLogout: (_, page) => Promise.resolve(page) }, [
      application,
    ]);
    await visitor.signIn(application, "dwho");
    assert.equal((await visitor.leave(application)).url, `${APP}/bye`, application.log());
    const request = visitor.browser.visited.find((url) => url.startsWith(`${issuer}/oauth2/logout`))!;
    const { searchParams: asked } = new URL(request);
    assert.equal(asked.get("post_logout_redirect_uri"), `${APP}/auth/post-logout`);
    assert.ok(asked.get("id_token_hint") && asked.get("state"));
    assert.ok(visitor.browser.visited.includes(`${APP}/auth/post-logout?state=${asked.get("state")}`));
    assert.equal(await visitor.user(application), null);
    assert.equal(await visitor.signIn(application, "dwho"), true);
  });

  test("LemonLDAP::NG leads back a user who has logged out there before", async () => {
    const application = await open(issuer, "plain", "database");
    const visitor = openVisitor(pages, [application]);
    await visitor.signIn(application, "dwho");
    await logOutThere(visitor.browser, issuer);
    assert.equal(await visitor.user(application), DWHO);
    assert.equal((await visitor.leave(application)).url, `${APP}/bye`, application.log());
    assert.equal(await visitor.user(application), null);
  });

  if (metadata.backchannel_logout_supported !== true) {
    test("LemonLDAP::NG before 2.17 tells no application of a logout", async () => {
      const application = await open(issuer, "sid", "database", ADDRESSES.sid);
      const other = await open(issuer, "other", "database");
      const visitor = openVisitor(pages, [application, other]);
      await visitor.signIn(application, "dwho");
      assert.equal(await visitor.signIn(other, "dwho"), false);
      assert.equal((await visitor.leave(other)).url, `${OTHER}/bye`);
      // It would post the token before it answers.
      assert.equal(await visitor.user(application), DWHO);
      assert.equal(ADDRESSES.sid.received.length, 0);
      assert.equal(metadata.backchannel_logout_supported, false);
    });
    return;
  }

  for (const sessions of ["database", "jwt"] as const) {
    for (const where of ["at another application", "at the provider itself"]) {
      test(`A logout ${where} ends the session of this browser by sid: ${sessions}`, async () => {
        const address = ADDRESSES.sid;
        const application = await open(issuer, "sid", sessions, address);
        const other = await open(issuer, "other", "database");
        const visitors = Array.from({ length: 3 }, () => openVisitor(pages, [application, other]));
        const [laptop, phone, rtyler] = visitors as [Visitor, Visitor, Visitor];
        await laptop.signIn(application, "dwho");
        assert.equal(await laptop.signIn(other, "dwho"), false);
        await phone.signIn(application, "dwho");
        await rtyler.signIn(application, "rtyler");
        assert.deepEqual(await usersOf(visitors, application), [DWHO, DWHO, RTYLER]);
        const before = address.received.length;
        await (where === "at another application"
          ? laptop.leave(other)
          : logOutThere(laptop.browser, issuer));
        const { status, claims } = await address.until(before + 1);
        assert.equal(status, 200, application.log());
        assert.deepEqual(Object.keys(claims).sort(), ["aud", "events", "iat", "iss", "jti", "sid", "sub"]);
        // Of a session in a token, only the browser has the token: those of the user end together.
        const ofPhone = sessions === "database" ? DWHO : null;
        assert.deepEqual(await usersOf(visitors, application), [null, ofPhone, RTYLER], application.log());
      });
    }

    test(`A logout ends the sessions of the user in all browsers by sub: ${sessions}`, async () => {
      const address = ADDRESSES.sub;
      const application = await open(issuer, "sub", sessions, address);
      const visitors = Array.from({ length: 3 }, () => openVisitor(pages, [application]));
      const [laptop, phone, rtyler] = visitors as [Visitor, Visitor, Visitor];
      await laptop.signIn(application, "dwho");
      await phone.signIn(application, "dwho");
      await rtyler.signIn(application, "rtyler");
      assert.deepEqual(await usersOf(visitors, application), [DWHO, DWHO, RTYLER]);
      const before = address.received.length;
      assert.equal((await laptop.leave(application)).url, `${APP}/bye`);
      const { status, claims } = await address.until(before + 1);
      assert.equal(status, 200, application.log());
      assert.deepEqual(Object.keys(claims).sort(), ["aud", "events", "iat", "iss", "jti", "sub"]);
      assert.deepEqual(await usersOf(visitors, application), [null, null, RTYLER], application.log());
      // A session that begins later is not concerned.
      await laptop.signIn(application, "dwho");
      assert.deepEqual(await usersOf(visitors, application), [DWHO, null, RTYLER]);
    });
  }
}

afterTests(async () => {
  for (const address of Object.values(ADDRESSES)) await address[Symbol.asyncDispose]();
});
const common = (clientId: string) => ({
  ClientID: clientId,
  ClientSecret: SECRET,
  RedirectUris: `${APP}/auth/callback/idp`,
  PostLogoutRedirectUris: `${APP}/auth/post-logout`,
  BypassConsent: 1,
  IDTokenSignAlg: "RS256",
  IDTokenForceClaims: 1,
});
const server = await startLemonLdap(Object.fromEntries(
  Object.entries(CLIENTS).map(([id, options]) => [id, {
    options: { ...common(id), ...options },
    claims: { email: "mail", name: "cn", preferred_username: "uid" },
  }]),
));
if ("missing" in server) {
  console.log(`skip: ${server.missing}`);
  test("Logout at LemonLDAP::NG", { skip: true }, () => {});
} else {
  afterTests(server.stop);
  const metadata = await limitedFetch(`${server.issuer}/.well-known/openid-configuration`);
  declareTests(lemonldapPages(server.issuer), await metadata.json());
}
