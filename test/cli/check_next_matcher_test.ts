/**
 * Applications below a path: the base path of Next, the path of AUTH_URL, and the home page in the proxy.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ENV } from "./_command.ts";
import { at, checkNext, ROUTE } from "./_next_files.ts";

const BELOW_SHOP = { "next.config.ts": 'export default { basePath: "/shop" };' };

/** A proxy that runs for some paths. @param matcher Its source. */
function matching(matcher: string): string {
  return `export { auth as proxy } from "@/auth";\n\nexport const config = { matcher: ${matcher} };`;
}

/** A condition of Next for a matcher, with brackets of its own around it. */
const PREFETCH = '{ type: "header", key: "next-router-prefetch" }';

/** A config with pages of the application. */
function withPages(pages: Readonly<Record<string, string>>): string {
  return `{ providers: [], callbacks: { authorized: () => true }, pages: ${JSON.stringify(pages)} }`;
}

/** Applications in which the files do what they look like. */
const FAULTLESS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "below a base path of Next whose proxy runs for the home page, too": {
    ...at("/shop/api/auth"),
    ...BELOW_SHOP,
    "proxy.ts": matching('["/", "/((?!api|_next).*)"]'),
  },
  "below a base path of Next whose proxy runs for all paths": {
    ...at("/shop/api/auth"),
    ...BELOW_SHOP,
    "proxy.ts": matching("'/:path*'"),
  },
  "below a base path of Next whose proxy lists the home page after a condition": {
    ...at("/shop/api/auth"),
    ...BELOW_SHOP,
    "proxy.ts": matching(`[{ source: "/((?!api|_next/static).*)", missing: [${PREFETCH}] }, "/"]`),
  },
  "below a base path of Next whose proxy has an object for the home page": {
    ...at("/shop/api/auth"),
    ...BELOW_SHOP,
    "proxy.ts": matching(`[{ missing: [${PREFETCH}], source: "/((?!_next).*)" }, { "source": "/" }]`),
  },
  "below a base path of Next whose proxy has a path with a bracket and a quote": {
    ...at("/shop/api/auth"),
    ...BELOW_SHOP,
    "proxy.ts": matching(String.raw`['/((?!api|[\'\]]).*)', "/"]`),
  },
  "below a base path of Next whose proxy has all paths in a condition only": {
    ...at("/shop/api/auth"),
    ...BELOW_SHOP,
    "proxy.ts": matching('{ source: "/admin", has: [{ type: "query", key: "to", "value": "/(.*)" }] }'),
  },
  "below a base path of Next whose proxy guards a part, beside another list": {
    ...at("/shop/api/auth"),
    ...BELOW_SHOP,
    "proxy.ts": `${matching('"/admin"')}\n\nconst ALL = ["/(.*)"];`,
  },
  "below a base path of Next whose proxy guards a part": {
    ...at("/shop/api/auth"),
    ...BELOW_SHOP,
    "proxy.ts": matching('["/admin/:path*", "/(members|team)"]'),
  },
  "below a base path of Next whose addresses end with a slash": {
    ...at("/shop/api/auth"),
    "next.config.ts": 'export default { basePath: "/shop", trailingSlash: true };',
    "proxy.ts": matching('["/((?!api|_next).*)"]'),
  },
  "below a base path of Next whose pages are below it, or at another host": {
    ...at(
      "/shop/api/auth",
      withPages({ signIn: "/shop/login", signOut: "/shop?bye", error: "https://help.example/" }),
    ),
    ...BELOW_SHOP,
  },
  "with pages without a base path of Next": at("/api/auth", withPages({ signIn: "/login" })),
  "without a base path of Next": {
    "next.config.ts": 'export default { basePath: "" };',
    "proxy.ts": matching('["/((?!api|_next).*)"]'),
  },
};
for (const [what, files] of Object.entries(FAULTLESS)) {
  test(`check finds nothing wrong with an application of Next ${what}`, async () => {
    assert.deepEqual(await checkNext(files), { route: [], pages: [], proxy: [], edge: [], code: 0 });
  });
}

for (
  const matcher of [
    '["/((?!api|_next/static|_next/image|favicon.ico).*)"]',
    "'/((?!_next).*)'",
    '[{ source: "/((?!api|[.]png$).*)", missing: [{ type: "header", key: "purpose" }] }, "/admin"]',
    "[`/(.*)`]",
    `{ source: "/((?!api).*)", missing: [${PREFETCH}] }`,
    `[{ missing: [${PREFETCH}], source: "/((?!api).*)" }]`,
  ]
) {
  test(`check warns that the proxy leaves the home page open below a base path of Next: ${matcher}`, async () => {
    const { proxy } = await checkNext({
      ...at("/shop/api/auth"),
      ...BELOW_SHOP,
      "proxy.ts": matching(matcher),
    });
    assert.equal(proxy.length, 1);
    assert.match(
      proxy[0]!,
      /^warning: Next does not run proxy\.ts for the home page: below its `basePath`, .+ → Add `"\/"` to `matcher`$/,
    );
  });
}

/** Applications of which AUTH_URL and the base path of Next differ, and what `check` says of them. */
const DIFFERENT = [
  {
    what: "AUTH_URL has a path that Next lacks",
    env: { ...ENV, AUTH_URL: "https://app.example/shop" },
    files: {},
    says:
      "warning: AUTH_URL has the path /shop, and Next has no `basePath`: links lead to /shop/api/auth, where Next " +
      'finds no route → Write `basePath: "/shop"` in the config of Next, or AUTH_URL without its path. A proxy in ' +
      "front that removes /shop needs neither",
  },
  {
    what: "Next has a base path that AUTH_URL lacks",
    env: ENV,
    files: BELOW_SHOP,
    says:
      'warning: Next has the `basePath` "/shop", and the library is at /api/auth: its sign-in page is not found ' +
      '→ Let AUTH_URL end with /shop, or write `basePath: "/shop/api/auth"` in the config of the library',
  },
];
for (const { what, env, files, says } of DIFFERENT) {
  test(`check warns of an application where ${what}`, async () => {
    const { route, code } = await checkNext(files, env);
    assert.deepEqual([route, code], [[says], 0]);
  });
}

test("check names the route file that is missing below the base path of Next", async () => {
  const { route } = await checkNext({
    ...BELOW_SHOP,
    ...at("/shop/api/auth"),
    [ROUTE]: null,
    "app/page.tsx": "",
    "app/login/[...auth]/route.ts": "",
  });
  assert.match(route.join("\n"), /only \/login: .+ → Write app\/api\/auth\/\[\.\.\.auth\]\/route\.ts: /);
});

test("check warns of each page that leads outside of the application below a base path of Next", async () => {
  const { pages, code } = await checkNext({
    ...at(
      "/shop/api/auth",
      withPages({ signIn: "/login", error: "/shopping/sorry", newUser: "/shop/welcome" }),
    ),
    ...BELOW_SHOP,
  });
  const says = (name: string, page: string) =>
    `warning: \`pages.${name}\` leads to ${page}, which is outside of the \`basePath\` "/shop" of Next ` +
    `→ Write the path that browsers see: \`${name}: "/shop${page}"\``;
  assert.deepEqual([pages, code], [[says("signIn", "/login"), says("error", "/shopping/sorry")], 0]);
});
