/**
 * A world with `AnonymousUsers()`, in which a visitor puts things into a cart before they sign up.
 *
 * @module
 */

import assert from "node:assert/strict";
import { outside } from "../../src/core/outside.ts";
import { AnonymousUsers, type AnonymousUsersFeature } from "../../src/entries/anonymous_users.ts";
import { AuthError } from "../../src/entries/errors.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { ADA, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";
import { APP, oauth2 } from "./_world.ts";

/** What the application answers. */
export interface Seen {
  /** Id of the user who is signed in; `null`: no one is. */
  readonly id: string | null;
  /** Whether they are anonymous; absent if that can't be said. */
  readonly isAnonymous?: boolean;
  /** What `signIn()` has returned. Absent where it was not called, or has thrown. */
  readonly value?: boolean;
  /** The type of what was thrown. */
  readonly error?: string;
}

/** The world. */
export interface AnonymousWorld extends PasswordWorld {
  /** `anonymousMerged` and `createUser`, as `event: ids`. */
  readonly events: string[];
  /** The functions outside of requests. */
  readonly anonymousUsers: ReturnType<typeof functionsOf>;
  /** Puts something into the cart. Returns the id of the visitor. */
  enterShop(browser?: Browser): Promise<string>;
  /** Asks the application who a browser is. @param does `signIn`: signs in first. */
  see(browser?: Browser, does?: "signIn", headers?: Record<string, string>): Promise<Seen>;
}

/** Opens one. The provider knows Ada. */
export function openAnonymous(
  { features = [], events, more = () => [], ...config }: Parameters<typeof openPasswords>[0] = {},
): AnonymousWorld {
  const emitted: string[] = [];
  const world = openPasswords({
    ...config,
    session: { revocationDelay: 0, ...config.session },
    events: {
      ...events,
      createUser: ({ user }) => void emitted.push(`createUser: ${user.id}`),
      anonymousMerged: ({ anonymous, user }) =>
        void emitted.push(`anonymousMerged: ${anonymous.id} ${user.id}`),
    },
    features: [AnonymousUsers(), ...features],
    more: (idp) => [Passkey(), oauth2(idp, { id: "other", name: "Other" }), ...more(idp)],
  });
  world.idp.login({ sub: "ada", email: ADA, email_verified: true });
  const handler = fetchHandler(world.config as Config, async (request, auth) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/do") return new Response(`page ${pathname}`);
    const result: { value?: boolean; error?: string } = {};
    try {
      if (searchParams.has("signIn")) result.value = await auth.anonymousUsers.signIn();
    } catch (error) {
      result.error = error instanceof AuthError ? error.type : String(error);
    }
    const session = await auth();
    const isAnonymous = await auth.anonymousUsers.isAnonymous();
    return Response.json({ id: session?.user?.id ?? null, isAnonymous, ...result });
  }, {});
  world.platform.sites[APP] = async (request) => await handler(request);
  const see: AnonymousWorld["see"] = async (given, does, headers = {}) => {
    const browser = given ?? world.browser;
    const own = { "sec-fetch-site": "same-origin", origin: APP, ...headers };
    const answer = await browser.fetch(`${APP}/do${does ? `?${does}` : ""}`, {
      method: "POST",
      headers: own,
    });
    assert.equal(answer.status, 200, world.log());
    return await answer.json();
  };
  return {
    ...world,
    events: emitted,
    anonymousUsers: functionsOf(world),
    see,
    async enterShop(browser) {
      const { id, value, error } = await see(browser, "signIn");
      assert.deepEqual([value, error], [true, undefined], world.log());
      return id!;
    },
  };
}

/** Gives a browser the cookies of another one, as a thief or a second tab has them. */
export function copyCookies(from: Browser, to: Browser): void {
  for (const { name, value } of from.cookies(APP)) {
    to.setCookie(APP, `${name}=${value}; Path=/; Secure; HttpOnly`);
  }
}

/** Signs in at the provider as a person. */
export async function provide(world: AnonymousWorld, browser: Browser, person: object): Promise<Page> {
  world.idp.login(person as Parameters<typeof world.idp.login>[0]);
  const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  return await page.submit("/auth/signin/idp");
}

/** A config that brings the functions. */
type Config = AuthConfig & { readonly features: readonly [AnonymousUsersFeature] };

function functionsOf({ config }: Pick<PasswordWorld, "config">) {
  return outside(config as Config).anonymousUsers;
}
