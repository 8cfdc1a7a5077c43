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
} from "./_logout_applications.ts";
import { APP, assertLed, type LogoutGround, OTHER, testLogoutTokens, testSignOuts } from "./_logout_walks.ts";

const SECRET = "a-client-secret-of-the-tests-at-LemonLDAP-NG";
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

function declareTests(pages: ProviderPages, metadata: Readonly<Record<string, unknown>>) {
  const { issuer } = pages;
  const ground: LogoutGround = {
    name: "LemonLDAP::NG",
    pages,
    ada: { username: "dwho", email: DWHO },
    grace: { username: "rtyler", email: RTYLER },
    addresses: ADDRESSES,
    open: (as, sessions) =>
      open(issuer, as, sessions, as === "sid" || as === "sub" ? ADDRESSES[as] : undefined),
  };
  testSignOuts(ground);

  test("LemonLDAP::NG receives the ID token, and asks nothing if the client is registered so", async () => {
    const application = await open(issuer, "without-question", "database");
    const visitor = openVisitor({ ...pages, confirmLogout: (_, page) => Promise.resolve(page) }, [
      application,
    ]);
    await visitor.signIn(application, "dwho");
    assert.equal((await visitor.leave(application)).url, `${APP}/bye`, application.log());
    assertLed(visitor.browser, `${issuer}/oauth2/logout`);
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

  testLogoutTokens(ground, (browser) => logOutThere(browser, issuer));
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
