/**
 * A world with a real OpenID provider, `oidc-provider`, on a port of this machine, and with the real time.
 *
 * Take it for what the provider in the process, `fakeProvider()`, cannot do: PAR, DPoP and JARM.
 *
 * @module
 */

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
// @ts-types="./_oidc_provider.d.ts"
import { Provider } from "npm:oidc-provider@9.13.3/lib/provider.js";
// @ts-types="../../examples/demo/oidc_provider.d.ts"
import { createMemoryAdapter } from "npm:oidc-provider@9.13.3/lib/adapters/memory_adapter.js";
import { Auth, type AuthConfig, type JWTParams } from "../../mod.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";
import { type Browser, type Page, testBrowser } from "../../src/testing/mod.ts";
import type { Context } from "./_oidc_provider.d.ts";
import { APP, SECRET } from "./_world.ts";

/** What a test wants otherwise. */
export interface RealWorldOptions {
  /** Features of the provider. */
  readonly features?: object;
  /** Metadata of the client at the provider. */
  readonly client?: object;
  /** Other settings of the provider. */
  readonly settings?: object;
  /** Fields of the provider in the application. */
  readonly provider?: Partial<OIDCConfig>;
  /** Fields of the config. */
  readonly config?: Partial<AuthConfig>;
}

/** Everything a test looks at. */
export interface RealWorld extends AsyncDisposable {
  readonly issuer: string;
  readonly browser: Browser;
  /** The config of the application. */
  readonly config: AuthConfig;
  /** Requests to the provider, oldest first: method, path and query. */
  readonly requests: readonly string[];
  /** What `callbacks.jwt` received at the last sign-in. */
  readonly seen: { last?: JWTParams };
  /** Starts the sign-in at the built-in page, and follows it to the end. */
  signIn(): Promise<Page>;
  /** Starts the sign-in as a script of the application does, with a query. Returns the authorization request. */
  start(query: string): Promise<string>;
  /** The name of the user who is signed in. */
  name(): Promise<string | undefined>;
  /** The log, as one text. */
  log(): string;
}

/** Opens the world. */
export async function openReal(
  { features, client, settings, provider, config: own }: RealWorldOptions = {},
): Promise<RealWorld> {
  let listener: RequestListener = () => {};
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const idp = await createProvider(issuer, { features, client, settings });
  const answer = idp.callback();
  const requests: string[] = [];
  listener = (request, response) => {
    const url = request.url!;
    requests.push(`${request.method} ${url}`);
    if (!url.startsWith("/interaction/")) return void answer(request, response);
    // There is no page: Ada signs in at once.
    idp.interactionFinished(request, response, { login: { accountId: "ada" } });
  };
  const lines: string[] = [];
  const seen: { last?: JWTParams } = {};
  const config: AuthConfig = {
    secret: SECRET,
    trustHost: true,
    logger: {
      error: (error: Error) => void lines.push(`${error} ${JSON.stringify(error.cause)}`),
      warn: () => {},
      debug: () => {},
    },
    callbacks: {
      jwt: (params: JWTParams) => {
        if (params.trigger) seen.last = params;
        return params.token;
      },
    },
    providers: [{
      id: "idp",
      name: "Real",
      type: "oidc",
      issuer,
      clientId: "app",
      clientSecret: "the-secret-of-the-client-at-the-provider",
      ...provider,
    }],
    ...own,
  } as AuthConfig;
  const sites = {
    [APP]: (request: Request) =>
      new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, config) : new Response("Home"),
    [issuer]: (request: Request) => fetch(request, { redirect: "manual" }),
  };
  const browser = testBrowser(sites, { now: Date.now });
  return {
    issuer,
    browser,
    config,
    requests,
    seen,
    async signIn() {
      const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
      return await page.submit("/auth/signin/idp");
    },
    async start(query) {
      const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
      const response = await browser.fetch(`${APP}/auth/signin/idp${query}`, {
        method: "POST",
        body: new URLSearchParams({ csrfToken }),
        redirect: "manual",
      });
      return response.headers.get("location")!;
    },
    async name() {
      return (await (await browser.fetch(`${APP}/auth/session`)).json())?.user.name;
    },
    log: () => lines.join("\n"),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function createProvider(
  issuer: string,
  { features, client, settings }: Pick<RealWorldOptions, "features" | "client" | "settings">,
): Promise<Provider> {
  return new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: [{
      client_id: "app",
      client_secret: "the-secret-of-the-client-at-the-provider",
      redirect_uris: [`${APP}/auth/callback/idp`],
      id_token_signed_response_alg: "ES256",
      ...client,
    }],
    jwks: { keys: [await createSigningKey()] },
    cookies: { keys: ["a key of the provider's cookies"] },
    claims: { openid: ["sub"], profile: ["name"], email: ["email"] },
    conformIdTokenClaims: false,
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    features: { devInteractions: { enabled: false }, ...features },
    interactions: { url: (_: Context, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    findAccount: (_: Context, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, name: "Ada Lovelace", email: "ada@example.com" }),
    }),
    async loadExistingGrant({ oidc: { client: { clientId }, session: { accountId }, provider } }: Context) {
      const grant = new provider.Grant({ accountId, clientId });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
    ...settings,
  });
}

async function createSigningKey(): Promise<JsonWebKey> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const { kty, crv, x, y, d } = await crypto.subtle.exportKey("jwk", privateKey);
  return { kty, crv, x, y, d, use: "sig" };
}
