/**
 * Checks whether a provider accepts the client: with the request that begins a sign-in, and with one that redeems a code
 * which does not exist.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { AuthError, ConfigError, ProviderUnavailable } from "../errors.ts";
import type { Flow } from "../oauth/flow.ts";
import type { Server } from "../oauth/server.ts";
import type { OAuthProvider } from "../oauth/types.ts";
import { isA, messageOf } from "../thrown.ts";
import { readClock, type Reading } from "./clock.ts";
import { type Finding, toWrong } from "./report.ts";

/** What the checks of a client need. */
export interface ClientContext {
  /** The provider. */
  readonly provider: OAuthProvider;
  /** Its authorization server. */
  readonly server: Server;
  /** The setup. */
  readonly setup: Setup;
}

/**
 * Checks a client.
 *
 * @param readings Gets what the answers say of the clock.
 */
export async function clientFindings(
  context: ClientContext,
  readings: Reading[],
): Promise<readonly Finding[]> {
  const { provider, setup } = context;
  const { createFlow } = await import("../oauth/flow.ts");
  const redirectUri = redirectUriOf(provider, setup).replace(UNKNOWN, "http://localhost");
  const addresses = { redirectUri, returnTo: "", userId: null, link: "none" as const };
  const flow = createFlow(provider, setup, { ...addresses, nonce: provider.nonce });
  return await Promise.all([
    authorizationFinding(context, flow, readings),
    tokenFinding(context, flow),
  ]);
}

/** Stands for the origin if each request has its own. */
const UNKNOWN = "<origin>";

/** Returns the redirect URI that must be registered at a provider. */
export function redirectUriOf({ id, redirectProxyUrl }: OAuthProvider, { origin, basePath }: Setup): string {
  return `${redirectProxyUrl ?? `${origin ?? UNKNOWN}${basePath}`}/callback/${id}`;
}

/** Errors that only say that no user is signed in at the provider (OpenID Connect §3.1.2.6). */
const OF_USERS = [
  "access_denied",
  "account_selection_required",
  "consent_required",
  "interaction_required",
  "login_required",
];

/** Sends the request with which a browser would begin a sign-in. */
async function authorizationFinding(
  { provider, server, setup }: ClientContext,
  flow: Flow,
  readings: Reading[],
): Promise<Finding> {
  const name = "authorization";
  try {
    const { authorizationUrl, demandsPush } = await import("../oauth/authorize.ts");
    const url = await authorizationUrl({ provider, server }, flow, new URLSearchParams());
    const begun = demandsPush(server, provider) ? await push(url, flow, { provider, server, setup }) : url;
    const { answer, reading } = await readClock(begun, provider, { ...setup.platform, accept: "text/html" });
    if (reading) readings.push(reading);
    const shown = url.split("?")[0]!;
    const refusal = refusalIn(answer.headers.get("location"), flow);
    if (refusal) return { name, status: "wrong", text: `${shown} refuses the sign-in: ${refusal}` };
    return answer.status >= 400
      ? {
        name,
        status: "warning",
        text: `${shown} answers the start of a sign-in with status ${answer.status}`,
        advice:
          `Sign in with a browser. If that fails, compare the client id, and register ${flow.redirectUri}`,
      }
      : { name, status: "ok", text: `${shown} answers the start of a sign-in` };
  } catch (error) {
    return toWrong(name, error);
  }
}

async function push(url: string, flow: Flow, { provider, server, setup }: ClientContext): Promise<string> {
  const { pushAuthorizationRequest } = await import("../oauth/pushed_request.ts");
  return await pushAuthorizationRequest(url, flow, { provider, server, platform: setup.platform });
}

/** Returns the error with which a provider sends the browser back (RFC 6749 §4.1.2.1); `null` if it does not. */
function refusalIn(location: string | null, { redirectUri }: Flow): string | null {
  if (!location?.startsWith(`${redirectUri}?`)) return null;
  const { searchParams } = new URL(location);
  const [error, description] = ["error", "error_description"].map((name) => searchParams.get(name));
  if (!error || OF_USERS.includes(error)) return null;
  return `"${error}"${description ? ` (${description})` : ""}`;
}

/** What a token endpoint says of a code that does not exist, after it has accepted the client: RFC 6749 §5.2, GitHub, Slack. */
const OF_CODES = ["invalid_grant", "bad_verification_code", "invalid_code"];

/**
 * Redeems a code that does not exist. The provider authenticates the client before it looks at the code (RFC 6749 §3.2.1),
 * so that its error shows whether id and secret are right.
 */
async function tokenFinding({ provider, server, setup }: ClientContext, flow: Flow): Promise<Finding> {
  const name = "client";
  const [{ redeemCode }, { CLIENT_ERRORS }] = await Promise.all([
    import("../oauth/tokens.ts"),
    import("../oauth/failure.ts"),
  ]);
  const params = new URLSearchParams({ code: "latchkey-check", state: flow.state });
  if (server.authorization_response_iss_parameter_supported) params.set("iss", server.knownIssuer ?? "");
  try {
    await redeemCode(params, { flow, redirectUri: flow.redirectUri }, {
      provider,
      server,
      platform: setup.platform,
    });
  } catch (error) {
    if (isA(error, ProviderUnavailable)) return toWrong("token", error);
    const { code, error: answered } = isA(error, AuthError) ? error.cause ?? {} : {};
    // What it says of the redirect URI may be about the code, for which there is none.
    if (isA(error, ConfigError) && CLIENT_ERRORS.includes(String(code))) return toWrong(name, error);
    if (OF_CODES.includes(String(answered))) {
      return { name, status: "ok", text: "the provider accepts client id and secret" };
    }
    const said = typeof answered === "string"
      ? `it answers "${answered}" to a code that does not exist`
      : messageOf(error);
    return {
      name,
      status: "skipped",
      text: `the provider does not say whether it accepts the client: ${said}`,
    };
  }
  return { name, status: "skipped", text: "the provider accepts a code that does not exist" };
}
