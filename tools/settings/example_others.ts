/**
 * An example of each option of the adapters, the integrations and the browser client. `deno task print` copies them
 * to the pages.
 *
 * @module
 */

import type { SqlOptions } from "../../src/adapters/sqlite/sqlite.ts";
import { DenoKv, type DenoKvOptions } from "../../src/adapters/deno_kv/deno_kv.ts";
import { Postgres } from "../../src/adapters/postgres/postgres.ts";
import { Redis, type RedisOptions } from "../../src/adapters/redis/redis.ts";
import { createClient as createBrowserClient } from "../../src/client/sveltekit.ts";
import type { KitClientOptions } from "../../src/client/sveltekit.ts";
import type { SessionProviderProps, UseSessionOptions } from "../../src/client/react.ts";
import type { PasskeyOptions, SignOutOptions, SubscribeOptions } from "../../src/client/types.ts";
import type { AstroAuthOptions } from "../../src/integrations/astro/astro.ts";
import type { RequireSessionOptions } from "../../src/integrations/express/express.ts";
import type { FastifyAuthOptions } from "../../src/integrations/fastify/fastify.ts";
import type { MountOptions, SignInAction } from "../../src/integrations/mount/integration.ts";
import type { AuthorizedCallback, NextRequireOptions } from "../../src/integrations/next/api.ts";
import type { SignInOptions as NextSignInOptions } from "../../src/integrations/next/api.ts";
import type { RequireOptions } from "../../src/integrations/mount/request_auth_types.ts";
import type { SessionNeed } from "../../src/values/levels.ts";
import type { NuxtAuthOptions } from "../../src/integrations/nuxt/nuxt.ts";
import type { KitAuthOptions, KitSignIn } from "../../src/integrations/sveltekit/sveltekit.ts";
import { all } from "../../src/messages/languages.ts";
import { GitHub } from "../../src/providers/github.ts";
import type { All } from "./example_config.ts";

/** Options of the SQL adapters. */
export const sql: All<SqlOptions> = {
  prefix: "app_auth_",
  userFields: { role: "text", isAdmin: "boolean" },
};

/** Options of `DenoKv()`. */
export const denoKv: All<DenoKvOptions> = {
  prefix: ["app", "auth"],
};

/** Options of `Redis()`. */
export const redis: All<RedisOptions> = {
  prefix: "{app-auth}:",
};

/** Options of `mount()`. */
export const mount: All<MountOptions> = {
  defaultPath: "/api/auth",
  fixed: { trustHost: true },
  callbacks: ["authorized"],
  languages: all,
};

const env: Readonly<Record<string, string>> = { AUTH_SECRET: "at-least-32-characters-from-a-random-source" };
const getSecret = (name: string): string | undefined => env[name];

/** What a page needs of a session. */
export const need: All<SessionNeed> = {
  aal: 2,
  maxAge: 300,
};

/** Options of `auth.require()`. */
export const require: All<RequireOptions> = {
  aal: 2,
  maxAge: 300,
  signInUrl: "/staff/sign-in",
};

/** Options of `AstroAuth()`. */
export const astro: All<AstroAuthOptions<string>> = {
  // import { getSecret } from "astro:env/server";
  env: getSecret,
  name: "session",
  checkOrigin: false,
};

/** Options of `requireSession()` for Express. */
export const express: All<RequireSessionOptions> = {
  aal: 2,
  maxAge: 300,
  signInUrl: (req) => req.url?.startsWith("/admin") ? "/admin/sign-in" : "/sign-in",
};

/** Options of `FastifyAuth`. */
export const fastify: All<FastifyAuthOptions> = {
  config: { providers: [GitHub] },
  prefix: "/login",
};

/** The callback of the integration for Next. */
export const next: All<AuthorizedCallback> = {
  authorized({ request, auth }) {
    if (request.nextUrl.pathname.startsWith("/admin")) return auth?.user.email === "ada@example.com";
    return auth !== null;
  },
};

const form = new FormData();

/** Options of `auth.require()` for Next. */
export const nextRequire: All<NextRequireOptions> = {
  aal: 2,
  maxAge: 300,
  redirectTo: "/billing",
  form,
};

/** Options of `signIn()` for Next. */
export const nextSignIn: All<NextSignInOptions> = {
  redirectTo: "/dashboard",
  redirect: false,
  scope: "https://www.googleapis.com/auth/calendar.readonly",
  data: { plan: "pro" },
};

/** Options of `NuxtAuth()`. */
export const nuxt: All<NuxtAuthOptions<string>> = {
  name: "session",
};

/** Options of `KitAuth()`. */
export const kit: All<KitAuthOptions<string>> = {
  name: "session",
  // With Kit 3: import * as env from "$app/env/private"; with Kit 2: import { env } from "$env/dynamic/private";
  env: env,
  checkOrigin: true,
};

/** Options of `signIn()` for SvelteKit. */
export const kitSignIn: Pick<All<KitSignIn>, "redirect" | "scope" | "data"> = {
  redirect: false,
  scope: "https://www.googleapis.com/auth/calendar.readonly",
  data: { plan: "pro" },
};

/** Options of `signIn()` on the server. */
export const signIn: All<SignInAction> = {
  providerId: "github",
  fields: { email: "ada@example.com" },
  authorizationParams: { login_hint: "ada" },
  scope: "repo",
  data: { plan: "pro" },
  redirectTo: "/dashboard",
};

const button = createBrowserClient();

/** Options of a client. */
export const client: Omit<All<KitClientOptions>, "window"> = {
  url: "https://api.example.com/auth",
  basePath: "/login",
  baseUrl: "http://localhost:3000",
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
  base: "/app",
};

/** Options of a subscription. */
export const subscribe: All<SubscribeOptions> = {
  refetchInterval: 5 * 60,
  refetchOnWindowFocus: false,
};

/** Options of a sign-in or a sign-out in the browser. */
export const signOut: All<SignOutOptions> = {
  redirectTo: "/goodbye",
  callbackUrl: "/goodbye",
  redirect: false,
  provider: true,
  revokeTokens: true,
};

/** Options of a sign-in with a passkey. */
export const passkey: Pick<All<PasskeyOptions>, "provider" | "signal"> = {
  provider: "security-key",
  signal: AbortSignal.timeout(60_000),
};

/** Properties of `SessionProvider`. */
export const react: Omit<All<SessionProviderProps>, "children" | "session"> = {
  basePath: "/login",
  client: button,
  refetchInterval: 5 * 60,
  refetchOnWindowFocus: false,
};

/** Options of `useSession()`. */
export const useSession: All<UseSessionOptions> = {
  required: true,
  onUnauthenticated: () => location.assign("/sign-in"),
};

/** The functions around the examples, so that the pages import them. */
export const functions: Readonly<Record<string, unknown>> = { DenoKv, Postgres, Redis };
