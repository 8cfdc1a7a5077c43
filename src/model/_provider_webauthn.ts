/**
 * The types of providers of type `webauthn`.
 *
 * @module
 */

import type { Awaitable, User } from "../values/types.ts";
import type { CredentialInput } from "./_provider_credential_input.ts";

/** The relying party: the site that requests a passkey. */
export interface RelayingParty {
  /** RP ID: the domain of the pages or a parent domain. From a list, the one that matches the application's host. Default: the application's host. */
  readonly id?: string | readonly string[];
  /** Display name. Default: `theme.name` of the config, else the application's host with its port. */
  readonly name?: string;
  /** Allowed origins of pages. Default: the application's origin. With `id`, this or `AuthConfig.url` is required. */
  readonly origin?: string | readonly string[];
}

/** Result of `getRelayingParty`. */
export interface ResolvedRelayingParty {
  /** RP ID: a domain. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** Allowed origins of pages. */
  readonly origin: string | readonly string[];
}

/** Requirements for the authenticator. @see {@link https://www.w3.org/TR/webauthn-3/#dictdef-authenticatorselectioncriteria | WebAuthn §5.4.4} */
export interface AuthenticatorSelection {
  /** `platform`: part of the device. `cross-platform`: a security key or a phone. Default: both. */
  readonly authenticatorAttachment?: "cross-platform" | "platform";
  /** Whether the passkey is discoverable: usable without its id. Default: `required` with `Passkey`, `preferred` with `WebAuthn`. */
  readonly residentKey?: "discouraged" | "preferred" | "required";
  /** Whether the authenticator verifies the user: by PIN, fingerprint or face. `Passkey` always requires it. Default `required`. */
  readonly userVerification?: "discouraged" | "preferred" | "required";
}

/** Options of a registration. @see {@link https://simplewebauthn.dev/docs/packages/server | SimpleWebAuthn} */
export interface RegistrationOptions {
  /** Time limit for the user, in milliseconds. At most 300 000. Default 300 000 (5 minutes). */
  readonly timeout?: number;
  /** Requirements for the authenticator. Default: those of its fields. */
  readonly authenticatorSelection?: AuthenticatorSelection;
  /** Which statement about its origin the authenticator makes (WebAuthn §5.4.7). Default `none`. */
  readonly attestationType?: "direct" | "enterprise" | "none";
  /** COSE algorithms, in order of preference. Default: those of the package. */
  readonly supportedAlgorithmIDs?: readonly number[];
  /** Which kind of authenticator the browser offers first. Default: the browser decides. */
  readonly preferredAuthenticatorType?: "localDevice" | "remoteDevice" | "securityKey";
  /** Extensions of WebAuthn, by their identifier. Default: none. */
  readonly extensions?: object;
}

/** Options of a sign-in. */
export interface AuthenticationOptions {
  /** Time limit for the user, in milliseconds. At most 300 000. Default 300 000 (5 minutes). */
  readonly timeout?: number;
  /** Whether the authenticator verifies the user. Default `required`. */
  readonly userVerification?: "discouraged" | "preferred" | "required";
  /** Extensions of WebAuthn, by their identifier. Default: none. */
  readonly extensions?: object;
}

/** Optional checks of an answer. */
export interface VerifyOptions {
  /** Whether to reject an answer if the authenticator did not verify the user. Default `true`. */
  readonly requireUserVerification?: boolean;
}

/** A reference to a credential. */
export interface CredentialDescriptor {
  /** Base64url. */
  readonly id: string;
  /** Transports of the authenticator. */
  readonly transports?: string[];
}

/** A `PublicKeyCredential` as JSON. */
export interface PasskeyResponse {
  /** Id of the credential, in base64url. */
  readonly id: string;
  /** The authenticator's part. */
  readonly response: {
    /** Client data (WebAuthn §5.8.1), in base64url. */
    readonly clientDataJSON: string;
    /** Further fields, by kind of answer. */
    readonly [field: string]: unknown;
  };
  /** Further fields. */
  readonly [field: string]: unknown;
}

/** Arguments of both verifications. */
export interface PasskeyVerification extends VerifyOptions {
  /** The answer. */
  readonly response: PasskeyResponse;
  /** Base64url. */
  readonly expectedChallenge: string;
  /** Allowed origins of pages. */
  readonly expectedOrigin: string[];
  /** RP ID. */
  readonly expectedRPID: string;
}

/** A credential, as verified and stored. */
export interface PasskeyCredential extends CredentialDescriptor {
  /** COSE public key. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** Signature counter. */
  readonly counter: number;
}

/** Result of the verification of a sign-in. */
export interface VerifiedAuthentication {
  /** Whether the answer is valid. */
  readonly verified: boolean;
  /** Details. */
  readonly authenticationInfo: {
    readonly newCounter: number;
    readonly credentialDeviceType: string;
    readonly credentialBackedUp: boolean;
    /** Whether the authenticator has verified the user. Default `false`. */
    readonly userVerified?: boolean;
  };
}

/** The functions of `@simplewebauthn/server` (version 11 or later) that the library uses. */
export interface SimpleWebAuthn {
  /** Creates the options of a registration. */
  generateRegistrationOptions(
    options: RegistrationOptions & {
      readonly rpName: string;
      readonly rpID: string;
      readonly userName: string;
      readonly userDisplayName: string;
      readonly userID: Uint8Array<ArrayBuffer>;
      readonly challenge: Uint8Array<ArrayBuffer>;
      readonly excludeCredentials: CredentialDescriptor[];
    },
  ): Promise<object>;
  /** Creates the options of a sign-in. */
  generateAuthenticationOptions(
    options: AuthenticationOptions & {
      readonly rpID: string;
      readonly challenge: Uint8Array<ArrayBuffer>;
      readonly allowCredentials?: CredentialDescriptor[];
    },
  ): Promise<object>;
  /** Verifies a registration. */
  verifyRegistrationResponse(
    options: PasskeyVerification & Pick<RegistrationOptions, "supportedAlgorithmIDs"> & {
      /** Default `true`. */
      readonly requireUserPresence?: boolean;
    },
  ): Promise<
    { readonly verified: false } | {
      readonly verified: true;
      readonly registrationInfo: {
        readonly credential: PasskeyCredential;
        readonly credentialDeviceType: string;
        readonly credentialBackedUp: boolean;
        /** Whether the authenticator has verified the user. Default `false`. */
        readonly userVerified?: boolean;
        /** The model of the authenticator: a UUID, often of zeros. Default: unknown. */
        readonly aaguid?: string;
      };
    }
  >;
  /** Verifies a sign-in. */
  verifyAuthenticationResponse(
    options: PasskeyVerification & { readonly credential: PasskeyCredential },
  ): Promise<VerifiedAuthentication>;
}

/** Argument of `getUserInfo`. */
export interface UserInfoContext {
  /** The fields of the form, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The request for options. */
  readonly request: Request;
  /** Normalizes an address, and finds the user who has it. @throws {InvalidEmail} if it is not an email address. */
  findByAddress(address: string): Promise<UserInfo>;
}

/** The user that the fields of the form identify. */
export type UserInfo =
  | {
    /** The user, as stored. */
    readonly user: User & { readonly id: string };
    /** The user exists. */
    readonly exists: true;
  }
  | {
    /** Fields of the new user: `email`, `name`, fields of the application. */
    readonly user: User;
    /** The user does not exist yet. */
    readonly exists: false;
  };

/** The code that offers a passkey: `PasskeyOffer()` returns it. */
export interface PasskeyOfferCode {
  /** Loads it. */
  readonly load: () => Promise<unknown>;
}

/**
 * A provider of passkeys or security keys. Needs an adapter, and https or `localhost`; one that is not `discoverable` also
 * needs `experimental.enableWebAuthn`.
 */
export interface WebAuthnConfig {
  /** Identifies the provider, also in URLs. Characters: `A-Z a-z 0-9 . _ -`. */
  readonly id: string;
  /** Label on the sign-in page. */
  readonly name: string;
  /** The kind of sign-in. */
  readonly type: "webauthn";
  /** The relying party. Default: the host of the request, with the name of the theme. */
  readonly relayingParty?: RelayingParty;
  /** Whether the browser offers passkeys as autofill (conditional UI). Allowed for one provider. Default `true`. */
  readonly enableConditionalUI?: boolean;
  /** Whether a sign-in never lists credential ids and relies on discoverable credentials. Default `false`. */
  readonly discoverable?: boolean;
  /**
   * What offers a passkey to a user who has none, and has signed in with a password or an email, once in each browser, before they go
   * where they wanted to go: `PasskeyOffer()`. The page may be your own: `pages.passkeyOffer`. Default: none is offered.
   */
  readonly offer?: PasskeyOfferCode | undefined;
  /** Fields of the built-in form, by name. Conditional UI requires a field with `webauthn` in its `autocomplete`. */
  readonly formFields: Readonly<Record<string, CredentialInput>>;
  /** Options of a registration. Default: those of its fields. */
  readonly registrationOptions?: RegistrationOptions;
  /** Options of a sign-in. Default: those of its fields. */
  readonly authenticationOptions?: AuthenticationOptions;
  /** Optional checks of a registration. Default: those of its fields. */
  readonly verifyRegistrationOptions?: VerifyOptions;
  /** Optional checks of a sign-in. Default: those of its fields. */
  readonly verifyAuthenticationOptions?: VerifyOptions;
  /** The functions of `@simplewebauthn/server`. */
  readonly simpleWebAuthn: SimpleWebAuthn;
  /**
   * Finds the user that the fields of the form identify; `null` for none. Default: the user with the address in `email`.
   * To hide whether a user exists, return the same `email` (without one: the same `name`) either way: browsers display it.
   */
  getUserInfo?(context: UserInfoContext): Awaitable<UserInfo | null>;
  /** Determines the relying party of a request. Default: from `relayingParty`. */
  getRelayingParty?(request: Request): Awaitable<ResolvedRelayingParty>;
  /** Settings of the application. They override the other fields. Default: none. */
  readonly options?: Partial<Omit<WebAuthnConfig, "options" | "type">>;
}

/** Options of a provider of type `webauthn`. */
export type WebAuthnUserConfig = Partial<Omit<WebAuthnConfig, "options" | "type">>;
