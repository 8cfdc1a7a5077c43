/**
 * The page of the integrations and of the browser client.
 *
 * @module
 */

import type { Page } from "./render.ts";

/** The page of the integrations. */
export const INTEGRATIONS_PAGE: Page = {
  file: "integrations.md",
  title: "Integrations and the browser client",
  introduction:
    "The options that an integration adds to those of [the config](config.md). `DenoAuth`, `BunAuth`, `NodeAuth`, " +
    "`WorkerAuth` and `HonoAuth` have none: they take a config, or a function that returns one. " +
    "[Each framework](../frameworks/README.md) has a page with the first steps.",
  sections: [
    {
      type: "src/values/levels.ts SessionNeed",
      heading: "What a page needs of a session",
      introduction:
        "`auth.require(need)` of [`auth`](../frameworks/README.md#auth-in-a-request), in each integration; " +
        "`requireSession(config, need)` of Express, `requireSession(need)` of Fastify and Hono. " +
        "[Sessions](../concepts/sessions.md#how-strongly-it-is-proven) says what counts.",
      prefix: "require: ",
      example: "need",
      around: "await auth.require({ … });",
    },
    {
      type: "src/integrations/mount/request_auth_types.ts RequireOptions",
      heading: "auth.require()",
      introduction:
        "`auth.require(options)` of [`auth`](../frameworks/README.md#auth-in-a-request), in each integration.",
      prefix: "auth.require: ",
      example: "require",
      around: "await auth.require({ … });",
    },
    {
      type: "src/integrations/astro/astro.ts AstroAuthOptions",
      generics: { Name: "string" },
      heading: "Astro",
      introduction: "`AstroAuth(config, options)` of `@latchkey/auth/astro`.",
      prefix: "AstroAuth: ",
      example: "astro",
      around: "AstroAuth(config, { … })",
    },
    {
      type: "src/integrations/express/express.ts RequireSessionOptions",
      heading: "Express",
      introduction: "`requireSession(config, options)` of `@latchkey/auth/express`.",
      prefix: "requireSession: ",
      example: "express",
      around: "requireSession(config, { … })",
    },
    {
      type: "src/integrations/fastify/types.ts FastifyAuthOptions",
      generics: { C: "AuthConfig" },
      heading: "Fastify",
      introduction: "`app.register(FastifyAuth, options)` of `@latchkey/auth/fastify`.",
      prefix: "FastifyAuth: ",
      example: "fastify",
      around: "await app.register(FastifyAuth, { … });",
    },
    {
      type: "src/integrations/next/api.ts AuthorizedCallback",
      heading: "Next.js",
      introduction: "`NextAuth(config)` of `@latchkey/auth/next`: one more callback in the config.",
      prefix: "callbacks.",
      example: "next",
      around: "callbacks: { … },",
    },
    {
      type: "src/integrations/next/api.ts NextRequireOptions",
      heading: "auth.require() of Next.js",
      introduction: "`auth.require(options)` of `@latchkey/auth/next`.",
      prefix: "auth.require of Next: ",
      example: "nextRequire",
      around: "await auth.require({ … });",
    },
    {
      type: "src/integrations/next/api.ts SignInOptions",
      heading: "signIn() of Next.js",
      introduction:
        "`signIn(providerId, options)` and `signOut(options)` that `NextAuth` returns, in a server action. Further " +
        "fields are those of the form.",
      prefix: "NextAuth signIn: ",
      example: "nextSignIn",
      around: 'await signIn("github", { … });',
    },
    {
      type: "src/integrations/nuxt/nuxt.ts NuxtAuthOptions",
      generics: { Name: "string" },
      heading: "Nuxt",
      introduction: "`NuxtAuth(config, options)` of `@latchkey/auth/nuxt`.",
      prefix: "NuxtAuth: ",
      example: "nuxt",
      around: "NuxtAuth(config, { … })",
    },
    {
      type: "src/integrations/sveltekit/sveltekit.ts KitAuthOptions",
      generics: { Name: "string" },
      heading: "SvelteKit",
      introduction: "`KitAuth(config, options)` of `@latchkey/auth/sveltekit`.",
      prefix: "KitAuth: ",
      example: "kit",
      around: "KitAuth(config, { … })",
    },
    {
      type: "src/core/server_action.ts SignInAction",
      heading: "A sign-in on the server",
      introduction:
        "The argument of `auth.signIn()`, and of `signIn()` of SvelteKit and of `mount()`. `signOut()` takes `redirectTo` " +
        "only.",
      prefix: "signIn: ",
      example: "signIn",
      around: "await auth.signIn({ … });",
    },
    {
      type: "src/integrations/sveltekit/types.ts KitSignIn",
      heading: "A sign-in on the server of SvelteKit",
      introduction: "`signIn()` and `signOut()` of SvelteKit have one more option.",
      prefix: "KitAuth signIn: ",
      example: "kitSignIn",
      around: "await signIn(event, { … });",
      omit: ["providerId", "fields", "authorizationParams", "redirectTo"],
    },
    {
      type: "src/integrations/mount/mount.ts MountOptions",
      heading: "An integration of your own",
      introduction: "`mount(config, environment, options)` of `@latchkey/auth/integration`.",
      prefix: "mount: ",
      example: "mount",
      around: "mount(config, process.env, { … })",
    },
    {
      type: "src/model/jwt.ts GetTokenParams",
      heading: "getToken()",
      introduction:
        "`getToken(options)` of `@latchkey/auth/jwt` reads the session token of a request, with the strategy `jwt`.",
      prefix: "getToken: ",
      example: "getTokenParams",
      around: "await getToken({ … })",
      generics: { R: "boolean" },
    },
    {
      type: "src/client/sveltekit.ts KitClientOptions",
      heading: "The browser client",
      introduction:
        "`createClient(options)` of `@latchkey/auth/client`; `base` is an option of `@latchkey/auth/sveltekit/client` " +
        "alone. The functions that these modules export are those of a client with the defaults.",
      prefix: "createClient: ",
      example: "client",
      around: "createClient({ … })",
    },
    {
      type: "src/client/types.ts SubscribeOptions",
      heading: "subscribe()",
      introduction: "`subscribe(listener, options)` of the client.",
      prefix: "subscribe: ",
      example: "subscribe",
      around: "subscribe(listener, { … })",
    },
    {
      type: "src/client/types.ts SignOutOptions",
      heading: "signIn() and signOut() in the browser",
      introduction:
        "`signIn(providerId, options)` and `signOut(options)` of the client. `signIn` takes the fields of the form " +
        'as well: `signIn("email", { email: "ada@example.com" })`.',
      prefix: "signOut: ",
      example: "signOut",
      around: "await signOut({ … });",
    },
    {
      type: "src/client/types.ts PasskeyOptions",
      heading: "Passkeys in the browser",
      introduction:
        "`passkey.signIn(options)` and `passkey.add(options)` of the client. They take the options of " +
        "`signOut()` and the fields of the form as well.",
      prefix: "passkey: ",
      example: "passkey",
      around: "await passkey.signIn({ … });",
      omit: ["redirectTo", "callbackUrl", "redirect"],
    },
    {
      type: "src/client/react.ts SessionProviderProps",
      generics: { C: "AuthConfig" },
      heading: "SessionProvider for React and Next.js",
      introduction:
        "The properties of `<SessionProvider>` of `@latchkey/auth/react` and `@latchkey/auth/next/client`.",
      prefix: "SessionProvider: ",
      example: "react",
      around: "const properties = { … };",
    },
    {
      type: "src/client/react.ts UseSessionOptions",
      generics: { R: "boolean" },
      heading: "useSession()",
      introduction: "`useSession(options)` of `@latchkey/auth/react` and `@latchkey/auth/next/client`.",
      prefix: "useSession: ",
      example: "useSession",
      around: "useSession({ … })",
    },
  ],
};
