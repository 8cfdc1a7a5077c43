/**
 * What pages say in words for applications of Next and SvelteKit that have several recipes.
 *
 * @module
 */

import type { Advice } from "./_together.ts";

const tabs = ["Next"];

/** The paths that strangers open, as `callbacks.authorized` knows them. */
const OPEN =
  "/^\\/(?:login$|password\\/|second-factor\\/|mobile\\/|health$|sso$)/.test(request.nextUrl.pathname)";

/** Where the application ends all sessions of a user. */
const EVERYWHERE = "app/home-of-sign_out-sign-out-everywhere/page.tsx";

const assertOwn = 'import { assertOwn } from "@/acting";\n';

export const NEXT_ADVICE: readonly Advice[] = [
  {
    page: "README",
    says: "strangers see a page if one recipe opens it to them",
    tabs,
    edits: [[
      "auth.ts",
      "auth !== null || open.has(request.nextUrl.pathname)",
      `auth !== null || open.has(request.nextUrl.pathname) ||\n${OPEN}`,
    ]],
  },
  ...[
    ["sign_in_page", "If the config has `callbacks.authorized`, let it return `true` for `/login`"],
    ["password_forms", "If the config has `callbacks.authorized`, let it return `true` for these pages"],
    ["second_factor_forms", "If the config has `callbacks.authorized`, let it return `true` for these pages"],
    ["mobile", "`callbacks.authorized` must return `true` for `/mobile/…` and `/api/…`"],
    ["deployment", "If the config has `callbacks.authorized`, let it return `true` for `/health`"],
    ["enterprise_sso", "If the config has `callbacks.authorized`, let it return `true` for `/sso`"],
  ].map(([page, says]): Advice => ({ page: page!, says: says!, tabs, edits: [] })),
  {
    page: "limits",
    says: "In Next, write `className` and `async defer` as React does",
    tabs,
    edits: [
      [
        "app/login/page.tsx",
        'import { redirect } from "next/navigation";',
        'import { headers } from "next/headers";\nimport { redirect } from "next/navigation";',
      ],
      [
        "app/login/page.tsx",
        'const { error, callbackUrl = "/", link = "", provider = "" } = await searchParams;',
        'const { error, callbackUrl = "/", link = "", provider = "" } = await searchParams;\n' +
        '  const nonce = (await headers()).get("x-nonce") ?? undefined;',
      ],
      [
        "app/login/page.tsx",
        `              autoComplete="email"
            />
          </label>`,
        `              autoComplete="email"
            />
          </label>
        <script nonce={nonce} src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer></script>
        <div className="cf-turnstile" data-sitekey="the site key"></div>`,
      ],
    ],
  },
  {
    page: "impersonation",
    says: "**Refuse what only the user may do**: `assertOwn(session)`.",
    tabs,
    edits: [
      [EVERYWHERE, "import { auth, signOut }", `${assertOwn}import { auth, signOut }`],
      [
        EVERYWHERE,
        "const { redirect: location } =",
        "if (session) assertOwn(session);\n  const { redirect: location } =",
      ],
      ["app/api/keys/route.ts", "import { auth }", `${assertOwn}import { auth }`],
      [
        "app/api/keys/route.ts",
        "const { name } =",
        "assertOwn(request.auth);\n  const { name } =",
      ],
      ["app/api/calendars/route.ts", "import { auth }", `${assertOwn}import { auth }`],
      [
        "app/api/calendars/route.ts",
        'async () =>\n  Response.json(await readCalendars(await auth.accessTokens.get("google")))\n',
        `async (request) => {
  const token = await auth.accessTokens.get("google");
  if (request.auth) assertOwn(request.auth);
  return Response.json(await readCalendars(token));
}`,
      ],
      ["app/calendars/page.tsx", "import { auth }", `${assertOwn}import { auth }`],
      [
        "app/calendars/page.tsx",
        "  const names =",
        `  const session = await auth();
  if (session) assertOwn(session);
  const names =`,
      ],
    ],
  },
];

const inKit = ["SvelteKit"];

/** The routes that strangers, and programs with a key or a token, open. */
const OPEN_ROUTES = [
  ...["/login", "/password/[form]", "/second-factor/prove", "/second-factor/setup", "/sso", "/health"],
  ...["/api/orders", "/mobile/token", "/mobile/sign-out", "/mobile/me"],
];

/** Calls `assertOwn` before a line of a route. */
function asOwn(route: string, before: string, session: string): Advice["edits"] {
  const file = `src/routes/${route}`;
  const up = "../".repeat(route.split("/").length);
  return [
    [file, `import type { `, `import { assertOwn } from "${up}acting.ts";\nimport type { `],
    [file, before, `assertOwn(${session});\n${before}`],
  ];
}

export const KIT_ADVICE: readonly Advice[] = [
  {
    page: "README",
    says:
      "`open` has the routes for strangers and programs, such as `/login`, `/second-factor/prove`, `/second-factor/setup` and `/api/orders`",
    tabs: inKit,
    edits: [[
      "src/hooks.server.ts",
      '"/signin"]',
      `"/signin", ${OPEN_ROUTES.map((route) => JSON.stringify(route)).join(", ")}]`,
    ]],
  },
  {
    page: "limits",
    says: "In SvelteKit, the script stands in `src/app.html`",
    tabs: inKit,
    edits: [
      [
        "src/routes/login/+page.svelte",
        '<button name="providerId" value="resend">',
        '<div class="cf-turnstile" data-sitekey="the site key"></div>\n' +
        '  <button name="providerId" value="resend">',
      ],
      [
        "vite.config.ts",
        '"object-src": ["none"],',
        '"object-src": ["none"],\n            "frame-src": ["https://challenges.cloudflare.com"],',
      ],
      [
        "vite.config.ts",
        '["self", "https://accounts.google.com"]',
        '["self", "https://accounts.google.com", "https://sso.example.com", "com.example.app:"]',
      ],
    ],
  },
  {
    page: "impersonation",
    says: "**Refuse what only the user may do**: `assertOwn(session)`.",
    tabs: inKit,
    edits: [
      ...asOwn(
        "home-of-sign_out-sign-out-everywhere/+page.server.ts",
        "const { url } =",
        "session!",
      ).map(([file, from, to]) =>
        [file, from, to.replace("assertOwn(session!)", "if (session) assertOwn(session)")] as const
      ),
      ...asOwn("api/keys/+server.ts", "const { name } =", "await locals.auth.require()"),
      ...asOwn("calendars/+page.server.ts", "const token =", "await auth.require()"),
    ],
  },
];
