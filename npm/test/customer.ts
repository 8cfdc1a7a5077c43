/**
 * A customer's program that uses each sub-path of the package. It is only type-checked.
 *
 * @module
 */

import {
  Auth,
  type AuthConfig,
  createActionURL,
  customFetch,
  isAuthAction,
  raw,
  resolveSession,
  type SessionOf,
  setEnvDefaults,
  skipCSRFCheck,
} from "@latchkey/auth";
import { AccessTokens } from "@latchkey/auth/access-tokens";
import { AccountDeletion } from "@latchkey/auth/account-deletion";
import { AccountPage } from "@latchkey/auth/account-page";
import { ActivityLog } from "@latchkey/auth/activity-log";
import { AnonymousUsers } from "@latchkey/auth/anonymous-users";
import { EmailChange } from "@latchkey/auth/email-change";
import { Altcha, Challenge, HCaptcha, type OpenForm, Turnstile } from "@latchkey/auth/challenge";
import { TrustedOrigins } from "@latchkey/auth/trusted-origins";
import { SignUp } from "@latchkey/auth/sign-up";
import { Administration } from "@latchkey/auth/administration";
import { type WebhookEvent, Webhooks } from "@latchkey/auth/webhooks";
import { UserNames } from "@latchkey/auth/user-names";
import { DataExport, type DataExportOptions } from "@latchkey/auth/data-export";
import type { Adapter, AdapterUser } from "@latchkey/auth/adapters";
import { DenoKv, type Kv } from "@latchkey/auth/adapters/deno-kv";
import { Memory } from "@latchkey/auth/adapters/memory";
import { MySql } from "@latchkey/auth/adapters/mysql";
import { Postgres } from "@latchkey/auth/adapters/postgres";
import { Redis } from "@latchkey/auth/adapters/redis";
import { schema, Sqlite } from "@latchkey/auth/adapters/sqlite";
import { Brand, type BrandOptions } from "@latchkey/auth/brand";
import { BunAuth } from "@latchkey/auth/bun";
import { main as runCommand } from "@latchkey/auth/cli";
import { DenoAuth } from "@latchkey/auth/deno";
import {
  type AnyAuthError,
  AuthError,
  ConfigError,
  type ErrorType,
  InvalidCheck,
} from "@latchkey/auth/errors";
import { entraGroups, keycloakRoles } from "@latchkey/auth/groups";
import { mount } from "@latchkey/auth/integration";
import { decode, encode, getToken } from "@latchkey/auth/jwt";
import { all } from "@latchkey/auth/languages";
import { fromAuthJs, fromNextAuth4, type Migration } from "@latchkey/auth/migrate";
import { NextAuth } from "@latchkey/auth/next";
import { NodeAuth } from "@latchkey/auth/node";
import { hashPassword, needsRehash, verifyPassword } from "@latchkey/auth/password";
import { argon2id, bcrypt, betterAuth, type PasswordHash } from "@latchkey/auth/password-hashes";
import { UserProfile } from "@latchkey/auth/user-profile";
import { ProviderLogout } from "@latchkey/auth/provider-logout";
import type { OAuthConfig, OIDCConfig, Provider } from "@latchkey/auth/providers";
import { Apple, type AppleProfile } from "@latchkey/auth/providers/apple";
import { CodeHost } from "@latchkey/auth/providers/codehost";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { ForwardEmail } from "@latchkey/auth/providers/forwardemail";
import GitHubByDefault, { GitHub, type GitHubProfile } from "@latchkey/auth/providers/github";
import { Google } from "@latchkey/auth/providers/google";
import { Keycloak } from "@latchkey/auth/providers/keycloak";
import { Loops } from "@latchkey/auth/providers/loops";
import { Mailgun } from "@latchkey/auth/providers/mailgun";
import { MicrosoftEntraId } from "@latchkey/auth/providers/microsoft-entra-id";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { Postmark } from "@latchkey/auth/providers/postmark";
import { Resend } from "@latchkey/auth/providers/resend";
import { SendGrid } from "@latchkey/auth/providers/sendgrid";
import { TikTok } from "@latchkey/auth/providers/tiktok";
import { VideoApp } from "@latchkey/auth/providers/videoapp";
import { WebAuthn } from "@latchkey/auth/providers/webauthn";
import { type Feature, SecondFactor, type SecondFactorOptions } from "@latchkey/auth/second-factor";
import { fakeProvider, testBrowser, testPlatform } from "@latchkey/auth/testing";
import type { Account, JWT, Profile, Session, User } from "@latchkey/auth/types";

interface Club extends Profile {
  readonly membership: number;
}

const club: OAuthConfig<Club> = {
  id: "club",
  name: "Club",
  type: "oauth",
  authorization: {
    url: "https://club.example/authorize",
    params: { scope: "read" },
  },
  token: "https://club.example/token",
  userinfo: {
    url: "https://club.example/me",
    request: ({ tokens, fetch }) => readClub(tokens.access_token, fetch),
  },
  profile: ({ membership, name }) => ({ id: membership, name: name ?? null }),
};

const company: OIDCConfig = {
  id: "company",
  name: "Company",
  type: "oidc",
  issuer: "https://login.company.example",
  profile: ({ sub, nickname, hd }) => ({
    id: sub,
    name: nickname,
    email: undefined,
    domain: hd,
  }),
  account: ({ access_token, expires_at }) => ({ access_token, expires_at }),
  [customFetch]: (url, init) => fetch(url, init),
};

const providers: readonly Provider[] = [
  Apple({
    clientId: "com.example.web",
    profile: (profile: AppleProfile) => ({ id: profile.sub }),
  }),
  CodeHost,
  GitHub({
    profile: (profile: GitHubProfile) => ({
      id: profile.id,
      name: profile.login,
    }),
  }),
  GitHubByDefault({
    id: "github-enterprise",
    enterprise: { baseUrl: "https://git.company.example" },
  }),
  Google,
  Keycloak({ issuer: "https://sso.example/realms/main" }),
  MicrosoftEntraId,
  TikTok,
  VideoApp,
  club,
  company,
];

const from = "Company <sign-in@company.example>";

/** Those that need a database. */
const stored: readonly Provider[] = [
  ForwardEmail({ from }),
  Loops({ transactionalId: "…" }),
  Mailgun({ from, region: "EU" }),
  Nodemailer({
    from,
    server: { host: "smtp.company.example", auth: { user: "us", pass: "…" } },
  }),
  Postmark({ from }),
  Resend({ from, apiKey: "…" }),
  SendGrid({ from, maxAge: 600 }),
  Passkey({ relayingParty: { name: "Company" } }),
  WebAuthn({ id: "key", enableConditionalUI: false }),
  Credentials({
    credentials: { name: { label: "Name" }, password: { type: "password" } },
    async authorize({ name, password }) {
      const user = (await memory.getUserByEmail(String(name))) as
        | (AdapterUser & { hash?: string })
        | null;
      if (!(await verifyPassword(password, user?.hash)) || !user) return null;
      console.log(
        needsRehash(user.hash ?? (await hashPassword(String(password)))),
      );
      return user;
    },
  }),
];

/** Hashes of the libraries that the application had before. */
export const imported: readonly PasswordHash[] = [
  argon2id({ m: 19_456, t: 2, p: 1 }),
  bcrypt({ cost: 12 }),
  betterAuth(),
];

/** A feature, and its options. */
const factors: SecondFactorOptions = { required: true, rememberFor: 0 };
export const secondFactor: Feature<"secondFactor", SecondFactorOptions> = SecondFactor(factors);

/** What the application has about a user. */
const own: DataExportOptions = { data: ({ userId }) => ({ orders: new Set([userId]) }) };

/** The look of the pages. */
const look: BrandOptions = { name: "Acme", layout: "split", side: { text: (language) => language } };

/** Features and look of a config. */
export const features: Pick<AuthConfig, "features" | "theme"> = {
  theme: Brand(look),
  features: [
    AccountPage(),
    AccountDeletion(),
    EmailChange(),
    TrustedOrigins({ origins: ["https://app.example.com"] }),
    Webhooks({
      endpoints: [{ url: "https://crm.example.com", secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }],
    }),
    Administration({ isAdmin: ({ email }) => email === "ada@example.com" }),
    UserNames({ address: "optional" }),
    SignUp({ fields: ["name", "nickname", "username"], allow: ({ email }) => email !== null }),
    ActivityLog({ keptFor: 30 * 86_400 }),
    AnonymousUsers(),
    DataExport(own),
    UserProfile({ fields: { nickname: { label: "Nickname", type: "text" } } }),
    AccessTokens({ keptIn: "cookie" }),
    ProviderLogout({ backchannel: true }),
  ],
};

/** Reads an event. */
export const removedIn = (event: WebhookEvent): string | null =>
  event.type === "user.deleted" ? event.data.id : null;

const asking: readonly OpenForm[] = ["signUp", "mail"];

/** Challenges, of which a config has one. */
export const challenges: readonly Feature<"challenge">[] = [
  Turnstile({ siteKey: "a", secretKey: "b", forms: asking, onFailure: "accept" }),
  HCaptcha({ siteKey: "a", secretKey: "b", hostname: "example.com" }),
  Altcha({ script: "/captcha.js", cost: 10_000 }),
  Challenge({ check: (request, { fields }) => request.method === "POST" && fields.answer === "7" }),
];

const memory: Required<Adapter> = Memory();

/** Databases: what clients look like is written down in our types, or the application gives a function. */
export function adapters(kv: Kv): readonly Adapter[] {
  return [
    memory,
    DenoKv(kv, { prefix: ["sign-in"] }),
    MySql(() => Promise.resolve([])),
    Postgres({ query: () => Promise.resolve({ rows: [] }) }, {
      prefix: "sign_in_",
      userFields: ["role"],
    }),
    Redis((command: string[]) => Promise.resolve(command.length)),
    Sqlite((statements) => Promise.resolve(statements.map(() => []))),
  ];
}

/** Stored sessions. */
export const withDatabase: AuthConfig = {
  providers: [...providers, ...stored],
  adapter: Sqlite({
    prepare: (text: string) => ({
      all: () => [text],
      run: () => schema("sign_in_"),
    }),
  }),
  session: { strategy: "database", updateAge: 3600 },
  experimental: { enableWebAuthn: true },
};

const config = {
  providers,
  secret: [
    "the newer secret, at least 32 characters",
    "the older secret, at least 32 characters",
  ],
  trustHost: true,
  callbacks: {
    jwt: (
      { token, account },
    ): JWT => (account ? { ...token, provider: account.provider } : token),
    session: ({ session, token }) => ({
      ...session,
      provider: String(token.provider),
    }),
  },
  events: {
    signOut: (message) => console.log("token" in message && message.token?.sub),
  },
} satisfies AuthConfig<"jwt">;

/** The type of the session is what `callbacks.session` returns. */
export async function readProvider(
  request: Request,
): Promise<string | undefined> {
  const { session, headers }: {
    session: SessionOf<typeof config> | null;
    headers: Headers;
  } = await resolveSession(request, config);
  headers.getSetCookie();
  const user: User | undefined = session?.user;
  const provider: string | undefined = session?.provider;
  // @ts-expect-error The callback returns no such field.
  session?.nothing;
  return user?.name ?? provider;
}

/** Without `callbacks.session` it is the default one. */
export async function readDefault(request: Request): Promise<Session | null> {
  return (await resolveSession(request, { providers })).session;
}

/** A handler, with and without the two markers. */
export async function answer(request: Request): Promise<Response> {
  if (!isAuthAction("session")) throw new ConfigError("unreachable");
  const outcome: unknown = await Auth(request, {
    ...config,
    raw,
    skipCSRFCheck,
  });
  console.log(outcome);
  return await Auth(request, config);
}

/** Environment. */
export function configured(
  env: Record<string, string | undefined>,
): AuthConfig {
  const own: AuthConfig = { ...config };
  setEnvDefaults(env, own);
  const url: URL = createActionURL("signin", "https", new Headers(), env, own);
  return url.href ? own : config;
}

/** Tokens. */
export async function tokens(req: Request): Promise<JWT | string | null> {
  const secret = config.secret;
  const token: string = await encode({
    token: { sub: "1", role: "admin" },
    secret,
    salt: "reset",
  });
  const claims: JWT | null = await decode({ token, secret, salt: "reset" });
  const whole: string | null = await getToken({ req, secret, raw: true });
  const migration: Migration = fromAuthJs({
    secret,
    until: new Date("2099-03-01"),
    cookies: { sessionToken: { name: "sid", options: { domain: "club.example" } } },
    jwt: { decode: ({ token }) => (token ? { sub: token } : null) },
  });
  const moved = { providers: [], secret, migration } satisfies AuthConfig<"jwt">;
  const older = fromNextAuth4({ secret, until: "2099-03-01" });
  await Auth(new Request("https://club.example/auth/session"), moved);
  const read: JWT | null = await getToken({ req, secret, migration: older });
  return claims ?? read ?? whole;
}

/** Errors. */
export function typeOf(error: unknown): ErrorType | undefined {
  if (error instanceof InvalidCheck) return "InvalidCheck";
  return error instanceof AuthError ? error.type : undefined;
}

/** The type of an error narrows it. */
export function detailOf(error: AnyAuthError): readonly string[] | InvalidCheck | ConfigError | AuthError {
  switch (error.type) {
    case "UserNotVerified":
      return error.providers;
    case "InvalidCheck":
    case "Configuration":
      return error;
    default:
      // @ts-expect-error Other errors have no such field.
      error.providers;
      return error;
  }
}

/** The type of a class is a literal. */
export const checkType: "InvalidCheck" = new InvalidCheck().type;

/** An integration for a server of `Request` and `Response`, typed by `callbacks.session`. */
export function integration(
  env: Record<string, string>,
): (request: Request) => Promise<Response> {
  const auth = mount(config, env, { languages: all });
  return async (request) => {
    if (auth.owns(new URL(request.url).pathname)) {
      return await auth.answer(request);
    }
    const session = auth.session(request);
    return await session.addTo(new Response((await session.read())?.provider));
  };
}

/** Handlers for the servers of three runtimes. */
export const handlers = {
  bun: BunAuth(
    config,
    async (request, auth) => new Response(`${(await auth())?.provider} ${request.url}`),
  ),
  deno: DenoAuth(
    config,
    async (request, auth) => new Response(`${(await auth())?.provider} ${request.url}`),
  ),
  next: NextAuth(config).handlers,
  node: NodeAuth(config, async (_req, res, auth) => {
    const session = await auth();
    if (!session) {
      return void res.writeHead(302, { location: "/auth/signin" }).end();
    }
    res.writeHead(200, { "content-type": "text/plain" });
    res.write("Signed in with ");
    res.end(session.provider);
  }),
};

/** Test tools. */
export async function test(): Promise<string> {
  const platform = testPlatform();
  const provider = fakeProvider({ now: platform.now });
  platform.sites[provider.origin] = provider.fetch;
  platform.sites["https://app.test"] = (request) => Auth(request, { ...config, platform });
  const page = await testBrowser(platform.sites, { now: platform.now }).open(
    "https://app.test/auth/signin",
  );
  return page.text;
}

async function readClub(
  token: string | undefined,
  get: (url: string, init?: RequestInit) => Promise<Response>,
) {
  const account: Pick<Account, "provider"> = { provider: "club" };
  const response = await get("https://club.example/me", {
    headers: { authorization: `Bearer ${token}` },
  });
  return { ...(await response.json() as Club), account };
}

export async function hasTables(): Promise<boolean> {
  const code: 0 | 1 | 2 = await runCommand(["schema", "sqlite"]);
  return code === 0;
}

export async function isEditor(profile?: Profile, account?: Account | null): Promise<boolean> {
  const groups: readonly string[] = await entraGroups(profile, account);
  return groups.concat(keycloakRoles(profile, account, { client: "club" })).includes("editors");
}
