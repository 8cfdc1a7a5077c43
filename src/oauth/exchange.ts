/**
 * One exchange with a provider: all that the steps of a sign-in, a renewal or a revocation share, made once and handed down.
 *
 * @module
 */

import {
  allowInsecureRequests,
  type Client,
  type ClientAuth,
  clockSkew,
  clockTolerance,
  customFetch,
  type HttpRequestOptions,
} from "oauth4webapi";
import { once } from "../platform/once.ts";
import { type Platform, skewOf } from "../platform/platform.ts";
import { clientAuthOf, secretOf } from "./client_authentication.ts";
import { toConforming } from "./conform.ts";
import type { Prover } from "./dpop.ts";
import type { EndingFlow } from "./flow.ts";
import { type Server, serverOf } from "./server.ts";
import type { OAuthProvider } from "./types.ts";

/** Accepted difference between clocks, in seconds. */
export const TOLERANCE = 30;

/** The sign-in that an exchange belongs to. A renewal and a revocation belong to none, and have no flow and no parameters. */
export interface ExchangeRequest {
  /** The attempt, as its cookie stores it; `null` without a sign-in, or if the provider's `checks` are `none`. */
  readonly flow: EndingFlow | null;
  /** Redirect URI of the authorization request; empty without one. */
  readonly redirectUri: string;
  /** Parameters that the browser carries: of the authorization request, or of the response, not yet checked. */
  readonly params: URLSearchParams;
}

/** One exchange with a provider. */
export interface Exchange extends ExchangeRequest {
  /** The provider. */
  readonly provider: OAuthProvider;
  /** Its authorization server. */
  readonly server: Server;
  /** The client, for `oauth4webapi`. */
  readonly client: Client;
  /** Authenticates the client. */
  readonly authenticate: ClientAuth;
  /** Client secret, if it has one. */
  readonly clientSecret: string | undefined;
  /** Clock and randomness. */
  readonly platform: Platform;
  /** The token that a request sends, which must not be logged. Default: none. */
  readonly token?: string;
  /** Proves the possession of a key, if the provider is to bind its tokens to one. */
  readonly prover: Prover | null;
}

/** Loaded on demand: few providers bind access tokens to a key. */
const dpop = once(() => import("./dpop.ts"));

/**
 * Begins an exchange.
 *
 * @throws {ProviderUnavailable} if the metadata cannot be fetched.
 * @throws {ProviderResponseError} if they belong to another issuer.
 */
export async function openExchange(
  provider: OAuthProvider,
  request: ExchangeRequest,
  platform: Platform,
): Promise<Exchange> {
  const server = await serverOf(provider, platform);
  const clientSecret = await secretOf(provider, platform);
  const isBound = provider.client.dpop_bound_access_tokens === true;
  return {
    ...request,
    provider,
    server,
    client: clientOf(provider, platform),
    authenticate: clientAuthOf(provider, server, clientSecret),
    clientSecret,
    platform,
    prover: isBound ? await (await dpop()).createProver(provider, platform) : null,
  };
}

function clientOf({ clientId, client }: OAuthProvider, platform: Platform): Client {
  return {
    client_id: clientId,
    ...(client.id_token_signed_response_alg && {
      id_token_signed_response_alg: client.id_token_signed_response_alg,
    }),
    [clockTolerance]: TOLERANCE,
    get [clockSkew]() {
      return skewOf(platform);
    },
  };
}

/** Some servers, such as the API of GitHub, refuse requests without `User-Agent`. */
export const USER_AGENT = { "user-agent": "latchkey-auth" };

/** The settings of each request of `oauth4webapi`. The provider's own request refuses http outside of this machine. */
export function optionsOf(
  { provider: { request } }: Exchange,
): HttpRequestOptions<"POST", URLSearchParams> {
  return {
    headers: USER_AGENT,
    [allowInsecureRequests]: true,
    [customFetch]: async (url: string, init: RequestInit) => toConforming(await request(url, init)),
  };
}
