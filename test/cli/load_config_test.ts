import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { check, ENV, run, said } from "./_command.ts";

const CONFIG = "{ providers: [] }";

/** Checks an application, offline. */
async function checkFiles(files: Record<string, string>, ...args: string[]) {
  // The command says of its process whether it listens.
  const ownProcess = /\bcreateServer\b|Deno\.serve\b/.test(Object.values(files).join());
  const { findings, code } = await check({ env: ENV, files, ownProcess }, ["--offline", ...args]);
  return { file: said(findings, "file"), variables: said(findings, "variables"), code };
}

test("check finds the config in the usual places, by its usual names", async () => {
  const cases = [
    ["auth.ts", `export const config = ${CONFIG};`, "`config`"],
    ["src/auth.ts", `export const authConfig = ${CONFIG};`, "`authConfig`"],
    ["auth.config.mjs", `export const authOptions = ${CONFIG};`, "`authOptions`"],
    ["src/lib/server/auth.js", `export default ${CONFIG};`, "`default`"],
    ["lib/auth.ts", `export const membersConfig = ${CONFIG};`, "`membersConfig`"],
    ["server/auth.ts", `export const config = () => (${CONFIG});`, "what the function `config` returns"],
    [
      "auth.mts",
      `export default async (request: Request) => (new URL(request.url), ${CONFIG});`,
      "what the function `default` returns",
    ],
  ] as const;
  for (const [file, text, how] of cases) {
    assert.deepEqual(await checkFiles({ [file]: text }), {
      file: [`ok: ${file}: ${how}`],
      variables: [],
      code: 0,
    });
  }
});

test("check names the exported configs that it does not check", async () => {
  const { file, code } = await checkFiles({
    "auth.ts":
      `export const members = ${CONFIG}, config = ${CONFIG}, admins = ${CONFIG}; export default config;`,
  });
  assert.equal(file[0], "ok: auth.ts: `config`");
  assert.match(
    file[1]!,
    /^warning: auth\.ts exports other configs.* not checked: `admins`, `members` → Export each/,
  );
  assert.deepEqual([file.length, code], [2, 0]);
});

test("check reads the file that is named, and no other", async () => {
  const files = {
    "auth.ts": "throw new Error('not this one');",
    "x/y.ts": `export const config = ${CONFIG};`,
  };
  assert.deepEqual((await checkFiles(files, "x/y.ts")).file, ["ok: x/y.ts: `config`"]);
  const { file, code } = await checkFiles(files, "z.ts");
  assert.match(file[0]!, /^wrong: There is no file z\.ts → /);
  assert.equal(code, 1);
});

test("check says where it has looked if there is no config", async () => {
  const { file, code } = await checkFiles({});
  assert.match(
    file[0]!,
    /^wrong: There is no config: looked for auth\.config\.ts, src\/auth\.config\.ts, .* auth\.ts, .* → Run the command/,
  );
  assert.equal(code, 1);
});

test("check goes on to the next place, and says what was wrong with the first", async () => {
  const { file, code } = await checkFiles({
    "auth.ts": 'import { cookies } from "next/headers"; cookies();',
    "src/auth.ts": `export default ${CONFIG};`,
  });
  assert.match(
    file[0]!,
    /^warning: auth\.ts.* imports "next\/headers", which exists only inside of Next → Move the config/,
  );
  assert.equal(file[1], "ok: src/auth.ts: `default`");
  assert.equal(code, 0);
});

test("check takes the module for the config alone, and leaves the one that needs the framework", async () => {
  for (const folder of ["", "src/", "src/lib/server/", "server/"]) {
    const { file, code } = await checkFiles({
      [`${folder}auth.ts`]: 'import { cookies } from "next/headers"; cookies();',
      [`${folder}auth.config.ts`]: `export const config = ${CONFIG};`,
    });
    assert.deepEqual([file, code], [[`ok: ${folder}auth.config.ts: \`config\``], 0]);
  }
});

test("check calls a function with the request, the variables and the env of a platform", async () => {
  const source = "({ url, env, platform, AUTH_URL, headers }) => ({ providers: [], basePath: " +
    "`/${[url, env.AUTH_URL, platform.env.AUTH_URL, AUTH_URL].map((each) => new URL(each).host === 'app.example')" +
    ".join('-')}-${headers.get('x')}` })";
  const { out } = await run(["check", "--offline"], {
    env: ENV,
    files: { "auth.ts": `export const config = ${source};` },
  });
  assert.match(out, /the library is at \/true-true-true-true-null/);
});

/** Functions of Workers, each with a database that exists only on the platform. */
const WORKERS: readonly (readonly [name: string, config: string, bindings: readonly string[]])[] = [
  [
    "the env of a worker",
    "({ DB }) => ({ providers: [], adapter: Sqlite(DB) })",
    ["skipped: `DB`: not in the variables"],
  ],
  [
    "the context of Hono",
    "(c) => ({ providers: [], adapter: Sqlite(c.env.DB) })",
    ["skipped: `DB`: not in the variables"],
  ],
  [
    "the platform of SvelteKit",
    "({ platform }) => ({ providers: [], adapter: Sqlite(platform.env.DB) })",
    ["skipped: `DB`: not in the variables"],
  ],
  [
    "the env of a worker, asked later",
    "({ DB }) => ({ providers: [], adapter: Sqlite(() => DB.prepare('SELECT 1').all()) })",
    [],
  ],
];
for (const [name, config, bindings] of WORKERS) {
  test(`check loads a config that has a database in ${name}, and says that it was not asked`, async () => {
    const { findings, code } = await check({
      env: ENV,
      files: {
        "auth.ts":
          `import { Sqlite } from "@latchkey/auth/adapters/sqlite"; export const config = ${config}; Sqlite;`,
      },
    });
    assert.deepEqual(said(findings, "bindings").map((each) => each.split(". ")[0]), bindings);
    const [tables, ...others] = said(findings, "tables").map((each) => each.split(" → ")[0]);
    assert.deepEqual([tables, others], ["skipped: not asked: `DB` exists only on the platform", []]);
    assert.deepEqual([said(findings, "file"), code], [
      ["ok: auth.ts: what the function `config` returns"],
      0,
    ]);
  });
}

for (const page of ["examples/workers/auth.ts", "npm/frameworks/hono/auth.config.ts"]) {
  test(`check loads the config of a worker that a page shows: ${page}`, async () => {
    const file = page.split("/").at(-1)!;
    const files = { [file]: await readFile(new URL(`../../${page}`, import.meta.url), "utf8") };
    const env = { ...ENV, AUTH_GITHUB_ID: "client", AUTH_GITHUB_SECRET: "secret-of-the-client" };
    const { findings, code } = await check({ env, files }, ["--offline"]);
    assert.match(said(findings, "bindings").join(), /^skipped: `DB`: not in the variables/);
    assert.deepEqual([said(findings, "file"), code], [
      [`ok: ${file}: what the function \`config\` returns`],
      0,
    ]);
  });
}

test("check asks a database that is there, beside a variable that is not", async () => {
  const { findings, code } = await check({
    env: ENV,
    files: {
      "auth.ts": `import { DatabaseSync } from "node:sqlite";
        import { Sqlite } from "@latchkey/auth/adapters/sqlite";
        export const config = ({ env }) =>
          ({ providers: [], basePath: env.BASE ?? "/in", adapter: Sqlite(new DatabaseSync(":memory:")) });`,
    },
  });
  assert.match(
    said(findings, "tables").join(),
    /^wrong: auth_users, auth_accounts, auth_sessions: not in the/,
  );
  assert.match(said(findings, "origin").join(), /the library is at \/in/);
  assert.deepEqual([said(findings, "bindings"), code], [[], 1]);
});

const FAILURES: readonly (readonly [text: string, reason: RegExp])[] = [
  [
    'import { env } from "$env/dynamic/private"; env;',
    /imports "\$env\/dynamic\/private", which exists only inside of SvelteKit → Move/,
  ],
  ['import { env } from "cloudflare:workers"; env;', /which exists only inside of Cloudflare Workers → Move/],
  [
    'import { Database } from "bun:sqlite"; Database;',
    /which exists only in Bun → Run the command there: `bunx --bun @latchkey\/auth check`/,
  ],
  [
    'import { db } from "@/db"; db;',
    /imports "@\/db": this runtime does not read `paths`.* → Write a relative path/,
  ],
  ['import { db } from "./db"; db;', /imports ".*\/db", and there is no such file → Write the extension/],
  ['import { db } from "not-there"; db;', /imports "not-there", which is not installed → Install it/],
  ['throw new TypeError("no key");', /^wrong: auth\.ts cannot be loaded: TypeError: no key → /],
  [
    'import { NodeAuth } from "@latchkey/auth/node"; NodeAuth({ providers: [], secondFactor: true });',
    /^wrong: auth\.ts has a fault: .*SecondFactor\(\).* → Write what/,
  ],
  [
    "export const handlers = {}, auth = () => 1;",
    /^wrong: auth\.ts exports `auth`, `handlers`, but no config → Export/,
  ],
  [
    "export default (request, response) => response.end();",
    /^wrong: auth\.ts exports `default`, but no config → /,
  ],
  [
    'export const config = () => { throw new Error("no DB"); };',
    /^wrong: The function `config` of auth\.ts fails: no DB → /,
  ],
  [
    "export const config = () => ({});",
    /^wrong: The function `config` of auth\.ts returns no config with `providers`/,
  ],
  [
    'import { createServer } from "node:http"; createServer().listen(0);',
    /^wrong: auth\.ts exports nothing, and starts a server when it is loaded → Move/,
  ],
];
for (const [text, reason] of FAILURES) {
  test(`check explains why there is no config to load in: ${text}`, async () => {
    const { file, code } = await checkFiles({ "auth.ts": text });
    assert.match(file[0]!, reason);
    assert.equal(code, 1);
  });
}

test("check says that the port of a server in the module is in use", async () => {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response());
  const { file } = await checkFiles({
    "auth.ts": `Deno.serve({ hostname: "127.0.0.1", port: ${server.addr.port} }, () => new Response());`,
  });
  await server.shutdown();
  assert.match(file[0]!, /^wrong: auth\.ts starts a server when it is loaded, and its port is in use → Move/);
});

test("check ends, and warns, if the module of the config starts a server and fails in the background", async () => {
  const { file, code } = await checkFiles({
    "auth.ts":
      `import { createServer } from "node:http"; await new Promise((done) => createServer().listen(0, done));
      Promise.reject(new Error("lost connection")); export const config = ${CONFIG};`,
  });
  assert.match(file[1]!, /^warning: auth\.ts starts a server when it is loaded\. The command ends it → Move/);
  assert.match(file[2]!, /^warning: An error was not caught: Error: lost connection/);
  assert.equal(code, 0);
});

test("check does not end well if the module of the config ends the process", async () => {
  const { code, out, errors } = await run(["check"], {
    env: ENV,
    files: { "auth.ts": "process.exit(0);" },
    ownProcess: true,
  });
  assert.match(
    errors,
    /^Cannot read the config: a module of the application has ended the process\. Move the config/,
  );
  assert.deepEqual([code, out], [1, ""]);
});

test("check reads .env.local before .env, or the named files alone, and leaves what is set", async () => {
  const files = {
    ".env": "AUTH_URL=https://from-env.example\nA=env\nB=env\nC=env\nD=env",
    ".env.local": "A=local\nB=local\nC=local",
    ".dev.vars": "D=dev",
    "my.env": "A=mine\nB=mine",
    "other.env": "B=other\nC=other",
    "auth.ts":
      "const { A, B, C, D, AUTH_URL } = process.env; export const config = { providers: [], basePath: " +
      "`/${[A, B, C, D].join('-')}` };",
  };
  const set = { env: { ...ENV, A: "set" }, files };
  const usual = await run(["check", "--offline"], set);
  assert.match(usual.out, /https:\/\/app\.example; the library is at \/set-local-local-env/);
  const { out } = await run(["check", "--offline", "--env-file", "my.env", "--env-file", "other.env"], set);
  assert.match(out, /https:\/\/app\.example; the library is at \/set-mine-other-\n/);
  assert.ok(!/\.env\.local|\.dev\.vars/.test(out));
  assert.match(out, /my\.env: 2 variables, of which 1 had a value already/);
  const { variables, code } = await checkFiles(files, "--env-file", "absent.env");
  assert.equal(variables[0], "wrong: There is no file absent.env");
  assert.equal(code, 1);
});

test("check --json prints nothing but JSON, also if the module writes to the console", async () => {
  const { out, errors } = await run(["check", "--json", "--offline"], {
    env: ENV,
    ownProcess: true,
    files: { "auth.ts": `console.log("connected"); export const config = ${CONFIG};` },
  });
  assert.equal(errors, "connected\n");
  assert.deepEqual(Object.keys(JSON.parse(out)), ["version", "runtime", "ok", "findings"]);
});
