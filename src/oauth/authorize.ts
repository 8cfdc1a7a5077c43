/**
 * The authorization request: the URL at the provider where a sign-in begins.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1 | RFC 6749 §4.1.1}
 * @module
 */

import { toBase64Url } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";
import { defined } from "../values/defined.ts";
import { ConfigError, ProviderResponseError } from "../errors/errors.ts";
import type { Params } from "../model/provider.ts";
import type { Flow } from "./flow.ts";
import type { OAuthProvider } from "./types.ts";
import type { Server } from "./server.ts";

/**
 * Returns the URL that starts a flow.
 *
 * @param query Query of the sign-in request. Only the provider's `signInParams` are used.
 * @throws {ProviderResponseError} if the discovered endpoint is unusable.
 * @throws {ConfigError} if `authorization.request` fails, or loses a parameter that binds the answer to this browser.
 */
export async function authorizationUrl(
  { server, provider }: { readonly server: Server; readonly provider: OAuthProvider },
  flow: Flow,
  query: URLSearchParams,
): Promise<string> {
  const endpoint = server.authorization_endpoint;
  if (!endpoint) {
    throw new ProviderResponseError(
      `Cannot send the user to the provider: the metadata name no "authorization_endpoint"`,
    );
  }
  if (!provider.acceptsUrl(endpoint)) {
    throw new ProviderResponseError(`Cannot send the user to "${endpoint}": it is not an https URL`);
  }
  const url = new URL(endpoint);
  const values: Params = {
    response_type: "code",
    client_id: provider.clientId,
    ...defined(provider.authorization.params),
    ...ofBrowser(query, provider),
    ...await bindingOf(flow, provider),
  };
  const params = new URLSearchParams(url.searchParams);
  // The parameters of the configured URL come first, in its order.
  setParams(params, Object.fromEntries(provider.paramOrder.map((name) => [name, values[name]])));
  setParams(params, values);
  url.search = String(await rewrite(params, provider));
  return url.href;
}

/** The parameters that the browser may add, and has added. */
function ofBrowser(query: URLSearchParams, { signInParams, authentication }: OAuthProvider): Params {
  const isOfFlow = (name: string) => name === "max_age" && authentication;
  return Object.fromEntries([...query].filter(([name]) => signInParams.has(name) && !isOfFlow(name)));
}

/** The parameters that bind the answer to this browser and this sign-in. */
async function bindingOf(flow: Flow, { codeChallengeMethod: method }: OAuthProvider): Promise<Params> {
  const { redirectUri, state, nonce, maxAge, verifier } = flow;
  return defined({
    redirect_uri: redirectUri,
    state,
    nonce,
    max_age: maxAge,
    ...(verifier && {
      code_challenge: method === "plain" ? verifier : toBase64Url(await sha256(verifier)),
      code_challenge_method: method,
    }),
  });
}

/** Names of the parameters that `authorization.request` must return as they are. */
const BINDING = ["redirect_uri", "state", "nonce", "code_challenge", "code_challenge_method"];

/** @throws {ConfigError} if `authorization.request` fails, or loses or changes a parameter that binds the answer. */
async function rewrite(
  params: URLSearchParams,
  { id, authorization }: OAuthProvider,
): Promise<URLSearchParams | string> {
  if (!authorization.request) return params;
  const fail = (reason: string, err?: Error): never => {
    const error = `Cannot send the user to provider "${id}": \`authorization.request\` ${reason}`;
    throw new ConfigError(error, { provider: id, ...(err && { err }) });
  };
  const request = async (): Promise<unknown> => await authorization.request!(new URLSearchParams(params));
  const rewritten = await request().catch((error) => fail("failed", error as Error));
  if (!isQuery(rewritten)) {
    return fail("returned neither URLSearchParams nor the text of a query. Return the parameters to send");
  }
  const sent = new URLSearchParams(rewritten);
  const lost = BINDING.find((name) => String(sent.getAll(name)) !== String(params.getAll(name)));
  if (lost) fail(`lost or changed "${lost}", which binds the answer to this browser. Return it as it is`);
  return rewritten;
}

function isQuery(value: unknown): value is URLSearchParams | string {
  if (typeof value === "string") return !/^\w+:/.test(value);
  return Object.prototype.toString.call(value) === "[object URLSearchParams]";
}

/** Sets parameters. Objects are sent as JSON, the format of `claims` (OpenID Connect §5.5). */
export function setParams(target: URLSearchParams, params: Params): void {
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) {
      target.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
    }
  }
}

/** Returns whether the authorization request must be pushed: the server or the client demands it (RFC 9126 §5, §6). */
export function demandsPush(server: Server, { client }: OAuthProvider): boolean {
  return server.require_pushed_authorization_requests === true ||
    client.require_pushed_authorization_requests === true;
}
