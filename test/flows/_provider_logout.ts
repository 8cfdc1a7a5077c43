/**
 * A world with an OpenID provider that signs logout tokens and has an `end_session_endpoint`.
 *
 * @module
 */

import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import { type Browser, type FakeProvider, type Page, testBrowser } from "../../src/testing/mod.ts";
import { APP, oidc, open, type World, type WorldOptions } from "./_world.ts";

export const END_SESSION = "https://idp.test/end";
const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };

/** A world, and what the provider can do in it. */
export interface LogoutWorld extends World {
  readonly adapter: Adapter;
  /** Signs in in a browser, in a session at the provider. */
  signInAs(sub: string, sid?: string, browser?: Browser): Promise<Page>;
  /** Another browser. */
  visitor(): Browser;
  /** Whether a browser is signed in. */
  isSignedIn(browser?: Browser): Promise<boolean>;
  /** A logout token. */
  token(claims?: object, header?: object): Promise<string>;
  /** Posts a logout token, as the provider does. */
  logout(token: string | URLSearchParams, id?: string): Promise<Response>;
}

/** Opens the world. Without a database, without `backchannel`. */
export async function openLogout(
  { adapter = Memory(), metadata = { end_session_endpoint: END_SESSION }, ...options }:
    & Omit<WorldOptions, "adapter">
    & { readonly adapter?: Adapter | null; readonly metadata?: Readonly<Record<string, unknown>> } = {},
): Promise<LogoutWorld> {
  const world = open({
    features: [ProviderLogout({ backchannel: adapter !== null })],
    ...(adapter && { adapter }),
    providers: (idp: FakeProvider) => [oidc(idp)],
    ...options,
  } as WorldOptions as never);
  const { idp, browser: first, platform } = world;
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  idp.tamper = {
    metadata,
    jwks: { keys: [{ ...await exportJWK(publicKey), kid: "1", alg: "ES256", use: "sig" }] },
    header: { kid: "1" },
    signingKey: privateKey,
  };
  let count = 0;
  return {
    ...world,
    adapter: adapter!,
    async signInAs(sub, sid, browser = first) {
      idp.login({ sub, name: sub, email: `${sub}@example.com`, email_verified: true, ...(sid && { sid }) });
      const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
      return await page.submit("/auth/signin/idp");
    },
    visitor: () => testBrowser(platform.sites, { now: platform.now }),
    isSignedIn: async (browser = first) => await (await browser.fetch(`${APP}/auth/session`)).json() !== null,
    async token(claims = {}, header = {}) {
      const now = Math.floor(platform.now() / 1000);
      const payload = {
        iss: idp.issuer,
        aud: idp.clientId,
        iat: now,
        exp: now + 120,
        jti: `token-${++count}`,
        events: EVENTS,
        ...claims,
      };
      return await new SignJWT(JSON.parse(JSON.stringify(payload)))
        .setProtectedHeader({ alg: "ES256", kid: "1", typ: "logout+jwt", ...header } as JWTHeaderParameters)
        .sign(privateKey);
    },
    async logout(token, id = "idp") {
      const body = typeof token === "string" ? new URLSearchParams({ logout_token: token }) : token;
      const url = `${APP}/auth/backchannel-logout/${id}`;
      return await platform.sites[APP]!(new Request(url, { method: "POST", body }));
    },
  };
}
