/**
 * Logouts between applications and a provider, the same at each provider.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Browser } from "../../../src/testing/mod.ts";
import {
  type LogoutAddress,
  type LogoutApplication,
  type LogoutApplicationOptions,
  openVisitor,
  type ProviderPages,
  type Visitor,
} from "./_logout_applications.ts";

export const APP = "https://app.test";
export const OTHER = "https://other.test";

/** A user of a provider. */
interface Person {
  readonly username: string;
  readonly email: string;
}

/** How an application is registered: as most are, at another origin, or for logout tokens by `sid` or by `sub`. */
export type Registration = "plain" | "other" | "sid" | "sub";

/** A provider. */
export interface LogoutGround {
  readonly name: string;
  readonly pages: ProviderPages;
  readonly ada: Person;
  readonly grace: Person;
  /** Where the logout tokens of an application arrive. */
  readonly addresses: Readonly<Record<"sid" | "sub", LogoutAddress>>;
  /** Opens an application that is registered there. */
  open(as: Registration, sessions: LogoutApplicationOptions["sessions"]): Promise<LogoutApplication>;
}

/** Who is signed in, in each browser. */
export async function usersOf(visitors: readonly Visitor[], application: LogoutApplication) {
  return await Promise.all(visitors.map((visitor) => visitor.user(application)));
}

/** Asserts that a browser was led to the provider and back with all that a logout needs. */
export function assertLed({ visited }: Browser, endpoint: string): void {
  const { searchParams: asked } = new URL(visited.find((url) => url.startsWith(endpoint))!);
  assert.equal(asked.get("post_logout_redirect_uri"), `${APP}/auth/post-logout`);
  assert.ok(asked.get("id_token_hint") && asked.get("state"));
  assert.ok(visited.includes(`${APP}/auth/post-logout?state=${asked.get("state")}`));
}

/** A user who signs out is signed out at the provider, too. */
export function testSignOuts({ name, pages, ada, open }: LogoutGround): void {
  for (const sessions of ["database", "jwt", "cookie"] as const) {
    test(`a sign-out ends the session at ${name} too, which leads back: ${sessions}`, async () => {
      const application = await open("plain", sessions);
      const visitor = openVisitor(pages, [application]);
      assert.equal(await visitor.signIn(application, ada.username), true);
      await visitor.signOut(application);
      assert.equal(await visitor.user(application), null);
      // It still knows the user.
      assert.equal(await visitor.signIn(application, ada.username), false);
      assert.equal(await visitor.user(application), ada.email);
      assert.equal((await visitor.leave(application)).url, `${APP}/bye`, application.log());
      assert.equal(await visitor.user(application), null);
      assert.equal(await visitor.signIn(application, ada.username), true);
    });
  }
}

/**
 * A provider tells the applications of a logout.
 *
 * @param logOutThere The button of the provider's own page, at one that tells of such a logout, too.
 */
export function testLogoutTokens(
  { name, pages, ada, grace, addresses, open }: LogoutGround,
  logOutThere: ((browser: Browser) => Promise<unknown>) | null = null,
): void {
  /** Ada at two devices, and Grace. */
  const signIn = async (applications: readonly [LogoutApplication, ...LogoutApplication[]]) => {
    const visitors = Array.from({ length: 3 }, () => openVisitor(pages, applications));
    const [laptop, phone, another] = visitors as [Visitor, Visitor, Visitor];
    const [application, other] = applications;
    await laptop.signIn(application, ada.username);
    if (other) assert.equal(await laptop.signIn(other, ada.username), false);
    await phone.signIn(application, ada.username);
    await another.signIn(application, grace.username);
    assert.deepEqual(await usersOf(visitors, application), [ada.email, ada.email, grace.email]);
    return { visitors, laptop };
  };
  for (const sessions of ["database", "jwt"] as const) {
    for (const where of ["at another application", ...logOutThere ? ["at the provider itself"] : []]) {
      test(`a logout ${where} of ${name} ends the session of this browser by sid: ${sessions}`, async () => {
        const application = await open("sid", sessions);
        const other = await open("other", "database");
        const { visitors, laptop } = await signIn([application, other]);
        const before = addresses.sid.received.length;
        if (where === "at the provider itself") await logOutThere!(laptop.browser);
        else assert.equal((await laptop.leave(other)).url, `${OTHER}/bye`);
        const { status, claims, header } = await addresses.sid.until(before + 1);
        assert.equal(status, 200, application.log());
        assert.deepEqual(Object.keys(claims).sort(), ["aud", "events", "iat", "iss", "jti", "sid", "sub"]);
        if (name === "Glewlwyd") assert.equal(header.typ, "JWT");
        // Of a session in a token, only the browser has the token: those of the user end together.
        const ofPhone = sessions === "database" ? ada.email : null;
        const left = await usersOf(visitors, application);
        assert.deepEqual(left, [null, ofPhone, grace.email], application.log());
      });
    }

    test(`a logout at ${name} ends the sessions of the user in all browsers by sub: ${sessions}`, async () => {
      const application = await open("sub", sessions);
      const { visitors, laptop } = await signIn([application]);
      const before = addresses.sub.received.length;
      assert.equal((await laptop.leave(application)).url, `${APP}/bye`);
      const { status, claims } = await addresses.sub.until(before + 1);
      assert.equal(status, 200, application.log());
      assert.deepEqual(Object.keys(claims).sort(), ["aud", "events", "iat", "iss", "jti", "sub"]);
      assert.deepEqual(await usersOf(visitors, application), [null, null, grace.email], application.log());
      // A session that begins later is not concerned.
      await laptop.signIn(application, ada.username);
      assert.deepEqual(await usersOf(visitors, application), [ada.email, null, grace.email]);
    });
  }
}
