/**
 * `oidc-provider`, a real OpenID provider, on a free port of this machine. It signs Ada in without a question.
 *
 * @module
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
// @ts-types="./_oidc_provider.d.ts"
import { createMemoryAdapter } from "npm:oidc-provider@9.13.3/lib/adapters/memory_adapter.js";
// @ts-types="./_oidc_provider.d.ts"
import { Provider } from "npm:oidc-provider@9.13.3/lib/provider.js";
import { exportJWK, generateKeyPair } from "jose";
import type { Fetch } from "./_libraries.ts";

/** The person who signs in. */
export const ADA = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  email_verified: true,
  picture: "https://example.com/ada.png",
};

/** Metadata of a client (RFC 7591). */
export type ClientMetadata = Readonly<Record<string, unknown>>;

/** A running provider. */
export interface OidcProvider {
  /** Its issuer. */
  readonly issuer: string;
  /** Failures inside of it. */
  readonly failures: readonly string[];
  /** Sends a request to it, whatever its public origin is. */
  readonly fetch: Fetch;
  /** Replaces its keys. All sessions and grants are gone, too. */
  rotate(): Promise<void>;
  /** Stops it. */
  close(): Promise<void>;
}

/** What a test can change. */
export interface OidcProviderSettings {
  /** Public origin, behind a proxy that `fetch` plays. Default: the address that it listens at. */
  readonly origin?: string;
  /** Path of the issuer. Default: none. */
  readonly path?: string;
  /** Features that differ. */
  readonly features?: object;
  /** Fields of the configuration that differ. */
  readonly fields?: object;
}

const SIGNING = ["RS", "PS", "ES"].flatMap((kind) => ["256", "384", "512"].map((bits) => kind + bits));

/** All algorithms that it can sign with. */
const ALGORITHMS = [...SIGNING, "EdDSA", "Ed25519", "HS256", "HS384", "HS512"];

/** The keys are expensive to make. */
const KEYS = await createKeys("first");

/** Starts a provider with some clients. */
export async function startOidcProvider(
  clients: readonly ClientMetadata[],
  settings: OidcProviderSettings = {},
): Promise<OidcProvider> {
  const { path = "" } = settings;
  let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `${settings.origin ?? address}${path}`;
  const failures: string[] = [];
  const use = (keys: readonly object[]) => {
    const provider = new Provider(issuer, toConfiguration(clients, keys, settings));
    provider.proxy = settings.origin !== undefined;
    for (const event of ["server_error", "backchannel.error"]) {
      provider.on(event, (_context, error) => failures.push(`${event}: ${error.stack}`));
    }
    const callback = provider.callback();
    answer = (request, response) => {
      const { url = "/" } = request;
      if (url.startsWith(`${path}/interaction/`)) return consent(provider, request, response, failures);
      // Below a path, it expects to be mounted as in Express.
      if (path) Object.assign(request, { originalUrl: url, url: url.slice(path.length) || "/" });
      return callback(request, response);
    };
  };
  use(KEYS);
  return {
    issuer,
    failures,
    fetch: (input, init) => {
      const url = new URL(String(input));
      const headers = new Headers(init?.headers);
      headers.set("x-forwarded-host", url.host);
      headers.set("x-forwarded-proto", url.protocol.slice(0, -1));
      return fetch(`${address}${url.pathname}${url.search}`, { ...init, headers });
    },
    rotate: async () => use(await createKeys("second")),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function createKeys(generation: string): Promise<readonly object[]> {
  return await Promise.all(["RS256", "ES256", "ES384", "ES512", "EdDSA"].map(async (alg) => {
    const { privateKey } = await generateKeyPair(alg, { extractable: true });
    return { ...await exportJWK(privateKey), kid: `${generation} ${alg}`, use: "sig" };
  }));
}

function toConfiguration(
  clients: readonly ClientMetadata[],
  keys: readonly object[],
  { path = "", features, fields }: OidcProviderSettings,
): object {
  return {
    adapter: createMemoryAdapter(),
    clients,
    jwks: { keys },
    cookies: { keys: ["a key of the tests"] },
    claims: {
      openid: ["sub", "tid"],
      profile: ["name", "picture"],
      email: ["email", "email_verified"],
      nickname: null,
      acr: null,
    },
    acrValues: ["gold", "silver"],
    conformIdTokenClaims: false,
    subjectTypes: ["public", "pairwise"],
    pairwiseIdentifier: (_context: unknown, account: string, client: { clientId: string }) =>
      `${account} at ${client.clientId}`,
    clientAuthMethods: [
      "client_secret_basic",
      "client_secret_post",
      "client_secret_jwt",
      "private_key_jwt",
      "none",
    ],
    enabledJWA: {
      clientAuthSigningAlgValues: ALGORITHMS,
      idTokenSigningAlgValues: ALGORITHMS,
      userinfoSigningAlgValues: ALGORITHMS,
      requestObjectSigningAlgValues: ALGORITHMS,
      authorizationSigningAlgValues: ALGORITHMS,
    },
    pkce: {
      required: (_context: unknown, client: { clientAuthMethod: string }) =>
        client.clientAuthMethod === "none",
    },
    features: {
      devInteractions: { enabled: false },
      claimsParameter: { enabled: true },
      encryption: { enabled: true },
      jwtUserinfo: { enabled: true },
      jwtResponseModes: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      requestObjects: { enabled: true },
      dPoP: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource, postLogoutSuccessSource },
      ...features,
    },
    // Its guard against requests to this machine is for Node alone, and would refuse the back channel.
    fetch: (url: string, options: RequestInit & { dispatcher?: unknown }) => {
      delete options.dispatcher;
      return fetch(url, options);
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `${path}/interaction/${uid}` },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...ADA, nickname: "ada", acr: "gold", tid: TENANT }),
    }),
    renderError: (context: { type: string; body: string }, error: Record<string, string>) => {
      context.type = "text";
      context.body = `${error.error}: ${error.error_description}`;
    },
    ttl: {
      Session: 600,
      Grant: 600,
      Interaction: 600,
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      RefreshToken: 600,
    },
    ...fields,
  };
}

/** The tenant in the ID tokens: a claim of Microsoft's. */
export const TENANT = "9188040d-6c67-4c5b-b112-36a304b66dad";

/** Answers each question of the provider at once. A user whose `login_hint` is `refuse` refuses. */
async function consent(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  failures: string[],
): Promise<void> {
  try {
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
    const finish = (answer: object, mergeWithLastSubmission: boolean) =>
      provider.interactionFinished(request, response, answer, { mergeWithLastSubmission });
    if (params.login_hint === "refuse") {
      return await finish({ error: "access_denied", error_description: "The user refused" }, false);
    }
    if (prompt.name === "login") {
      return await finish({ login: { accountId: "ada", acr: "gold", amr: ["pwd"] } }, false);
    }
    const owner = { accountId: session?.accountId, clientId: params.client_id };
    const grant = (grantId ? await provider.Grant.find(grantId) : undefined) ?? new provider.Grant(owner);
    grant.addOIDCScope("openid profile email offline_access");
    grant.addOIDCClaims(["nickname", "acr", ...Object.keys(ADA)]);
    await finish({ consent: { grantId: await grant.save() } }, true);
  } catch (error) {
    failures.push(String(error));
    response.writeHead(400).end(String(error));
  }
}

function logoutSource(context: { body: string }, form: string): void {
  const button = '<button name="logout" value="yes">Sign out</button>';
  context.body = `<!doctype html>${form.replace("</form>", `${button}</form>`)}`;
}

function postLogoutSuccessSource(context: { body: string }): void {
  context.body = "<!doctype html>You're signed out";
}
