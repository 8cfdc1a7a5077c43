/**
 * An example of each field of the providers. `deno task print` copies them to the pages.
 *
 * @module
 */

import { customFetch } from "../../mod.ts";
import {
  entraGroups,
  type GroupsOptions,
  keycloakRoles,
  type KeycloakRolesOptions,
} from "../../src/entries/groups.ts";
import { Loops, type LoopsOptions } from "../../src/providers/loops.ts";
import { Mailgun, type MailgunOptions } from "../../src/providers/mailgun.ts";
import { Nodemailer, type NodemailerOptions, type SmtpOptions } from "../../src/providers/nodemailer.ts";
import { Passkey, PasskeyOffer } from "../../src/providers/passkey.ts";
import { Resend } from "../../src/providers/resend.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import type {
  AuthenticationOptions,
  AuthenticatorSelection,
  AuthorizationEndpointHandler,
  ClientMetadata,
  EmailConfig,
  EndSessionEndpointHandler,
  OIDCConfig,
  ProviderStyle,
  RegistrationOptions,
  RelayingParty,
  RevocationEndpointHandler,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
  VerifyOptions,
  WebAuthnConfig,
} from "../../src/model/provider.ts";
import type { Profile } from "../../src/values/types.ts";
import type { All } from "./example_config.ts";

/** A provider with OpenID Connect, or OAuth 2. */
export const oauth: All<Omit<OIDCConfig<Profile>, "options" | "type">> = {
  id: "company",
  name: "Company account",
  issuer: "https://login.example.com",
  issuers: () => ["https://old-login.example.com"],
  wellKnown: "https://login.example.com/.well-known/openid-configuration",
  authorization: { params: { scope: "openid profile email offline_access", prompt: "select_account" } },
  token: "https://login.example.com/oauth/token",
  userinfo: "https://login.example.com/oauth/userinfo",
  endSession: "https://login.example.com/oauth/logout",
  revocation: "https://login.example.com/oauth/revoke",
  allowInsecureRequests: true,
  jwks_endpoint: "https://login.example.com/oauth/keys",
  clientId: "my-client",
  clientSecret: "the-secret-from-the-console-of-the-provider",
  client: { token_endpoint_auth_method: "client_secret_post" },
  checks: ["pkce", "nonce"],
  codeChallengeMethod: "plain",
  // POST /auth/signin/company?organization=42
  signInParams: ["organization"],
  redirectProxyUrl: "https://auth.example.com/auth",
  style: { brandColor: "#0a7d4f", logo: "/company.svg" },
  allowDangerousEmailAccountLinking: true,
  verifiedEmail: (profile) => profile.hosted_domain === "example.com" ? profile.email : null,
  vouchesAt: (issuer) => issuer.startsWith("https://login.example.com/"),
  profile(profile) {
    return {
      id: profile.sub,
      name: profile.name,
      email: profile.email,
      image: profile.picture,
      role: profile.role,
    };
  },
  formerAccountId: ({ preferred_username }) => String(preferred_username ?? ""),
  acceptFormerAccountIds: true,
  account(tokens) {
    // Store nothing but the refresh token.
    return { refresh_token: tokens.refresh_token };
  },
  [customFetch]: (url, init) =>
    fetch(url, { ...init, headers: { ...init?.headers, "x-sent-by": "example" } }),
  idToken: false,
  nonce: false,
  postsUser: true,
};

/** `authorization`. */
export const authorization: All<AuthorizationEndpointHandler> = {
  url: "https://login.example.com/oauth/authorize",
  params: { scope: "openid profile email", prompt: "consent" },
  scopeSeparator: ",",
  request(params) {
    // This provider calls the client identifier `app_id`.
    params.set("app_id", params.get("client_id")!);
    params.delete("client_id");
    return params;
  },
};

const keyPair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
  "sign",
  "verify",
]);

/** `token`. */
export const token: All<TokenEndpointHandler> = {
  url: "https://login.example.com/oauth/token",
  params: { audience: "https://api.example.com" },
  clientPrivateKey: { key: keyPair.privateKey, kid: "2027-01" },
  dpopKeyPair: keyPair,
  async conform(response) {
    // This provider writes `accessToken` for `access_token`.
    const { accessToken } = await response.json();
    return Response.json({ access_token: accessToken, token_type: "bearer" });
  },
  redeem({ url, params, headers, fetch }) {
    // This provider wants the parameters in the query.
    return fetch(`${url}?${params}`, { method: "POST", headers });
  },
  refresh({ url, params, headers, fetch }) {
    // This provider renews tokens at an address of its own.
    return fetch(url.replace("/token", "/refresh"), { method: "POST", headers, body: params });
  },
  refreshGrace: 60,
  refreshErrors: ["bad_refresh_token"],
};

/** `userinfo`. */
export const userinfo: All<UserinfoEndpointHandler<Profile>> = {
  url: "https://api.example.com/me",
  params: { fields: "id,name,email" },
  method: "POST",
  headers: { authorization: "token {tokens.access_token}" },
  form: { access_token: "{tokens.access_token}" },
  json: { query: "{ me { id name } }" },
  async request({ tokens, fetch }) {
    const response = await fetch("https://api.example.com/me", {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    return await response.json();
  },
};

/** `endSession`. */
export const endSession: All<EndSessionEndpointHandler> = {
  url: "https://login.example.com/logout",
  params: { federated: "true" },
  redirectParam: "returnTo",
  state: true,
  unlessDiscovered: true,
};

/** `revocation`. */
export const revocation: All<RevocationEndpointHandler> = {
  url: "https://login.example.com/oauth/revoke",
  params: { reason: "disconnected" },
  request: ({ fetch, url, params, headers }) =>
    fetch(url, { method: "POST", body: JSON.stringify(Object.fromEntries(params)), headers }),
};

/** `client`. */
export const client: All<ClientMetadata> = {
  token_endpoint_auth_method: "none",
  id_token_signed_response_alg: "ES256",
  require_pushed_authorization_requests: true,
  dpop_bound_access_tokens: true,
};

/** `style`. */
export const style: All<Omit<ProviderStyle, "bg" | "text">> = {
  brandColor: "#0a7d4f",
  logo: "/company.svg",
  mark: () => Promise.resolve({ default: { viewBox: "0 0 24 24", paths: [{ d: "M2 2h20v20H2z" }] } }),
};

/** Options of `entraGroups()` and `googleGroups()`. */
export const groups: All<GroupsOptions> = {
  fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, "x-via": "gateway" } }),
};

/** Options of `keycloakRoles()`. */
export const roles: All<KeycloakRolesOptions> = {
  client: "shop",
};

/** A provider that sends mails. */
export const email: All<Omit<EmailConfig, "options" | "type">> = {
  id: "mail",
  name: "Mail",
  from: "Example <sign-in@example.com>",
  apiKey: "the-key-of-the-mail-service",
  server: "smtps://user:password@smtp.example.com",
  maxAge: 10 * 60,
  allowDangerousEmailAccountLinking: true,
  async sendVerificationRequest({ purpose, identifier, url, code, fetch }) {
    // Mails of what has happened have no code, and neither has one that says that there is no account.
    const mail = code
      ? { subject: `${code} is your code`, text: `Go on here: ${url}` }
      : { subject: `Your account: ${purpose}`, text: `Was this you? If not: ${url}` };
    await fetch("https://mail.example.com/send", {
      method: "POST",
      body: JSON.stringify({ to: identifier, ...mail }),
    });
  },
  mails: "both",
  notices: true,
  assertReady: ({ from }) => {
    if (!from) throw new Error("Set `from`");
  },
  assertInstalled: async () => {
    await import("node:net");
  },
  generateVerificationToken: () => crypto.randomUUID(),
  normalizeIdentifier: (identifier) => identifier.trim().toLowerCase(),
};

/** Options of `Nodemailer()`. */
export const nodemailer: Pick<All<NodemailerOptions>, "from" | "server"> = {
  from: "Example <sign-in@example.com>",
  server: "smtps://user:password@smtp.example.com",
};

/** `server` of `Nodemailer()`. */
export const smtp: All<SmtpOptions> = {
  host: "smtp.example.com",
  port: 587,
  secure: false,
  requireTLS: true,
  auth: { user: "user", pass: "password" },
  tls: { servername: "smtp.example.com" },
  pool: true,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 30_000,
};

/** Options of `Mailgun()`. */
export const mailgun: Pick<All<MailgunOptions>, "from" | "region"> = {
  from: "Example <sign-in@example.com>",
  region: "EU",
};

/** Options of `Loops()`. */
export const loops: Pick<LoopsOptions, "transactionalId"> = {
  transactionalId: "cm0abc123example",
};

/** Options of `Passkey()` and `WebAuthn()`. */
export const webauthn: All<Omit<WebAuthnConfig, "options" | "simpleWebAuthn" | "type">> = {
  id: "security-key",
  name: "Security key",
  relayingParty: { id: "example.com", origin: ["https://example.com", "https://shop.example.com"] },
  enableConditionalUI: false,
  discoverable: true,
  offer: PasskeyOffer(),
  formFields: { email: { type: "email", autocomplete: "username webauthn", required: true } },
  registrationOptions: { attestationType: "direct" },
  authenticationOptions: { timeout: 60_000 },
  verifyRegistrationOptions: { requireUserVerification: false },
  verifyAuthenticationOptions: { requireUserVerification: false },
  async getUserInfo({ fields, findByAddress }) {
    return await findByAddress(`${fields.name}@users.example.com`);
  },
  getRelayingParty(request) {
    const { hostname, origin } = new URL(request.url);
    return { id: hostname, name: "Example", origin };
  },
};

/** `relayingParty`. */
export const relayingParty: All<RelayingParty> = {
  id: "example.com",
  name: "Example",
  origin: ["https://example.com", "https://shop.example.com"],
};

/** `registrationOptions`. */
export const registration: All<RegistrationOptions> = {
  timeout: 120_000,
  authenticatorSelection: { authenticatorAttachment: "platform" },
  attestationType: "direct",
  // ES256 and RS256.
  supportedAlgorithmIDs: [-7, -257],
  preferredAuthenticatorType: "securityKey",
  extensions: { credProps: true },
};

/** `registrationOptions.authenticatorSelection`. */
export const selection: All<AuthenticatorSelection> = {
  authenticatorAttachment: "cross-platform",
  residentKey: "required",
  userVerification: "preferred",
};

/** `authenticationOptions`. */
export const authentication: All<AuthenticationOptions> = {
  timeout: 120_000,
  userVerification: "preferred",
  extensions: { credProps: true },
};

/** `verifyRegistrationOptions` and `verifyAuthenticationOptions`. */
export const verify: All<VerifyOptions> = {
  requireUserVerification: false,
};

/** The functions around the examples, so that the pages import them. */
export const functions: Readonly<Record<string, unknown>> = {
  entraGroups,
  keycloakRoles,
  Loops,
  Mailgun,
  Nodemailer,
  Passkey,
  Resend,
  WebAuthn,
};
