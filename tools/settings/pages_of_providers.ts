/**
 * The pages of the providers.
 *
 * @module
 */

import type { Page } from "./render.ts";

const OAUTH = "src/model/_provider_oauth.ts";
const ENDPOINTS = "src/model/_provider_endpoints.ts";
const WEBAUTHN = "src/model/_provider_webauthn.ts";

const OAUTH_PAGE: Page = {
  file: "oauth.md",
  title: "OAuth 2 and OpenID Connect providers",
  introduction:
    "The options of a provider such as `GitHub` or `Google`, and the fields of a provider of your own. " +
    "[The list of providers](../providers/README.md) says what is particular to each. Give the options to its function, " +
    '`GitHub({ clientId: "my-client" })`. A provider of your own is an object with `id`, `name`, `type: "oidc"` or ' +
    '`type: "oauth"`, and these fields: see [a provider of your own](../recipes/own_provider.md).',
  sections: [{
    type: `${OAUTH} OIDCConfig`,
    fallbacks: "that of the provider; a provider of your own must have it",
    generics: { P: "Profile" },
    example: "oauth",
    around: "Provider({ … })",
    below: {
      authorization: [{
        type: `${ENDPOINTS} AuthorizationEndpointHandler`,
        prefix: "authorization.",
        example: "authorization",
        around: "Provider({ authorization: { … } })",
      }],
      token: [{
        type: `${ENDPOINTS} TokenEndpointHandler`,
        prefix: "token.",
        example: "token",
        around: "Provider({ token: { … } })",
        below: { redeem: [{ type: `${ENDPOINTS} TokenRequestContext`, introduction: "The parameter:" }] },
      }],
      userinfo: [{
        type: `${ENDPOINTS} UserinfoEndpointHandler`,
        generics: { P: "Profile" },
        prefix: "userinfo.",
        example: "userinfo",
        around: "Provider({ userinfo: { … } })",
        below: { request: [{ type: `${ENDPOINTS} UserinfoContext`, introduction: "The parameter:" }] },
      }],
      endSession: [{
        type: `${ENDPOINTS} EndSessionEndpointHandler`,
        prefix: "endSession.",
        example: "endSession",
        around: "Provider({ endSession: { … } })",
      }],
      revocation: [{
        type: `${ENDPOINTS} RevocationEndpointHandler`,
        prefix: "revocation.",
        example: "revocation",
        around: "Provider({ revocation: { … } })",
        below: { request: [{ type: `${ENDPOINTS} TokenRequestContext`, introduction: "The parameter:" }] },
      }],
      clientSecret: [{
        type: `${OAUTH} SecretContext`,
        introduction: "The parameter of the function:",
      }],
      verifiedEmail: [{
        type: `${OAUTH} VerdictContext`,
        introduction: "The second parameter of the function:",
      }],
      client: [{
        type: `${OAUTH} ClientMetadata`,
        prefix: "client.",
        example: "client",
        around: "Provider({ client: { … } })",
      }],
      style: [{
        type: `${OAUTH} ProviderStyle`,
        prefix: "style.",
        example: "style",
        around: "Provider({ style: { … } })",
        below: {
          mark: [
            { type: "src/model/_provider_mark.ts Mark", introduction: "The default export of the module:" },
            { type: "src/model/_provider_mark.ts MarkPath", introduction: "Each path:" },
          ],
        },
      }],
    },
  }, {
    type: "src/oauth/groups.ts GroupsOptions",
    heading: "entraGroups() and googleGroups()",
    introduction: "[Roles from groups](../recipes/user_in_session.md#roles-from-the-groups-of-a-company).",
    prefix: "groups: ",
    example: "groups",
    around: "await entraGroups(profile, account, { … });",
  }, {
    type: "src/oauth/groups.ts KeycloakRolesOptions",
    heading: "keycloakRoles()",
    introduction: "`keycloakRoles(profile, account, options)` of `@latchkey/auth/groups`.",
    prefix: "keycloakRoles: ",
    example: "roles",
    around: "keycloakRoles(profile, account, { … });",
  }],
};

const EMAIL_PAGE: Page = {
  file: "email.md",
  title: "Email providers",
  introduction:
    "The options of a provider that signs in with a mailed link or code: `Nodemailer`, `Resend`, `SendGrid`, " +
    '`Postmark`, `Mailgun`, `ForwardEmail`, `Loops`. Give them to its function: `Resend({ from: "Example ' +
    '<sign-in@example.com>" })`. A provider of your own is an object with `id`, `name`, `type: "email"` and ' +
    "`sendVerificationRequest`; in a [Worker](../frameworks/workers.md#providers-as-plain-objects), `Email()` with them.",
  sections: [
    {
      type: "src/model/provider.ts EmailConfig",
      arounds: { server: "Nodemailer({ … })" },
      fallbacks: "that of the provider; a provider of your own must have it",
      heading: "All email providers",
      example: "email",
      around: "Resend({ … })",
      below: {
        sendVerificationRequest: [{
          type: "src/model/provider.ts VerificationRequest",
          introduction: "The parameter:",
        }],
      },
    },
    {
      type: "src/providers/nodemailer.ts NodemailerOptions",
      heading: "Nodemailer",
      introduction: "`Nodemailer(options)` has the options above, and two of them differ:",
      prefix: "Nodemailer: ",
      example: "nodemailer",
      around: "Nodemailer({ … })",
      below: {
        server: [{
          type: "src/providers/nodemailer.ts SmtpOptions",
          prefix: "Nodemailer: server.",
          example: "smtp",
          around: "Nodemailer({ server: { … } })",
        }],
      },
    },
    {
      type: "src/providers/mailgun.ts MailgunOptions",
      heading: "Mailgun",
      introduction: "`Mailgun(options)` has the options above, and:",
      prefix: "Mailgun: ",
      example: "mailgun",
      around: "Mailgun({ … })",
    },
    {
      type: "src/providers/loops.ts LoopsOptions",
      heading: "Loops",
      introduction: "`Loops(options)` has the options above, and:",
      prefix: "Loops: ",
      example: "loops",
      around: "Loops({ … })",
    },
  ],
};

const CREDENTIALS_PAGE: Page = {
  file: "credentials.md",
  title: "Sign-in with credentials",
  introduction:
    "The options of `Password(options)`, with which the library keeps the passwords, of `Credentials(options)`, for a " +
    "sign-in with a form whose fields your application checks, and of the functions that hash passwords.",
  sections: [
    {
      type: "src/model/provider.ts PasswordSettings",
      heading: "Password()",
      introduction:
        "`Password(options)` of `@latchkey/auth/providers/password`: see [its page](../providers/password.md).",
      example: "keptPassword",
      around: "Password({ … })",
    },
    {
      type: "src/providers/credentials.ts CredentialsOptions",
      generics: { Fields: "Record<string, CredentialInput>" },
      heading: "The provider",
      example: "credentials",
      around: "Credentials({ … })",
      below: {
        credentials: [{
          type: "src/model/_provider_credential_input.ts CredentialInput",
          prefix: "input.",
          example: "input",
          around: "Credentials({ credentials: { customer: { … } } })",
        }],
      },
    },
    {
      type: "src/crypto/password_cost.ts ScryptOptions",
      heading: "hashPassword() with scrypt",
      introduction:
        "`hashPassword(password, options)` and `needsRehash(hash, options)` of `@latchkey/auth/password`, and `cost` of `Password()`. scrypt " +
        "needs 128 · 2^`ln` · `r` bytes of memory, 128 MiB with the defaults. Its time is proportional to `p` (RFC 7914).",
      prefix: "scrypt: ",
      example: "scrypt",
      around: "await hashPassword(password, { … })",
    },
    {
      type: "src/crypto/password_cost.ts Pbkdf2Options",
      heading: "hashPassword() with PBKDF2",
      introduction: "For a runtime without `node:crypto` (RFC 8018 §5.2).",
      prefix: "pbkdf2: ",
      example: "pbkdf2",
      around: "await hashPassword(password, { … })",
    },
    {
      type: "src/crypto/pwned_passwords.ts PwnedPasswordsOptions",
      heading: "pwnedPasswords()",
      introduction:
        "`pwnedPasswords(options)` of `@latchkey/auth/providers/password`, for `isLeaked` of `Password()`.",
      prefix: "pwned: ",
      example: "pwned",
      around: "pwnedPasswords({ … })",
    },
    {
      type: "src/crypto/hashes/bcrypt.ts BcryptOptions",
      heading: "bcrypt()",
      introduction: "`bcrypt(options)` of `@latchkey/auth/password-hashes`, for `hashes` of `Password()`.",
      prefix: "bcrypt: ",
      example: "bcryptHashes",
      around: "bcrypt({ … })",
    },
    {
      type: "src/crypto/hashes/argon2id.ts Argon2idOptions",
      heading: "argon2id()",
      introduction: "`argon2id(options)` of `@latchkey/auth/password-hashes`, for `hashes` of `Password()`.",
      prefix: "argon2id: ",
      example: "argon2idHashes",
      around: "argon2id({ … })",
    },
    {
      type: "src/crypto/hashes/django.ts DjangoOptions",
      heading: "django()",
      introduction: "`django(options)` of `@latchkey/auth/password-hashes`, for `hashes` of `Password()`.",
      prefix: "django: ",
      example: "djangoHashes",
      around: "django({ … })",
    },
    {
      type: "src/crypto/hashes/wordpress.ts WordpressOptions",
      heading: "wordpress()",
      introduction: "`wordpress(options)` of `@latchkey/auth/password-hashes`, for `hashes` of `Password()`.",
      prefix: "wordpress: ",
      example: "wordpressHashes",
      around: "wordpress({ … })",
    },
    {
      type: "src/crypto/hashes/firebase.ts FirebaseOptions",
      heading: "firebase()",
      introduction: "`firebase(options)` of `@latchkey/auth/password-hashes`, for `hashes` of `Password()`.",
      prefix: "firebase: ",
      example: "firebaseHashes",
      around: "firebase({ … })",
    },
  ],
};

const PASSKEYS_PAGE: Page = {
  file: "passkeys.md",
  title: "Passkeys",
  introduction:
    "The options of `Passkey(options)`, and of `WebAuthn(options)`, which also accepts security keys. Both need " +
    "the package `@simplewebauthn/server`, an adapter, and https or `localhost`. `WebAuthn` is experimental, and " +
    "also needs `experimental: { enableWebAuthn: true }`.",
  sections: [{
    type: `${WEBAUTHN} WebAuthnConfig`,
    fallbacks: "that of the provider; a provider of your own must have it",
    example: "webauthn",
    around: "Passkey({ … })",
    below: {
      relayingParty: [{
        type: `${WEBAUTHN} RelayingParty`,
        prefix: "relayingParty.",
        example: "relayingParty",
        around: "Passkey({ relayingParty: { … } })",
      }],
      registrationOptions: [{
        type: `${WEBAUTHN} RegistrationOptions`,
        prefix: "registrationOptions.",
        example: "registration",
        around: "Passkey({ registrationOptions: { … } })",
        below: {
          authenticatorSelection: [{
            type: `${WEBAUTHN} AuthenticatorSelection`,
            prefix: "authenticatorSelection.",
            example: "selection",
            around: "WebAuthn({ registrationOptions: { authenticatorSelection: { … } } })",
          }],
        },
      }],
      authenticationOptions: [{
        type: `${WEBAUTHN} AuthenticationOptions`,
        prefix: "authenticationOptions.",
        example: "authentication",
        around: "WebAuthn({ authenticationOptions: { … } })",
      }],
      verifyRegistrationOptions: [{
        type: `${WEBAUTHN} VerifyOptions`,
        prefix: "verifyRegistrationOptions.",
        example: "verify",
        around: "WebAuthn({ verifyRegistrationOptions: { … } })",
      }],
      verifyAuthenticationOptions: [{
        type: `${WEBAUTHN} VerifyOptions`,
        prefix: "verifyAuthenticationOptions.",
        example: "verify",
        around: "WebAuthn({ verifyAuthenticationOptions: { … } })",
      }],
      getUserInfo: [{ type: `${WEBAUTHN} UserInfoContext`, introduction: "The parameter:" }],
      getRelayingParty: [{ type: `${WEBAUTHN} ResolvedRelayingParty`, introduction: "The result:" }],
    },
  }],
};

/** The pages of the providers. */
export const PROVIDER_PAGES: readonly Page[] = [OAUTH_PAGE, EMAIL_PAGE, CREDENTIALS_PAGE, PASSKEYS_PAGE];
