/**
 * What the providers of type `webauthn` have in common.
 *
 * @module
 */

import type { Awaitable, User } from "../types.ts";
import type { CredentialInput } from "./types.ts";

/** Who asks for a passkey: the site, as browsers and authenticators know it. */
export interface RelayingParty {
  /** Domain: that of the pages, or one above it. Of several, the one above the application's host. Default: the application's host. */
  readonly id?: string | readonly string[];
  /** Name, for people to read. Default: the application's host with its port. */
  readonly name?: string;
  /** Origins of pages that may ask. Default: the application's origin. With `id`, it or `AuthConfig.url` must be set. */
  readonly origin?: string | readonly string[];
}

/** What `getRelayingParty` returns. */
export interface ResolvedRelayingParty {
  /** Domain. */
  readonly id: string;
  /** Name, for people to read. */
  readonly name: string;
  /** Origins of pages that may ask. */
  readonly origin: string | readonly string[];
}

/** Which authenticators may make a passkey. @see {@link https://www.w3.org/TR/webauthn-3/#dictdef-authenticatorselectioncriteria | WebAuthn §5.4.4} */
export interface AuthenticatorSelection {
  /** `platform`: built into the device. `cross-platform`: a security key or a phone. */
  readonly authenticatorAttachment?: "cross-platform" | "platform";
  /** Whether the passkey can be found without its id. */
  readonly residentKey?: "discouraged" | "preferred" | "required";
  /** Whether the authenticator makes sure who uses it: by PIN, finger, face. */
  readonly userVerification?: "discouraged" | "preferred" | "required";
}

/** Options of a registration. @see {@link https://simplewebauthn.dev/docs/packages/server | SimpleWebAuthn} */
export interface RegistrationOptions {
  /** How long the user may take, in milliseconds. Default 300 000. More than that has no effect. */
  readonly timeout?: number;
  /** Which authenticators may be used. */
  readonly authenticatorSelection?: AuthenticatorSelection;
  /** Default `none`. */
  readonly attestationType?: "direct" | "enterprise" | "none";
  /** COSE algorithms, the best first. Default: those of the package. */
  readonly supportedAlgorithmIDs?: readonly number[];
  /** Which kind of authenticator the browser offers first. */
  readonly preferredAuthenticatorType?: "localDevice" | "remoteDevice" | "securityKey";
  /** Extensions. */
  readonly extensions?: object;
}

/** Options of a sign-in. */
export interface AuthenticationOptions {
  /** How long the user may take, in milliseconds. Default 300 000. More than that has no effect. */
  readonly timeout?: number;
  /** Whether the authenticator makes sure who uses it. Default `required`. */
  readonly userVerification?: "discouraged" | "preferred" | "required";
  /** Extensions. */
  readonly extensions?: object;
}

/** What is checked of an answer, beside what always is. */
export interface VerifyOptions {
  /** Whether an answer is refused if the authenticator has not made sure who uses it. Default `true`. */
  readonly requireUserVerification?: boolean;
}

/** A credential, as a request names it. */
export interface CredentialDescriptor {
  /** In base64url. */
  readonly id: string;
  /** How the authenticator is reached. */
  readonly transports?: string[];
}

/** An answer of a browser: a `PublicKeyCredential` as JSON. */
export interface PasskeyResponse {
  /** Id of the credential, in base64url. */
  readonly id: string;
  /** The authenticator's part. */
  readonly response: {
    /** What the browser says of itself, in base64url. */
    readonly clientDataJSON: string;
    /** Whatever else the kind of answer has. */
    readonly [field: string]: unknown;
  };
  /** Whatever else the browser sends. */
  readonly [field: string]: unknown;
}

/** What both checks of an answer take. */
export interface PasskeyVerification extends VerifyOptions {
  /** The answer. */
  readonly response: PasskeyResponse;
  /** In base64url. */
  readonly expectedChallenge: string;
  /** Origins of pages that may ask. */
  readonly expectedOrigin: string[];
  /** Domain of the site. */
  readonly expectedRPID: string;
}

/** A credential, as it is checked and stored. */
export interface PasskeyCredential extends CredentialDescriptor {
  /** COSE public key. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** Signature counter. */
  readonly counter: number;
}

/** What a registration has proven. */
export type VerifiedRegistration = { readonly verified: false } | {
  readonly verified: true;
  readonly registrationInfo: {
    readonly credential: PasskeyCredential;
    readonly credentialDeviceType: string;
    readonly credentialBackedUp: boolean;
  };
};

/** What a sign-in has proven. */
export interface VerifiedAuthentication {
  /** Whether the signature is right. */
  readonly verified: boolean;
  /** Facts about it. */
  readonly authenticationInfo: {
    readonly newCounter: number;
    readonly credentialDeviceType: string;
    readonly credentialBackedUp: boolean;
  };
}

/** The part of `@simplewebauthn/server` that is used. Versions from 11 have it. */
export interface SimpleWebAuthn {
  /** Makes the options of a registration. */
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
  /** Makes the options of a sign-in. */
  generateAuthenticationOptions(
    options: AuthenticationOptions & {
      readonly rpID: string;
      readonly challenge: Uint8Array<ArrayBuffer>;
      readonly allowCredentials?: CredentialDescriptor[];
    },
  ): Promise<object>;
  /** Checks a registration. */
  verifyRegistrationResponse(
    options: PasskeyVerification & Pick<RegistrationOptions, "supportedAlgorithmIDs">,
  ): Promise<VerifiedRegistration>;
  /** Checks a sign-in. */
  verifyAuthenticationResponse(
    options: PasskeyVerification & { readonly credential: PasskeyCredential },
  ): Promise<VerifiedAuthentication>;
}

/** What `getUserInfo` is given. */
export interface UserInfoContext {
  /** The fields of the form, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The request for options. */
  readonly request: Request;
  /** Brings an address into the form it is stored in, and finds the user who has it. @throws {InvalidEmail} if it is none. */
  findByAddress(address: string): Promise<UserInfo>;
}

/** Whom the fields of the form name. */
export type UserInfo =
  | {
    /** The user, as stored. */
    readonly user: User & { readonly id: string };
    /** There is such a user. */
    readonly exists: true;
  }
  | {
    /** What a new user begins with: `email`, `name`, fields of the application's own. */
    readonly user: User;
    /** There is no such user yet. */
    readonly exists: false;
  };

/** A provider of passkeys or security keys. Needs `experimental.enableWebAuthn`, an adapter, and https or `localhost`. */
export interface WebAuthnConfig {
  /** Identifies the provider, in URLs too: `A-Z a-z 0-9 . _ -`. */
  readonly id: string;
  /** Label on the sign-in page. */
  readonly name: string;
  /** The kind of sign-in. */
  readonly type: "webauthn";
  /** Who asks. */
  readonly relayingParty?: RelayingParty;
  /** Whether the browser offers passkeys where it fills in the first field. One provider may. Default `true`. */
  readonly enableConditionalUI?: boolean;
  /** Whether signing in never names credentials: the authenticator knows which it has for the site. Default `false`. */
  readonly discoverable?: boolean;
  /** Fields of the built-in form, by name. With conditional UI, one has `webauthn` in its `autocomplete`. */
  readonly formFields: Readonly<Record<string, CredentialInput>>;
  /** Options of a registration. */
  readonly registrationOptions?: RegistrationOptions;
  /** Options of a sign-in. */
  readonly authenticationOptions?: AuthenticationOptions;
  /** What is checked of a registration. */
  readonly verifyRegistrationOptions?: VerifyOptions;
  /** What is checked of a sign-in. */
  readonly verifyAuthenticationOptions?: VerifyOptions;
  /** The functions of `@simplewebauthn/server`. */
  readonly simpleWebAuthn: SimpleWebAuthn;
  /**
   * Finds out whom the fields of the form name; `null` if nobody. Default: the user with the address in `email`.
   * For a user who exists and one who does not it should return the same `email`, else `name`: that is shown.
   */
  getUserInfo?(context: UserInfoContext): Awaitable<UserInfo | null>;
  /** Finds out who asks. Default: as `relayingParty` says. */
  getRelayingParty?(request: Request): Awaitable<ResolvedRelayingParty>;
  /** What the application wrote: wins over the other fields. */
  readonly options?: Partial<Omit<WebAuthnConfig, "options" | "type">>;
}

/** What an application may write for a provider of type `webauthn`. */
export type WebAuthnUserConfig = Partial<Omit<WebAuthnConfig, "options" | "type">>;

/** How long a user may take, in milliseconds. */
export const TIMEOUT = 300_000;

/** The form of an address that a browser may also offer passkeys for. */
export const ADDRESS_FIELDS: Readonly<Record<string, CredentialInput>> = {
  email: {
    label: "E-mail address",
    type: "email",
    autocomplete: "username webauthn",
    placeholder: "you@example.com",
    required: true,
  },
};

/** The package, loaded when it is first needed. */
export const simpleWebAuthn: SimpleWebAuthn = {
  generateRegistrationOptions: async (options) => await (await load()).generateRegistrationOptions(options),
  generateAuthenticationOptions: async (options) =>
    await (await load()).generateAuthenticationOptions(options),
  verifyRegistrationResponse: async (options) => await (await load()).verifyRegistrationResponse(options),
  verifyAuthenticationResponse: async (options) => await (await load()).verifyAuthenticationResponse(options),
};

async function load(): Promise<SimpleWebAuthn> {
  // The package's types ask for arrays that may be written to, and for all fields of an answer: it checks both itself.
  return await import("npm:@simplewebauthn/server@^14.0.3") as unknown as SimpleWebAuthn;
}
