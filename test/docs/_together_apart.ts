/**
 * The recipes that do not stand in the applications of all recipes, with the reason.
 *
 * @module
 */

/** A reason why sections stand apart. */
export interface Apart {
  readonly page: string;
  readonly sections: readonly string[];
  readonly reason: string;
  /** The frameworks in whose applications they do not stand. Default: all. */
  readonly tabs?: readonly string[];
  /** Words of `docs/recipes/README.md`, by which a reader knows, if it excludes one of the application. */
  readonly says?: string;
}

const TOKENS = "sessions in tokens and stored sessions";
const ORIGINS = "one origin for pages and API";

/** Recipes that do not stand in the application. */
export const APART: readonly Apart[] = [
  {
    page: "databases",
    sections: [
      "An adapter of the library beside Prisma or Drizzle",
      "The adapter of Auth.js for Drizzle",
      "The adapter of Auth.js for Prisma",
      "Users whose address was never verified",
      "The account page beside an adapter of Auth.js",
      "Pool settings",
      "Serverless functions and the edge",
      "Migrations",
    ],
    reason: "another database, and one for an application",
    says: "two [databases]",
  },
  {
    page: "deployment",
    sections: ["Before you deploy", "Fly", "Deno Deploy", "Vercel"],
    reason: "commands and settings of hosts",
  },
  {
    page: "personal_data",
    sections: ["Erase"],
    reason: "SQL for a person who works on the database",
  },
  {
    page: "deployment",
    sections: ["Previews with one redirect URI"],
    reason: "it is for previews, each of which has sessions of its own",
  },
  {
    page: "mail",
    sections: ["Emails of your application"],
    reason: "a script, which runs beside the application",
  },
  {
    page: "mail",
    sections: [
      "By SMTP",
      "Your own email",
      "Another service",
      "A code alone",
      "Without a mail server, while you develop",
    ],
    reason: "one way to send mails",
    says: "two [services that send email]",
  },
  {
    page: "limits",
    sections: ["Credentials"],
    reason: "another form for the names of users",
  },
  {
    page: "limits",
    sections: ["Limits of your own"],
    reason: "`limits` is a function or an object",
    says: "`limits` as an object, and [as a function]",
  },
  {
    page: "other_languages",
    sections: ["Ask the application"],
    reason: "a server of its own, in another language",
  },
  {
    page: "mobile",
    sections: ["The app, with Expo"],
    reason: "it runs on the phone",
  },
  {
    page: "mobile",
    sections: ["An API on another server"],
    reason: "sessions in tokens",
    says: TOKENS,
  },
  {
    page: "sessions",
    sections: ["Remember me", "Change the session, kept in a token"],
    reason: "sessions in tokens",
    says: TOKENS,
  },
  {
    page: "sessions",
    sections: ["Read the session in the browser", "Use the client without a bundler"],
    reason: "pages for browsers, on the origin of the library",
    says: ORIGINS,
  },
  {
    page: "sessions",
    sections: ["Make a secret", "Rotate the secret", "If the secret has leaked"],
    reason: "commands",
  },
  {
    page: "sign_out",
    sections: ["A sign-out button, with a script"],
    reason: "it runs in the browser, with scripts, on the origin of the library",
    says: ORIGINS,
  },
  {
    page: "sign_in_page",
    sections: ["A one-click button, with a script"],
    reason: "it runs in the browser, with scripts, on the origin of the library",
    says: ORIGINS,
  },
  {
    page: "sign_in_page",
    sections: ["Skip the page if you have one provider"],
    reason: "sessions in tokens, and one provider",
    says: TOKENS,
  },
  {
    page: "sign_in_page",
    sections: ["Show the error in the form, with `useActionState`"],
    reason: "another form for the page of a sign-in page of your own",
  },
  {
    page: "sign_out",
    sections: ["Sign out everywhere, with sessions in tokens"],
    reason: "sessions in tokens",
    says: TOKENS,
  },
  {
    page: "tenants",
    sections: [
      "A config for each tenant",
      "Tenants with stored sessions",
      "Rotate the secrets of all tenants",
    ],
    reason: "a config for each request",
    says: "one config, and [one for each tenant]",
  },
  {
    page: "tenants",
    sections: ["Users who belong to several organizations"],
    reason: "sessions in tokens",
    says: TOKENS,
  },
  {
    page: "tokens",
    sections: ["Without a database"],
    reason: "sessions in tokens",
    says: TOKENS,
  },
  {
    page: "tokens",
    sections: ["Keep no tokens"],
    reason: "the application keeps tokens",
    says: "tokens of providers, and [none]",
  },
  {
    page: "tokens",
    sections: ["Ask for more later"],
    reason: "an application for Deno",
  },
  {
    page: "own_provider",
    sections: ["Describe the provider"],
    reason: "an application for Deno",
  },
  {
    page: "passwords",
    sections: ["Sign in with a name"],
    reason: "a table of passwords in place of `Password()`",
    says: "`Password()` and [passwords in a table of yours]",
  },
  {
    page: "proxies_and_domains",
    sections: [
      "Behind a reverse proxy",
      "Below a path",
      "One sign-in for several subdomains",
      "Several domains with one sign-in",
      "A monorepo",
    ],
    reason: "another origin, or several",
    says: ORIGINS,
  },
  {
    page: "proxies_and_domains",
    sections: ["A front end on another domain"],
    tabs: ["Next", "SvelteKit"],
    reason: "it is shown for Express and Hono, and others serve the front end themselves",
    says: ORIGINS,
  },
  {
    page: "testing",
    sections: [
      "Sign-ins, with Vitest",
      "Pages for a signed-in user, with Vitest",
      "Begin signed in, with Playwright",
      "Begin signed in, with Cypress",
      "Sign in at a provider, with Playwright",
    ],
    reason: "tests of an application",
  },
  {
    page: "user_in_session",
    sections: ["Data that a sign-in takes along"],
    reason: "its own server begins the sign-in",
  },
  {
    page: "user_in_session",
    sections: ["Roles from the groups of a company", "Roles from groups, with a database"],
    reason: "the provider of a company, and no other",
  },
  {
    page: "user_in_session",
    sections: [
      "A role that the provider knows",
      "Types for claims of the token",
      "Which type to extend for a field",
    ],
    reason: "sessions in tokens",
    says: TOKENS,
  },
  {
    page: "user_in_session",
    sections: ["Keep the name and the picture fresh"],
    reason: "the application keeps what its users have changed",
  },
  {
    page: "password_managers",
    sections: ["The pages of an account", "One passkey for several domains"],
    reason: "for Deno, at the root of a host",
  },
  {
    page: "websockets",
    sections: ["Open a WebSocket for a signed-in user", "The page"],
    reason: "for Node and Deno",
  },
  {
    page: "who_may_sign_in",
    sections: [
      "Only addresses of your company",
      "Only addresses that you list, with GitHub or Discord",
      "Any verified address of a GitHub user",
      "Only members of a GitHub organization",
      "Only members of a Discord server",
    ],
    reason: "each of them says who may sign in",
    says: "two rules of [who may sign in]",
  },
  {
    page: "README",
    sections: ["The files of a recipe"],
    reason: "what all recipes share",
  },
];
