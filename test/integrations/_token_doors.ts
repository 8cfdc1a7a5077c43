/**
 * One application behind each integration whose pages ask for access tokens, a provider that rotates refresh tokens, and users
 * who have signed in with it.
 *
 * @module
 */

import { Memory } from "../../src/adapters/memory/memory.ts";
import { Auth } from "../../src/core/auth.ts";
import { ReconnectRequired } from "../../src/errors/errors.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { encode } from "../../src/model/jwt.ts";
import { webPlatform } from "../../src/platform/platform.ts";
import { AccessTokens, type AccessTokensFeature } from "../../src/features/provider_tokens/access_tokens.ts";
import { type FakeProvider, fakeProvider, testBrowser } from "../../src/testing/mod.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { type Door, DOORS, type RouteAnswer } from "./_doors.ts";
import { ask } from "./_express.ts";

const secret = "a-secret-of-more-than-32-characters";
const ORIGIN = "http://localhost";

/** An application. */
export interface Opened extends AsyncDisposable {
  /** Asks it. Its pages answer with a token, and read `account` and `rejected` of the query; `/required` calls `auth.require()`, `/revoked` `auth.accessTokens.revoke()`; `/left` leaves all errors to the framework. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** Where it runs. */
  readonly origin: string;
}

/** The applications by the name of their integration. */
export const TOKEN_DOORS: Readonly<Record<string, (config: AuthConfig) => Promise<Opened>>> = Object
  .fromEntries(Object.entries(DOORS).map(([name, door]) => [name, (config) => open(door, config)]));

async function open(door: Door, config: AuthConfig): Promise<Opened> {
  const { url, ...server } = await door(config, page);
  return { ...server, origin: url, ask: (path, init) => ask(url + path, init) };
}

/** The `auth` of a config with access tokens. */
type TokenAuth = RequestAuth<{ providers: []; features: [AccessTokensFeature] }>;

async function page(url: string, auth: RequestAuth): Promise<RouteAnswer> {
  const { accessTokens } = auth as TokenAuth;
  const { pathname, searchParams } = new URL(url, ORIGIN);
  if (pathname === "/required") return { body: { user: (await auth.require()).user } };
  if (pathname === "/revoked") {
    await accessTokens.revoke(searchParams.get("provider") ?? undefined);
    return { body: { user: (await auth())?.user?.name } };
  }
  const [account, rejected] = ["account", "rejected"].map((name) => searchParams.get(name) ?? undefined);
  try {
    return { body: { token: await accessTokens.get("idp", { account, rejected }) } };
  } catch (error) {
    if (!(error instanceof ReconnectRequired) || pathname === "/left") throw error;
    const { code, provider, signInUrl } = error;
    return { status: 403, body: { code, provider, signInUrl, user: (await auth())?.user?.name } };
  }
}

/** A user of the application, whose session is in a token. */
export interface TokenUser {
  readonly id: string;
  /** Value of a `Cookie` header. */
  readonly cookie: string;
}

/** A provider and an application, before anyone has signed in. */
export interface TokenWorld {
  readonly idp: FakeProvider;
  readonly config: AuthConfig;
  /** Stores a user, with an account for each name, whose access tokens have ended. */
  join(id: string, accounts: readonly string[]): Promise<TokenUser>;
  /** Whose access token this is: `sub` of the user at the provider. */
  ownerOf(token: string): Promise<string>;
  /** The refresh tokens that the provider has received, oldest first. */
  renewals(): readonly string[];
}

/** Opens a world. @param log Receives what the application logs. */
export function openTokens(log: (error: Error) => void = () => {}): TokenWorld {
  const idp = fakeProvider({ refreshTokens: "rotated" });
  const adapter = Memory();
  const { metadata, clientId, clientSecret } = idp;
  const config: AuthConfig = {
    platform: { ...webPlatform, fetch: idp.fetch },
    adapter,
    features: [AccessTokens()],
    session: { strategy: "jwt" },
    secret,
    trustHost: true,
    logger: { error: log },
    providers: [{
      id: "idp",
      name: "Fake",
      type: "oauth",
      clientId,
      clientSecret,
      authorization: metadata.authorization_endpoint,
      token: metadata.token_endpoint,
      userinfo: metadata.userinfo_endpoint,
      revocation: metadata.revocation_endpoint,
    }],
  };
  return {
    idp,
    config,
    async join(id, accounts) {
      await adapter.createUser({ id, name: id, email: null, emailVerified: null });
      for (const providerAccountId of accounts) {
        const tokens = await tokensOf(idp, providerAccountId);
        const expires_at = Math.floor(Date.now() / 1000) - 1;
        const key = { type: "oauth", provider: "idp", providerAccountId } as const;
        await adapter.linkAccount({ userId: id, ...key, ...tokens, expires_at });
      }
      const name = "latchkey.session-token";
      const token = await encode({ token: { sub: id, name: id }, secret, salt: name });
      return { id, cookie: `${name}=${token}` };
    },
    async ownerOf(token) {
      const headers = { authorization: `Bearer ${token}` };
      return (await (await idp.fetch(metadata.userinfo_endpoint, { headers })).json()).sub;
    },
    renewals: () =>
      idp.requests.flatMap(({ params }) =>
        params.get("grant_type") === "refresh_token" ? params.get("refresh_token")! : []
      ),
  };
}

/** The same without a database. @returns Also a function that signs in, and returns the value of a `Cookie` header. */
export function openCookieTokens(): TokenWorld & { signIn(lifetime: number): Promise<string> } {
  const world = openTokens();
  const { adapter: _, ...rest } = world.config;
  const config = { ...rest, features: [AccessTokens({ keptIn: "cookie" })] } as AuthConfig;
  return {
    ...world,
    config,
    async signIn(lifetime) {
      const { idp } = world;
      const browser = testBrowser({ [ORIGIN]: (request) => Auth(request, config), [idp.origin]: idp.fetch });
      idp.tamper = { tokens: { expires_in: lifetime } };
      const page = await browser.open(`${ORIGIN}/auth/signin?callbackUrl=/auth/session`);
      await page.submit("/auth/signin/idp");
      idp.tamper = {};
      return browser.cookies(ORIGIN).map(({ name, value }) => `${name}=${value}`).join("; ");
    },
  };
}

/** Signs a user in at the provider, as a client of it. */
async function tokensOf(
  idp: FakeProvider,
  sub: string,
): Promise<{ access_token: string; refresh_token: string }> {
  idp.login({ sub, name: sub, email: `${sub}@example.com` });
  const redirect_uri = `${ORIGIN}/auth/callback/idp`;
  const wish = { response_type: "code", client_id: idp.clientId, redirect_uri, scope: "profile" };
  const request = `${idp.metadata.authorization_endpoint}?${new URLSearchParams(wish)}`;
  const { headers } = await idp.fetch(request, { redirect: "manual" });
  const code = new URL(headers.get("location")!).searchParams.get("code")!;
  const basic = [idp.clientId, idp.clientSecret].map(encodeURIComponent).join(":");
  const answer = await idp.fetch(idp.metadata.token_endpoint, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(basic)}` },
    body: new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri }),
  });
  const { access_token, refresh_token } = await answer.json();
  return { access_token, refresh_token };
}
