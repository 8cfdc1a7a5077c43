/**
 * The endpoints of OAuth 2 and OpenID providers: their URLs, their parameters, and functions for those that depart from
 * the RFCs.
 *
 * @module
 */

import type { Awaitable, TokenSet, WebCryptoKey } from "../values/types.ts";

/** Parameters of a request. `undefined` is left out, `claims` may be an object (OpenID Connect §5.5). */
export type Params = Readonly<Record<string, string | number | boolean | object | undefined>>;

/** Client credentials at the time of a request: from the options, or from `AUTH_<PROVIDER>_ID` and `…_SECRET`. */
export interface ClientCredentials {
  /** Client identifier (RFC 6749 §2.2). */
  readonly clientId: string;
  /** Client secret (RFC 6749 §2.3.1). */
  readonly clientSecret?: string;
}

/** An endpoint with parameters. */
export interface EndpointHandler {
  /**
   * URL. Default: from discovery. `{issuer}`, `{clientId}` and `{<option>}` stand for options of the provider, which may
   * come from the environment later. `{issuer}` ends without a slash. If the option is missing, the provider is switched
   * off, and the log names the option.
   */
  readonly url?: string;
  /** Parameters added to the request: in the query, or in the body of a token request. Default: none. */
  readonly params?: Params | ((client: ClientCredentials) => Params);
}

/** The authorization endpoint. */
export interface AuthorizationEndpointHandler extends EndpointHandler {
  /**
   * What stands between two scopes, for a provider that departs from RFC 6749 §3.3, where it is a space. `signIn()` puts it
   * between the provider's scopes and those that the application asks for. Default: `","` if `params.scope` has a comma, else
   * `" "`.
   */
  readonly scopeSeparator?: "," | " ";
  /**
   * Rewrites the authorization request, for a provider that departs from RFC 6749 §4.1.1: renames, removes or adds
   * parameters, such as `client_id`, or returns them in another order. A result of text is the query as it is sent.
   * `redirect_uri`, `state`, `nonce`, `code_challenge` and `code_challenge_method` must stay as they are: they bind the
   * answer to this browser. Default: the parameters as they are.
   */
  request?(params: URLSearchParams): Awaitable<URLSearchParams | string>;
}

/** The token endpoint. */
export interface TokenEndpointHandler extends EndpointHandler {
  /** Private key of the `private_key_jwt` client authentication (RFC 7523): PKCS#8 imported, with its `kid`. Default: none. */
  readonly clientPrivateKey?: WebCryptoKey | { readonly key: WebCryptoKey; readonly kid?: string };
  /**
   * Key pair for `client: { dpop_bound_access_tokens: true }` (RFC 9449): of WebCrypto, for ECDSA with P-256 (`ES256`) or
   * another algorithm that the provider supports. The application needs it to use the access token. Default: a new pair
   * for each sign-in, which is forgotten afterwards, so that no one can use the access token, nor the refresh token of a
   * public client.
   */
  readonly dpopKeyPair?: { readonly publicKey: WebCryptoKey; readonly privateKey: WebCryptoKey };
  /**
   * Converts an answer that departs from RFC 6749 §5.1 into one that conforms, before it is parsed. Without a result the
   * answer itself is parsed. Default: none.
   */
  conform?(response: Response): Awaitable<Response | undefined | void>;
  /**
   * Sends the token request, for an endpoint that departs from RFC 6749 §4.1.3. Its result goes to `conform`. Default: a
   * `POST` of `params` with `headers`. Not with `client: { dpop_bound_access_tokens: true }`.
   */
  redeem?(context: TokenRequestContext): Awaitable<Response>;
  /**
   * Sends the request that renews an access token, for an endpoint that departs from RFC 6749 §6. Its result goes to
   * `conform`. If it rejects, the refresh token counts as sent, unless there was no connection. Default: a `POST` of `params`
   * with `headers`. Not with `client: { dpop_bound_access_tokens: true }`.
   */
  refresh?(context: TokenRequestContext): Awaitable<Response>;
  /**
   * How long the provider accepts a refresh token that it has replaced already, in seconds: if the answer with the new one
   * is lost, the old one is sent once more within this time. `Infinity`: it replaces none. Default 0: the user has to
   * connect again then.
   */
  readonly refreshGrace?: number;
  /**
   * Values of `error` with which the provider says that a refresh token no longer works, beside `invalid_grant` (RFC 6749
   * §5.2). Default: none.
   */
  readonly refreshErrors?: readonly string[];
}

/**
 * Argument of `token.redeem`, `token.refresh` and `revocation.request`. It holds secrets: an exception of these functions must
 * not repeat it, because the log shows its message.
 */
export interface TokenRequestContext {
  /** URL of the endpoint. */
  readonly url: string;
  /** Parameters of the request, with those of the client authentication. Can be changed. */
  readonly params: URLSearchParams;
  /** Headers of the request, with those of the client authentication. Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parameters of the authorization response (RFC 6749 §4.1.2). Not signed: the user can change them. Empty in a refresh and a revocation. */
  readonly response: URLSearchParams;
  /** Client identifier. */
  readonly clientId: string;
  /** Client secret, if the client has one. */
  readonly clientSecret: string | undefined;
  /** Sends a request to the provider, with time-out, size limit and the provider's `customFetch`. */
  fetch(input: string, init?: RequestInit): Promise<Response>;
}

/** The revocation endpoint (RFC 7009). `params` are added to the body. */
export interface RevocationEndpointHandler extends EndpointHandler {
  /**
   * Sends a request that revokes a token, for an endpoint that departs from RFC 7009 §2.1: `params` has `token` and
   * `token_type_hint`. Each answer with a status of success counts; an error body `unsupported_token_type` says that tokens of
   * this kind cannot be revoked. Default: a `POST` of `params` with `headers`.
   */
  request?(context: TokenRequestContext): Awaitable<Response>;
}

/**
 * The page of the provider that ends the session there. Needs `ProviderLogout()` of the config. `params` replace those of the
 * library: `undefined` leaves one out.
 */
export interface EndSessionEndpointHandler extends EndpointHandler {
  /**
   * Name of the parameter with the address where the provider leads the user back, for a provider that departs from OpenID
   * Connect RP-Initiated Logout §2. With another name, the request has this parameter and `client_id` alone. Default
   * `post_logout_redirect_uri`: the request is that of the standard.
   */
  readonly redirectParam?: string;
  /**
   * Whether the provider returns the parameter `state`, which names the logout. Otherwise, the last logout of this browser
   * that is not older than ten minutes says where the user goes. Default `true`; with `redirectParam` `false`.
   */
  readonly state?: boolean;
  /**
   * Whether all this counts only where the metadata name no `end_session_endpoint`: one that they name gets the request of
   * the standard. Default `false`.
   */
  readonly unlessDiscovered?: boolean;
}

/** Argument of `userinfo.request`. */
export interface UserinfoContext {
  /** URL of the endpoint, as the provider or the application gives it. */
  readonly url: string | undefined;
  /** Tokens of this sign-in. */
  readonly tokens: TokenSet;
  /**
   * The provider, as provider modules of Auth.js read it: `id`, `name`, `type`, `issuer`, `clientId`, `clientSecret`, and
   * `userinfo.url` as a `URL`.
   */
  // deno-lint-ignore no-explicit-any -- Auth.js declares it as its whole config
  readonly provider: any;
  /**
   * Sends a request to the provider, with time-out, size limit and the provider's `customFetch`. If the access token is
   * bound to a key, and the header `Authorization` contains it, it adds the proof (RFC 9449 §7.1).
   */
  fetch(input: string, init?: RequestInit): Promise<Response>;
}

/**
 * The userinfo endpoint. `{tokens.<field>}` in the URL, in a header or in a parameter stands for a field of the token
 * response, such as `{tokens.access_token}`.
 */
export interface UserinfoEndpointHandler<P> extends EndpointHandler {
  /** Method of the request. Default `GET`, with `form` or `json` `POST`. */
  readonly method?: "GET" | "POST";
  /**
   * Headers of the request, with names in lower case. Default: `accept` for JSON, `authorization` with the access token
   * as a Bearer token (RFC 6750 §2.1), and `user-agent`. A header that is `undefined` is not sent. Values may contain
   * `{<option>}`, as URLs do.
   */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /**
   * Parameters of the body, which is sent as a form. `{clientId}` and `{clientSecret}` in it stand for the client
   * credentials, for an endpoint of token introspection (RFC 7662 §2.1). Default: none.
   */
  readonly form?: Readonly<Record<string, string>>;
  /** The body, which is sent as JSON: for example a GraphQL query. Default: none. */
  readonly json?: object;
  /** Gets the profile. Default: one request, as the other fields describe it. */
  request?(context: UserinfoContext): Awaitable<P>;
}
