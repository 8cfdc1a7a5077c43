import assert from "node:assert/strict";
import { test } from "node:test";
import { at, checkNext, FILES, GUARDED, installed, ROUTE } from "./_next_files.ts";

/** A config with a database of Node, and the middleware of Next 15 in front of it. */
const STORED = {
  "auth.config.ts": 'import { database } from "./lib/database.ts";\nexport const config = ' +
    "{ providers: [], callbacks: { authorized: ({ auth }) => auth !== null || !!database } };",
  "lib/database.ts": 'import { constants } from "node:fs";\nexport const database = { constants };',
  "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
};
const MIDDLEWARE = 'export { auth as middleware } from "@/auth";\n';
const ON_NODE = `${MIDDLEWARE}export const config = { runtime: "nodejs", matcher: ["/((?!_next).*)"] };`;

const OPEN = { "auth.config.ts": "export const config = { providers: [] };" };

/** Applications in which the files do what they look like. */
const FAULTLESS: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  "as the page of Next makes it": {},
  "in the folder src": {
    "proxy.ts": null,
    [ROUTE]: null,
    "src/proxy.ts": FILES["proxy.ts"]!,
    [`src/${ROUTE}`]: "",
  },
  "without a proxy": { "proxy.ts": null },
  "with a language in the path": { [ROUTE]: null, "app/[locale]/api/auth/[...auth]/route.ts": "" },
  "with a rewrite to the route": {
    [ROUTE]: null,
    "app/login/[...auth]/route.ts": "",
    "next.config.ts":
      "export default { rewrites: () => [{ source: '/api/auth/:p*', destination: '/login/:p*' }] };",
  },
  "whose proxy calls the handlers": {
    [ROUTE]: null,
    "app/page.tsx": "",
    "proxy.ts":
      'import { handlers } from "@/auth";\nexport const proxy = (request) => handlers.GET(request);',
  },
  "whose callback is added in a file of its own": {
    ...OPEN,
    "lib/session/rules.ts": "export const callbacks = { authorized: ({ auth }) => auth !== null };",
  },
  "whose pages are open on purpose": {
    "auth.config.ts": "export const config = { providers: [], callbacks: { authorized: () => true } };",
  },
  "whose proxy has a function of its own": {
    ...OPEN,
    "proxy.ts": 'import { auth } from "@/auth";\n\nexport default auth((request) => deny(request));',
  },
  "whose proxy has a function, and asks the callback itself": {
    "proxy.ts": 'import { auth } from "@/auth";\n\nconst own = auth((request) => log(request));\n' +
      "export const proxy = (request, event) => request.own ? own(request, event) : auth(request, event);",
  },
  "whose proxy is that of the policy for contents": {
    "proxy.ts": 'import { auth } from "@/auth";\n\nexport async function proxy(request: NextRequest, ' +
      "event: NextFetchEvent) {\n  const response = await auth(request, event);\n}",
  },
  "whose proxy has a function, and whose callback refuses with an answer of its own": {
    "auth.config.ts": "export const config = { providers: [], callbacks: { authorized({ auth, request }) " +
      "{ if (!auth) return Response.redirect(new URL('/login', request.url)); return true; } } };",
    "proxy.ts": 'import { auth } from "@/auth";\n\nexport default auth((request) => log(request));',
  },
  "whose proxy reads the session": {
    "proxy.ts":
      'import { auth } from "@/auth";\n\nexport async function proxy() { const session = await auth(); }',
  },
  "whose proxy names a function in `auth` in a comment alone": {
    "proxy.ts": '// export default auth((request) => log(request));\nexport { auth as proxy } from "@/auth";',
  },
  "whose proxy names `auth as proxy` in a comment alone": {
    ...OPEN,
    "proxy.ts": '// export { auth as proxy } from "@/auth";\nexport function proxy() {}',
  },
  "whose callback is added where NextAuth is called": {
    ...OPEN,
    "auth.ts": "export const { auth } = NextAuth({ ...config, callbacks: { authorized } });",
  },
  "whose proxy adds the callback itself": {
    ...OPEN,
    "proxy.ts": "const { auth } = NextAuth({ ...config, callbacks: { authorized } });\nexport default auth;",
  },
  "in Next 15 with a script that is called proxy": {
    ...installed("15.5.4"),
    "proxy.ts": null,
    "proxy.js": 'createServer(createProxyMiddleware({ target, auth: "user:password" })).listen(8080);',
  },
  "with helpers that are called proxy and middleware, elsewhere": {
    "proxy.ts": null,
    "src/proxy.ts": "export const agentFor = (uri) => new ProxyAgent({ uri, auth: process.env.PROXY_AUTH });",
    "src/middleware.js": "module.exports.requireAuth = (auth) => (request, response, next) => next();",
  },
  "with a middleware in Next 15": {
    ...installed("15.5.4"),
    "proxy.ts": null,
    "middleware.ts": 'export { auth as middleware } from "@/auth";',
  },
  "with a middleware in Next 16": {
    ...installed("16.1.0"),
    "proxy.ts": null,
    "middleware.ts": 'export { auth as middleware } from "@/auth";',
  },
  "with a middleware on Node, and a database": {
    ...STORED,
    ...installed("15.5.4"),
    "proxy.ts": null,
    "middleware.ts": ON_NODE,
  },
  "with a middleware on Node, and a database, in a canary release": {
    ...STORED,
    ...installed("15.3.0-canary.7"),
    "proxy.ts": null,
    "middleware.ts": `${MIDDLEWARE}export const config = { "runtime": 'nodejs' }`,
  },
  "with a proxy, which runs on Node, and a database": { ...STORED, ...installed("16.1.0") },
  "with an edge route without a session, and a database": {
    ...STORED,
    ...installed("16.1.0"),
    "app/og/route.ts": 'import fs from "node:fs";\nexport const runtime = "edge";\nfs.statSync(".");',
  },
  "with a middleware whose database is in another file": {
    ...STORED,
    ...installed("15.5.4"),
    "auth.config.ts": "export const config = { providers: [], callbacks: { authorized: () => true } };",
    "auth.ts": 'import { NextAuth } from "@latchkey/auth/next";\nimport { config } from "./auth.config";\n' +
      'import { database } from "./lib/database";\nexport const { auth } = NextAuth({ ...config, database });',
    "proxy.ts": null,
    "middleware.ts": 'import { config as own } from "./auth.config";\nexport default NextAuth(own).auth;',
  },
  "with a middleware that takes types of Node, and what both runtimes have": {
    ...installed("15.5.4"),
    ...STORED,
    "auth.config.ts": `import type { Stats } from "node:fs";
import { type PathLike, type Dirent } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { AsyncLocalStorage } from "node:async_hooks";
// import fs from "node:fs";
const known = new AsyncLocalStorage<Map<string, DatabaseSync>>();
export function open(database: DatabaseSync) {}
export const config = ${GUARDED};`,
    "proxy.ts": null,
    "middleware.ts": MIDDLEWARE,
  },
  "with a middleware that imports Node behind a condition": {
    ...STORED,
    ...installed("15.5.4"),
    "auth.config.ts": 'if (process.env.NEXT_RUNTIME === "nodejs") await import("./lib/database");\n' +
      `export const config = ${GUARDED};`,
    "proxy.ts": null,
    "middleware.ts": MIDDLEWARE,
  },
  "with its route in a group and a slot": {
    [ROUTE]: null,
    "app/(site)/api/@slot/auth/[[...auth]]/route.js": "",
  },
  "with one route above the library": { [ROUTE]: null, "app/api/[...path]/route.ts": "" },
  "with its route in the folder pages": {
    [ROUTE]: null,
    "app/page.tsx": "",
    "pages/api/auth/[...auth].ts": "",
  },
  "at another path": { ...at("/auth"), [ROUTE]: null, "app/auth/[...auth]/route.ts": "" },
  "below a base path of Next": {
    ...at("/shop/api/auth"),
    "next.config.ts": 'export default { basePath: "/shop" };',
  },
  "with other extensions of pages": {
    [ROUTE]: null,
    "app/x.tsx": "",
    "next.config.js": "export default { pageExtensions: ['page.ts'] };",
  },
  "with other extensions of pages between globs that look like a comment": {
    [ROUTE]: null,
    "app/x.tsx": "",
    "next.config.js":
      'export default { a: { "/api/*": ["./a"] }, pageExtensions: ["page.ts"], b: ["./public/**/*"] };',
  },
  "whose folder is a file": { [ROUTE]: null, "app": "", "proxy.ts": null },
};
for (const [what, files] of Object.entries(FAULTLESS)) {
  test(`check finds nothing wrong with an application of Next ${what}`, async () => {
    assert.deepEqual(await checkNext(files), { route: [], pages: [], proxy: [], edge: [], code: 0 });
  });
}

for (
  const text of [
    'export { auth as proxy } from "@/auth";',
    'export { handlers, auth as default } from "@/auth";',
    'import { auth } from "@/auth";\nexport default auth;',
    'import { auth } from "@/auth";\nexport const proxy = auth\n',
    'export const matcher = ["/admin/*"];\nexport { auth as proxy } from "@/auth"; // */',
    "export const { auth: proxy } = NextAuth(authConfig);",
    "export default NextAuth(authConfig).auth;",
  ]
) {
  test(`check warns that the proxy refuses no one without callbacks.authorized: ${text}`, async () => {
    const { proxy, code } = await checkNext({ ...OPEN, "proxy.ts": text });
    assert.equal(proxy.length, 1);
    assert.match(
      proxy[0]!,
      /^warning: proxy\.ts refuses no one: .+ no `callbacks\.authorized` → Write `callbacks: \{ authorized: /,
    );
    assert.equal(code, 0);
  });
}

/** Proxies that call `auth` with a function: `false` of `callbacks.authorized` refuses no one there. */
const WRAPPING = [
  'import { auth } from "@/auth";\n\nexport const proxy = auth((request) => withNonce(request));',
  'import { auth } from "@/auth";\n\nexport default auth(async function (request) { await count(request); });',
  'import { auth } from "@/auth";\n\nexport const proxy = auth(async ({ nextUrl }) => log(nextUrl));',
  'import { auth } from "@/auth";\n\nexport default auth(request => log(request));',
  'import { auth } from "@/auth";\nfunction run(request) {}\nexport const proxy = auth(run);',
  'import { auth as withAuth } from "@/auth";\n\nexport default withAuth((request) => log(request));',
  "const { auth: guard } = NextAuth(config);\nexport default guard((request, event) => log(request));",
  "export default NextAuth(config).auth((request) => log(request));",
  'import { auth } from "@/auth";\nconst run = auth((request) => log(request));\n' +
  "export function proxy(request, event) { return run(request, event); }",
];
for (const text of WRAPPING) {
  test(`check warns that the function of a proxy decides instead of callbacks.authorized: ${text}`, async () => {
    const { proxy, code } = await checkNext({ "proxy.ts": text });
    assert.equal(proxy.length, 1);
    assert.match(
      proxy[0]!,
      /^warning: `callbacks\.authorized` guards nothing: proxy\.ts calls `auth` with a function.+ → Write in proxy\.ts: `export async function proxy\(request, event\) /,
    );
    assert.equal(code, 0);
  });
}

test("check warns of the function in a middleware of Next 15", async () => {
  const { proxy } = await checkNext({
    ...installed("15.5.4"),
    "proxy.ts": null,
    "middleware.ts": WRAPPING[0]!.replace("proxy", "middleware"),
  });
  assert.match(proxy.join(), /middleware\.ts calls .+ `export async function middleware\(/);
});

test("check warns of a function in the proxy where only some answers of the callback are of its own", async () => {
  for (
    const body of [
      'if (request.url.endsWith("/t")) return new Response("tea"); return auth !== null;',
      'return auth ? Response.json("tea") : false;',
    ]
  ) {
    const { proxy } = await checkNext({
      "auth.config.ts":
        `export const config = { providers: [], callbacks: { authorized({ auth, request }) { ${body} } } };`,
      "proxy.ts": WRAPPING[0]!,
    });
    assert.equal(proxy.length, 1, body);
  }
});

test("check warns of a middleware of Next 15 that refuses no one", async () => {
  const { proxy } = await checkNext({
    ...OPEN,
    ...installed("15.5.4"),
    "proxy.ts": null,
    "middleware.ts": 'export { auth as middleware } from "@/auth";',
  });
  assert.match(proxy.join("\n"), /^warning: middleware\.ts refuses no one/);
});

test("check says that Next does not run a proxy which does not stand beside the folder app", async () => {
  const below = await checkNext({ [ROUTE]: null, [`src/${ROUTE}`]: "" });
  assert.deepEqual(below.proxy, [
    "wrong: Next does not run proxy.ts: the file must stand beside the folder `app` → Move it to src/proxy.ts",
  ]);
  assert.equal(below.code, 1);
  const above = await checkNext({ "proxy.ts": null, "src/middleware.ts": FILES["proxy.ts"]! });
  assert.deepEqual(above.proxy, [
    "wrong: Next does not run src/middleware.ts: the file must stand beside the folder `app` → Move it to middleware.ts",
  ]);
});

test("check says that Next 15 does not run the file proxy.ts", async () => {
  const { proxy, code } = await checkNext(installed("15.5.4"));
  assert.deepEqual(proxy, [
    "wrong: Next 15.5.4 does not run proxy.ts → Call the file middleware.ts, and its export `middleware`",
  ]);
  assert.equal(code, 1);
});

test("check names the route file that is missing in an application of Next", async () => {
  const none = await checkNext({ [ROUTE]: null, "app/page.tsx": "" });
  assert.match(
    none.route.join("\n"),
    /^warning: no route file .+ below \/api\/auth: .+ → Write app\/api\/auth\/\[\.\.\.auth\]\/route\.ts: `export const /,
  );
  const single = await checkNext({ [ROUTE]: null, "app/api/auth/[auth]/route.ts": "" });
  assert.match(single.route.join("\n"), /^warning: no route file/);
});

test("check names the route file that does not stand at the path of the library", async () => {
  const { route } = await checkNext(at("/auth"));
  assert.match(
    route.join("\n"),
    /^warning: .+ below \/auth, only \/api\/auth: .+ → Write app\/auth\/\[\.\.\.auth\]\/route\.ts/,
  );
  const prefix = await checkNext({ [ROUTE]: null, "app/api/au/[...auth]/route.ts": "" });
  assert.match(prefix.route.join("\n"), /^warning: .+ only \/api\/au: /);
});

test("check says what a middleware needs for a database in each version of Next", async () => {
  const inFolder = { ...STORED, "proxy.ts": null };
  const facts = "runs middleware.ts in the edge runtime, which lacks Node: lib/database.ts imports node:fs";
  const write = '`runtime: "nodejs"` into the `config` of middleware.ts, beside `matcher`';
  for (
    const [version, text, advice] of [
      ["15.5.4", MIDDLEWARE, `Write ${write}`],
      ["15.5.4", ON_NODE.replace("runtime", "// runtime"), `Write ${write}`],
      ["15.4.11", MIDDLEWARE, `Update Next to 15.5 or newer, and write ${write}`],
      ["15.1.0", ON_NODE, `Update Next to 15.5 or newer, and write ${write}`],
      ["16.1.0", MIDDLEWARE, "Call the file proxy.ts, and its export `proxy`: that runs on Node"],
    ] as const
  ) {
    const { edge, code } = await checkNext({
      ...inFolder,
      ...installed(version),
      "middleware.ts": text,
    });
    assert.deepEqual(edge, [`wrong: Next ${version} ${facts} → ${advice}`]);
    assert.equal(code, 1);
  }
});

test("check says that a middleware which asks for Node guards nothing in Next 15.2 to 15.4", async () => {
  for (const version of ["15.4.11", "15.2.0"]) {
    const { edge, code } = await checkNext({
      ...installed(version),
      "proxy.ts": null,
      "middleware.ts": ON_NODE,
    });
    assert.deepEqual(edge, [
      `wrong: Next ${version} does not run middleware.ts, because it has \`runtime: "nodejs"\`: it guards nothing ` +
      "→ Update Next to 15.5 or newer",
    ]);
    assert.equal(code, 1);
  }
});

test("check names what else of a middleware needs Node: passkeys, mails, and the packages of databases", async () => {
  for (
    const [line, module] of [
      [
        "import { Passkey } from '@latchkey/auth/providers/passkey';\nconst list = [Passkey];",
        "@latchkey/auth/providers/passkey",
      ],
      [
        "import {\n  Nodemailer,\n} from '@latchkey/auth/providers/nodemailer';\nconst list = { Nodemailer };",
        "@latchkey/auth/providers/nodemailer",
      ],
      ['import pg from "pg";\nexport const pool = new pg.Pool();', "pg"],
      ['import { createPool } from "mysql2/promise";\nexport const pool = createPool("");', "mysql2/promise"],
      ['import "node:sqlite";', "node:sqlite"],
    ] as const
  ) {
    const { edge } = await checkNext({
      ...STORED,
      ...installed("15.5.4"),
      "lib/database.ts": `${line}\nexport const database = 1;`,
      "auth.config.ts": `export const config = ${GUARDED};`,
      "auth.ts": 'export { database } from "@/lib/database";\nexport const auth = 1;',
      "proxy.ts": null,
      "middleware.ts": MIDDLEWARE,
    });
    // Double quotes stand for the sources of this repository.
    assert.equal(edge.length, 1, line);
    assert.ok(edge[0]!.includes(`lib/database.ts imports ${module} →`), edge.join());
  }
});

test("check names a route and a page in the edge runtime with a database, beside the folder src as well", async () => {
  const { edge } = await checkNext({
    "package.json": FILES["package.json"]!,
    ...installed("16.1.0"),
    "auth.config.ts": `export const config = ${GUARDED};`,
    "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
    "auth.ts": null,
    "proxy.ts": null,
    [ROUTE]: null,
    [`src/${ROUTE}`]: "",
    "src/auth.ts": 'import { DatabaseSync } from "node:sqlite";\nexport const auth = new DatabaseSync("");',
    "src/app/me/route.ts":
      'import { auth } from "@/auth";\nexport const runtime = "edge";\nexport const GET = auth();',
    "src/app/page.tsx":
      "import { auth } from \"@/auth\";\n\nexport const runtime = 'experimental-edge';\nauth();",
    "src/app/plain/page.tsx": 'import { auth } from "@/auth";\n\nauth();',
  });
  assert.deepEqual(
    edge,
    ["me/route.ts", "page.tsx"].map((file) =>
      `wrong: Next 16.1.0 runs src/app/${file} in the edge runtime, which lacks Node: src/auth.ts imports node:sqlite ` +
      `→ Remove \`export const runtime\` from src/app/${file}`
    ),
  );
});
