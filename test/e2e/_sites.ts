/**
 * Sites whose pages are looked at: each has providers of other kinds.
 *
 * @module
 */

import { Auth, type AuthConfig } from "../../mod.ts";
import { all } from "../../src/messages/languages.ts";
import { AccountPage } from "../../src/features/account_page/account_page.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { GitHub } from "../../src/providers/github.ts";
import { Google } from "../../src/providers/google.ts";
import { Nodemailer } from "../../src/providers/nodemailer.ts";
import { Passkey, PasskeyOffer } from "../../src/providers/passkey.ts";
import { Brand } from "../../src/entries/brand.ts";
import { SignUp } from "../../src/entries/sign_up.ts";
import { UserNames } from "../../src/entries/user_names.ts";
import { UserProfile } from "../../src/entries/user_profile.ts";
import { Password } from "../../src/providers/password.ts";
import type { EmailConfig } from "../../src/model/provider.ts";
import { afterTests } from "../_after.ts";

/** A mail that a site has sent. */
export interface Sent {
  /** The address. */
  readonly to: string;
  /** The link. */
  readonly url: string;
  /** The code. */
  readonly code: string;
}

/** What all sites have sent, the newest last. */
export const outbox: Sent[] = [];

type Providers = AuthConfig["providers"];

/** Of providers that do not exist. */
const NAMES = ["Atlas", "Beacon", "Comet", "Delta", "Ember", "Fjord", "Grove", "Harbor"];

/** The sites by name: what is on their sign-in page. */
export const SITES: Readonly<Record<string, Partial<AuthConfig>>> = {
  all: { providers: [mail(), password(), Passkey(), ...oauth()] },
  named: {
    providers: [mail(), password(), Passkey(), ...oauth()],
    theme: {
      name: "Acme Cloud",
      logo: logo("#4f46e5"),
      logoDark: logo("#a5b4fc"),
      brandColor: "#4f46e5",
      links: {
        terms: "/terms",
        privacy: "/privacy",
        support: "mailto:help@example.com",
        forgotPassword: "/forgot",
        signUp: "/register",
      },
    },
  },
  kept: {
    languages: all,
    providers: [Password(), mail()],
    features: [
      UserProfile({
        name: "optional",
        fields: {
          team: { label: "Team", type: "choice", required: true, choices: { red: "Red", blue: "Blue" } },
          born: { label: "Born", type: "date" },
          news: { label: "Send me the newsletter, once a month at most", type: "boolean" },
        },
      }),
      UserNames({ address: "optional" }),
      SignUp({ fields: ["username", "name", "team", "born", "news"], terms: "2027-01" }),
    ],
    theme: { name: "Acme", brandColor: "#4f46e5", links: { terms: "/terms", privacy: "/privacy" } },
  },
  split: { providers: [mail()], theme: Brand({ layout: "split", side: { text: "Ship it." } }) },
  mail: { providers: [mail()] },
  mails: { providers: [mail({ id: "post", name: "Post" }), mail({ id: "pigeon", name: "Pigeon" })] },
  password: { providers: [password()] },
  username: { providers: [mail(), username()] },
  passkey: { providers: [Passkey()] },
  offer: {
    languages: all,
    providers: [Password({ unknownBrowsers: "allow" }), mail(), Passkey({ offer: PasskeyOffer() })],
  },
  oauth: { providers: oauth() },
  mixed: { providers: [staff(), guest(), invitation(), ...oauth()] },
  many: { providers: [mail(), password(), ...many(30)] },
  hundred: { providers: many(131) },
  long: {
    providers: [
      mail(),
      password(),
      ...oauth("Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik ".repeat(2).trim()),
    ],
    theme: { name: "The Extraordinarily Long Name of an Application in Testing" },
  },
  white: {
    providers: [mail(), ...oauth()],
    theme: { brandColor: "#ffffff", buttonText: "#fefefe", name: "White" },
  },
  round: {
    providers: [mail(), password(), ...oauth()],
    theme: { brandColor: "oklch(70% 0.2 150)", radius: "999px", font: "Georgia, serif", name: "Round" },
  },
  none: { providers: [] },
};

/** Completes the config of a site. */
export function siteConfig(name: string): AuthConfig {
  return {
    secret: "a-secret-of-forty-characters-for-tests-0",
    trustHost: true,
    adapter: Memory(),
    logger: { warn: () => {}, error: () => {} },
    providers: [],
    features: [AccountPage()],
    ...SITES[name],
  };
}

function mail(
  { id = "nodemailer", name }: { readonly id?: string; readonly name?: string } = {},
): EmailConfig {
  return Nodemailer({
    id,
    ...(name && { name }),
    server: "smtp://localhost",
    from: "Acme <no-reply@example.com>",
    mails: "both",
    sendVerificationRequest: ({ identifier, url, code = "" }) => {
      outbox.push({ to: identifier, url, code });
    },
  });
}

function password() {
  return Credentials({
    credentials: {
      email: { label: "Email address", type: "email", autocomplete: "username", required: true },
      password: { label: "Password", type: "password", autocomplete: "current-password", required: true },
    },
    authorize: () => null,
    // Without it, no user can be taken over, and there is no page about it.
    revoke: () => false,
  });
}

function username() {
  return Credentials({
    id: "ldap",
    name: "Company account",
    credentials: { username: { label: "User name" }, password: { label: "Password", type: "password" } },
    authorize: () => null,
  });
}

function staff() {
  return Credentials({
    id: "staff",
    name: "Staff card",
    credentials: {
      username: { label: "User name", autocomplete: "username", required: true },
      branch: { label: "Branch", placeholder: "Berlin" },
      pin: { label: "PIN", type: "password", required: true },
      device: { type: "hidden", value: "web" },
    },
    authorize: () => null,
  });
}

function guest() {
  return Credentials({ id: "guest", name: "a guest account", authorize: () => null });
}

function invitation() {
  return Credentials({
    id: "invitation",
    name: "an invitation",
    credentials: { code: { label: "Invitation code", autocomplete: "off" } },
    authorize: () => null,
  });
}

function oauth(name?: string): Providers {
  const client = { clientId: "id", clientSecret: "secret" };
  return [Google(client), GitHub({ ...client, ...(name && { name }) })];
}

function many(count: number): Providers {
  return Array.from({ length: count }, (_, index) => ({
    id: `host-${index}`,
    name: `${NAMES[index % NAMES.length]} ${index}`,
    type: "oauth" as const,
    clientId: "id",
    clientSecret: "secret",
    authorization: "https://idp.example/authorize",
    token: "https://idp.example/token",
    userinfo: "https://idp.example/userinfo",
    style: { brandColor: `hsl(${index * 47 % 360} 60% 45%)` },
  }));
}

function logo(color: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" ` +
    `fill="${color}"/><path d="M12 28 20 11l8 17h-5l-3-7-3 7z" fill="#fff"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Serves an application until the tests of a file end. @returns Its URL. */
export function serveSite(name: string, changes: Partial<AuthConfig> = {}): string {
  const config = { ...siteConfig(name), ...changes } as AuthConfig;
  const answer = (request: Request) =>
    new URL(request.url).pathname === "/favicon.ico"
      ? new Response(null, { status: 204 })
      : Auth(request, config);
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
  afterTests(() => server.shutdown());
  return `http://localhost:${server.addr.port}`;
}
