/**
 * Which recipes stand in one application, and which do not, with the reason.
 *
 * @module
 */

import { type Advice, blocksFor, type Routes, type Server } from "./_together.ts";
import { NEXT_ADVICE } from "./_together_next_parts.ts";
import { nameOf, type Part } from "./_together_module.ts";

const of = (page: string, sections: readonly string[]): readonly Part[] =>
  sections.map((section) => ({ page, section }));

/** The recipes of the application, in the order in which their callbacks run. */
const PARTS: readonly Part[] = [
  ...of("deployment", ["Docker"]),
  ...of("proxies_and_domains", ["A front end on another domain"]),
  ...of("limits", ["Behind a proxy", "A captcha", "A form of your own", "See failed sign-ins"]),
  ...of("mail", [
    "A link and a code, by a mail service",
    "Other words, name and colours",
    "Which addresses get a mail",
    "Mails about what has happened",
  ]),
  ...of("sessions", [
    "How long a session lasts",
    "Sign in again after a fixed time",
    "Remember me, with stored sessions",
    "Change the session, stored in a database",
  ]),
  ...of("user_in_session", [
    "The id of the user",
    "A role from your database",
    "Fields of your own, from the first sign-in",
  ]),
  ...of("content_security_policy", ["A nonce for each answer"]),
  ...of("sign_in_page", ["A sign-in page of your own", "A one-click button, without scripts"]),
  {
    page: "password_forms",
    section: "All forms",
    without: { "pages.signIn": "there is one page for signing in" },
  },
  ...of("second_factor_forms", ["Both pages"]),
  ...of("who_may_sign_in", [
    "Only people you have invited",
    "Block a user",
    "OAuthAccountNotLinked",
    "Link accounts by their address",
  ]),
  ...of("protect", [
    "Protect a page, and return to it after the sign-in",
    "Protect an API",
    "Protect everything but a few paths",
    "Let only some users in",
    "Go to another page after the sign-in",
    "Welcome new users",
  ]),
  ...of("sign_out", [
    "A sign-out button",
    "Sign out at the provider too",
    "Sign out everywhere",
    "Delete an account",
  ]),
  ...of("tokens", ["With a database", "In a job", "Seal the table of accounts", "Revoke the access"]),
  ...of("personal_data", ["Export"]),
  ...of("organizations", ["Create an organization, invite, accept"]),
  ...of("api_keys", ["Make, use and take back keys"]),
  ...of("audit_log", ["Write down what happens"]),
  ...of("mobile", ["Sign in from a native app", "A token for one purpose"]),
  ...of("enterprise_sso", [
    "Sign in with the customer's identity provider",
    "Remove who has left, with SCIM",
  ]),
  ...of("databases", ["Remove expired rows"]),
  ...of("impersonation", ["Act as another user"]),
];

/** The field in whose form the captcha is. */
const EMAIL_FIELD = `<input type="email" name="email" required autocomplete="email"></label></p>`;

/** The captcha of `limits.md`, with the nonce of the answer. */
function widget(nonce: string): string {
  const { text } = blocksFor("limits", "").find(({ language }) => language === "html")!;
  return text.replace("<script ", `<script nonce="\${${nonce}}" `);
}

/** Adds an import. */
function imported(file: string, names: string, module: string): Advice["edits"][number] {
  const before = 'import { Sqlite } from "@latchkey/auth/adapters/sqlite";';
  return [file, before, `import { ${names} } from "${module}";\n${before}`];
}

export const SERVERS: Readonly<Record<string, Server>> = {
  Express: {
    tab: "Express",
    library: /^app\.use\(MiddlewareAuth\(config\)\);/,
    guard: /^app\.use\(requireSession\(config\)\);/,
    rest: /^app\.use\(requireSession\(config\), /,
    end: /^app\.listen\(/,
  },
  Hono: {
    tab: "Hono",
    library: /^app\.use\(HonoAuth\(config\)\);/,
    guard: /^app\.use\(requireSession\(\)\);/,
    rest: /^app\.get\("\*", requireSession\(\), /,
    end: /^export default /,
  },
  Next: {
    tab: "Next",
    exports: "auth.ts",
    config: "NextAuthConfig",
    routes: "app/",
    home: ["page.tsx"],
  },
};

/** What all frameworks share of the recipes: the config, and the modules beside it. */
export const SHARED: Routes = { tab: "", exports: "", config: "AuthConfig", routes: "", home: [] };

/** What the config that all share does not take. */
const PAGES = { pages: "the pages stand in the tabs of frameworks: here are those of the library" };

/** The recipes in the application of a framework; of `SHARED`, those that are in each of them. */
export function partsFor(framework: string): readonly Part[] {
  const without = apartFor(framework).flatMap(({ page, sections }) => of(page, sections).map(nameOf));
  const parts = PARTS.filter((part) => !without.includes(nameOf(part)));
  return framework ? parts : parts.map((part) => ({ ...part, without: PAGES }));
}

/** Those that do not stand in it. */
export function apartFor(framework: string): readonly Apart[] {
  const apart = APART.filter(({ tabs }) => !tabs || tabs.includes(framework));
  if (framework) return apart;
  const inTabs = PARTS.filter(({ page, section }) =>
    !blocksFor(page, "").some((block) => block.section === section && block.file !== block.language)
  );
  const reason = "all of its code stands in the tabs of frameworks";
  return [...apart, ...inTabs.map(({ page, section }) => ({ page, sections: [section], reason }))];
}

/** A reason why sections stand apart. */
interface Apart {
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
const APART: readonly Apart[] = [
  {
    page: "databases",
    sections: [
      "An adapter of the library beside Prisma or Drizzle",
      "The adapter of Auth.js for Drizzle",
      "The adapter of Auth.js for Prisma",
      "Users whose address was never verified",
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
    page: "deployment",
    sections: ["Previews with one redirect URI"],
    reason: "it is for previews, each of which has sessions of its own",
  },
  {
    page: "mail",
    sections: [
      "By SMTP",
      "A mail of your own",
      "Another service",
      "A code alone",
      "Without a mail server, while you develop",
    ],
    reason: "one way to send mails",
    says: "two [services that send mail]",
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
    reason: "commands, which the walk follows",
  },
  {
    page: "sign_out",
    sections: ["A sign-out button, with a script"],
    reason: "it runs in the browser, with scripts, on the origin of the library",
    says: ORIGINS,
  },
  {
    page: "sign_in_page",
    sections: ["A one-click button, with a script", "Skip the page if you have one provider"],
    reason: "it runs in the browser, with scripts, on the origin of the library",
    says: ORIGINS,
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
    sections: ["A config for each tenant", "Tenants with stored sessions"],
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
    tabs: ["Next", ""],
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
    sections: [
      "A role that the provider knows",
      "Types for claims of the token",
      "Which type to extend for a field",
    ],
    reason: "sessions in tokens",
    says: TOKENS,
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

/** What pages say in words, for applications that have several recipes. */
export const ADVICE: readonly Advice[] = [
  ...NEXT_ADVICE,
  {
    page: "README",
    says: "that place is `audit_log.ts`, with the path that `auth.ts` had",
    edits: [
      [
        "audit_log.ts",
        "import { DatabaseSync }",
        'import process from "node:process";\nimport { DatabaseSync }',
      ],
      ["audit_log.ts", '"auth.sqlite"', 'process.env.DATABASE ?? "auth.sqlite"'],
    ],
  },
  {
    page: "sign_out",
    says:
      "with Hono, and with `Auth()`, `resolveSession()` and `mount()`: `providerLogout: ProviderLogout()`",
    tabs: ["Hono"],
    edits: [
      imported("auth.ts", "ProviderLogout", "@latchkey/auth/provider-logout"),
      [
        "auth.ts",
        "providerLogout: {\nbackchannel: true,\n}",
        "providerLogout: ProviderLogout({ backchannel: true })",
      ],
    ],
  },
  {
    page: "mail",
    says: "with Hono, English alone is there: add `languages: [en, de]`",
    tabs: ["Hono"],
    edits: [
      imported("auth.ts", "de, en", "@latchkey/auth/languages"),
      ["auth.ts", "messages: {", "languages: [en, de],\nmessages: {"],
    ],
  },
  {
    page: "enterprise_sso",
    says: 'add `if (account?.provider === "boxyhq-saml") return true;` there',
    edits: [[
      "auth.ts",
      "const isProven =",
      `if (account?.provider === "boxyhq-saml") return true;\nconst isProven =`,
    ]],
  },
  {
    page: "api_keys",
    says:
      "end the `WHERE` of `userOfKey` with `AND user_id IN (SELECT id FROM auth_users WHERE blocked IS NOT TRUE)`",
    edits: [[
      "api_keys.ts",
      "WHERE hash = ? RETURNING",
      "WHERE hash = ? AND user_id IN (SELECT id FROM auth_users WHERE blocked IS NOT TRUE) RETURNING",
    ]],
  },
  {
    page: "api_keys",
    says: "`for (const { id } of await listKeys(user.id)) await removeKey(user.id, String(id))`",
    edits: [
      [
        "directory.ts",
        `import { adapter }`,
        `import { listKeys, removeKey } from "./api_keys.ts";\nimport { adapter }`,
      ],
      [
        "directory.ts",
        "if (user) await adapter.deleteSessionsByUserId(user.id);",
        `if (!user) return;
  await adapter.deleteSessionsByUserId(user.id);
  for (const { id } of await listKeys(user.id)) await removeKey(user.id, String(id));`,
      ],
    ],
  },
  ...Object.keys(SERVERS).map((tab): Advice => ({
    page: "impersonation",
    says:
      "If your administrators have a [second factor](../second_factor.md), write `{ aal: 2, maxAge: 300 }`.",
    tabs: [tab],
    edits: [[
      tab === "Next" ? "app/admin/actions.ts" : "main.ts",
      "{ maxAge: 300 }",
      "{ aal: 2, maxAge: 300 }",
    ]],
  })),
  {
    page: "content_security_policy",
    says:
      "a provider that [ends its session](sign_out.md#sign-out-at-the-provider-too), and the address of " +
      "[a native app](mobile.md#sign-in-from-a-native-app), such as `com.example.app:`",
    edits: [[
      "policy.ts",
      "https://accounts.google.com",
      "https://accounts.google.com https://sso.example.com com.example.app:",
    ]],
  },
  {
    page: "limits",
    says: "the script needs the nonce, and the policy `frame-src https://challenges.cloudflare.com`",
    edits: [[
      "policy.ts",
      `"object-src 'none'",`,
      `"object-src 'none'",\n"frame-src https://challenges.cloudflare.com",`,
    ]],
  },
  {
    page: "limits",
    says: "Put the widget into its form for the mail",
    tabs: ["Express"],
    edits: [["main.ts", EMAIL_FIELD, `${EMAIL_FIELD}${widget("res.locals.nonce")}`]],
  },
  {
    page: "limits",
    says: "Put the widget into its form for the mail",
    tabs: ["Hono"],
    edits: [["main.ts", EMAIL_FIELD, `${EMAIL_FIELD}${widget("c.var.nonce")}`]],
  },
  ...(["Express", "Hono"] as const).map((tab): Advice => {
    const session = tab === "Hono" ? "c.var.session" : "res.locals.session";
    const before = (code: string, own = session): Advice["edits"][number] => [
      "main.ts",
      code,
      `assertOwn(${own});\n${code}`,
    ];
    const leaves = `const location = await auth.signOut({ redirectTo: "/" });\n  `;
    return {
      page: "impersonation",
      says: "**Refuse what only the user may do**: `assertOwn(session)`.",
      tabs: [tab],
      edits: [
        ["main.ts", "import { actAs, ", "import { actAs, assertOwn, "],
        [
          "main.ts",
          `${leaves}if (session) await`,
          `if (session) assertOwn(session);\n${leaves}if (session) await`,
        ],
        before(`${leaves}await adapter.deleteUser`, "session"),
        ...tab === "Hono"
          ? [
            before("return c.json(exportOf("),
            before("const { name } = await c.req.json();"),
            before(`const token = await c.var.auth.accessToken("google");`, "await c.var.auth.require()"),
          ]
          : [
            before("res.json(exportOf("),
            before("res.status(201).json(await createKey("),
            before("res.json(await readCalendars("),
          ],
      ],
    };
  }),
];
