/**
 * Types of a fake provider.
 *
 * @module
 */

import type { ClientMetadata } from "../../model/provider.ts";
import type { Profile, WebCryptoKey } from "../../values/types.ts";
import type { Endpoint, Tamper } from "./tamper.ts";

/** Settings of a fake provider and its client. */
export interface FakeProviderOptions {
  /** Issuer identifier. Default `https://idp.test`. */
  readonly issuer?: string;
  /** Client identifier. Default `fake-client`. */
  readonly clientId?: string;
  /** Client secret. Default: one with characters that must be encoded (RFC 6749 §2.3.1). */
  readonly clientSecret?: string;
  /** The client authentication method. Default `client_secret_basic`. */
  readonly clientAuthentication?: ClientAuthentication;
  /** Public key of the client, for `private_key_jwt`. Default: none. */
  readonly clientKey?: WebCryptoKey;
  /** Algorithm of ID tokens. Default `RS256`. */
  readonly signingAlgorithm?: SigningAlgorithm;
  /** The first user. Default: Ada Lovelace, `sub` `ada`. */
  readonly user?: Profile;
  /**
   * What becomes of a refresh token that is used. `kept`: it works again. `rotated`: the answer has the next one, and a used
   * one ends all tokens of the grant (RFC 9700 §4.14.2). Default: there are no refresh tokens.
   */
  readonly refreshTokens?: "kept" | "rotated";
  /** The clock: milliseconds since the epoch. Default: the system clock. */
  readonly now?: () => number;
}

/** A client authentication method at the token endpoint. */
export type ClientAuthentication = NonNullable<ClientMetadata["token_endpoint_auth_method"]>;

/** Algorithm of a fake provider's ID tokens. */
export type SigningAlgorithm = "ES256" | "RS256";

/** A request that a fake provider received. */
export interface ReceivedRequest {
  /** The endpoint; `undefined` for any other URL. */
  readonly endpoint: Endpoint | undefined;
  /** The method. */
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  /** Parameters of the query and of a form body. */
  readonly params: URLSearchParams;
  /** The headers. */
  readonly headers: Headers;
}

/** Metadata of a fake provider, before `tamper`. @see {@link https://www.rfc-editor.org/rfc/rfc8414#section-2 | RFC 8414 §2} */
export interface FakeProviderMetadata extends Readonly<Record<string, unknown>> {
  /** Issuer identifier. */
  readonly issuer: string;
  /** Authorization endpoint. */
  readonly authorization_endpoint: string;
  /** Token endpoint. */
  readonly token_endpoint: string;
  /** Userinfo endpoint. */
  readonly userinfo_endpoint: string;
  /** Public keys. */
  readonly jwks_uri: string;
  /** Revocation endpoint. */
  readonly revocation_endpoint: string;
}

/** A provider for tests. */
export interface FakeProvider {
  /** Issuer identifier. */
  readonly issuer: string;
  /** Origin of the issuer: its key in a list of sites. */
  readonly origin: string;
  /** Client identifier. */
  readonly clientId: string;
  /** Client secret. */
  readonly clientSecret: string;
  /** Its metadata, also the endpoints for a provider of type `oauth`. */
  readonly metadata: FakeProviderMetadata;
  /** The user who signs in next. */
  readonly user: Profile;
  /** Received requests, oldest first. Clear with `requests.length = 0`. */
  readonly requests: ReceivedRequest[];
  /** Changes to its answers. Default `{}`: none. */
  tamper: Tamper;
  /** Answers a request. Use it as the site of `origin`, or as a provider's `customFetch`. Follows no redirects. */
  readonly fetch: (input: Request | string, init?: RequestInit) => Promise<Response>;
  /** Sets the user who signs in next. `sub` of ID tokens is `sub` or `id` of the profile; userinfo answers the profile. */
  login(user: Profile): void;
  /** Refuses sign-ins until the next `login`. @param error Error code. Default `access_denied`. */
  deny(error?: string): void;
  /** Signs with a new key from now on. The old ones stay published. */
  rotateKeys(): void;
}
