/**
 * Which recipes stand in one application, and which do not, with the reason.
 *
 * @module
 */

import { type Advice, blocksFor, type Server } from "./_together.ts";
import { APART, type Apart } from "./_together_apart.ts";
import { KIT_ADVICE, NEXT_ADVICE } from "./_together_routes.ts";
import { nameOf, type Part } from "./_together_module.ts";

const of = (page: string, sections: readonly string[]): readonly Part[] =>
  sections.map((section) => ({ page, section }));

/** The recipes of the application, in the order in which their callbacks run. */
const PARTS: readonly Part[] = [
  ...of("deployment", ["Docker"]),
  ...of("proxies_and_domains", ["A front end on another domain"]),
  ...of("limits", ["Behind a proxy", "A captcha", "A form of your own", "See failed sign-ins"]),
  ...of("mail", [
    "A link and a code, by an email service",
    "Other words, name and colours",
    "Which addresses get an email",
    "Emails about what has happened",
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
  ...of("sign_out", ["A sign-out button", "Sign out at the provider too", "Sign out everywhere"]),
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
  SvelteKit: {
    tab: "SvelteKit",
    exports: "src/auth.ts",
    config: "AuthConfig",
    routes: "src/routes/",
    home: ["+page.server.ts", "+page.svelte"],
    joined: /\/(?:hooks|\+page)\.server\.ts$/,
  },
};

/** The recipes in the application of a framework. */
export function partsFor(framework: string): readonly Part[] {
  const without = apartFor(framework).flatMap(({ page, sections }) => of(page, sections).map(nameOf));
  return PARTS.filter((part) => !without.includes(nameOf(part)));
}

/** Those that do not stand in it. */
export function apartFor(framework: string): readonly Apart[] {
  return APART.filter(({ tabs }) => !tabs || tabs.includes(framework));
}

/** What pages say in words, for applications that have several recipes. */
export const ADVICE: readonly Advice[] = [
  ...NEXT_ADVICE,
  ...KIT_ADVICE,
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
    says: 'begin its `allow` with `account.provider === "boxyhq-saml" ||`',
    edits: [[
      "auth.ts",
      "allow: ({ email }) =>",
      'allow: ({ email, account }) => account.provider === "boxyhq-saml" ||',
    ]],
  },
  {
    page: "api_keys",
    says: "end the `WHERE` of `userOfKey` with `AND user_id NOT IN (SELECT user_id FROM auth_bans)`",
    edits: [[
      "api_keys.ts",
      "WHERE hash = ? RETURNING",
      "WHERE hash = ? AND user_id NOT IN (SELECT user_id FROM auth_bans) RETURNING",
    ]],
  },
  {
    page: "api_keys",
    says:
      "`AND user_id NOT IN (SELECT user_id FROM auth_deletions WHERE due_at IS NOT NULL)` in the same place",
    edits: [[
      "api_keys.ts",
      "auth_bans) RETURNING",
      "auth_bans) AND user_id NOT IN (SELECT user_id FROM auth_deletions WHERE due_at IS NOT NULL) RETURNING",
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
  {
    page: "content_security_policy",
    says: "a provider that [ends its session](sign_out.md#sign-out-at-the-provider-too), the address of " +
      "[a native app](mobile.md#sign-in-from-a-native-app), such as `com.example.app:`, and " +
      "[a front end on another domain](proxies_and_domains.md#a-front-end-on-another-domain)",
    edits: [[
      "policy.ts",
      "https://accounts.google.com",
      "https://accounts.google.com https://sso.example.com com.example.app: https://app.example.com",
    ]],
  },
  ...["Express", "Hono"].map((tab): Advice => ({
    page: "protect",
    says: "`const origins = [frontEnd, site.origin];` and `const home = frontEnd;`",
    tabs: [tab],
    edits: [
      ["own_url.ts", "import process", 'import { frontEnd } from "./auth.ts";\nimport process'],
      ["own_url.ts", "const origins = [site.origin];", "const origins = [frontEnd, site.origin];"],
      ["own_url.ts", "const home = site.href;", "const home = frontEnd;"],
    ],
  })),
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
    says: "Put the widget into its form for the email",
    tabs: ["Express"],
    edits: [["main.ts", EMAIL_FIELD, `${EMAIL_FIELD}${widget("res.locals.nonce")}`]],
  },
  {
    page: "limits",
    says: "Put the widget into its form for the email",
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
        ["main.ts", "import { bannerOf, ", "import { assertOwn, bannerOf, "],
        [
          "main.ts",
          `${leaves}if (session) await`,
          `if (session) assertOwn(session);\n${leaves}if (session) await`,
        ],
        ...tab === "Hono"
          ? [
            before("const { name } = Object(await c.req.json().catch(() => null));"),
            before(
              `const token = await c.var.auth.accessTokens.get("google");`,
              "await c.var.auth.require()",
            ),
          ]
          : [
            before("res.status(201).json(await createKey("),
            before("res.json(await readCalendars("),
          ],
      ],
    };
  }),
];
