import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { readManifest, root } from "../tools/exports.ts";

const { name, exports } = await readManifest();

/** Sub-paths of types: nothing is there at run time. */
const TYPES_ONLY = ["./providers", "./types"];

/** One thing at least that each sub-path gives at run time. A provider has a default export, and the same by its name. */
const GIVES: Readonly<Record<string, readonly string[]>> = {
  ".": [
    "Auth",
    "AuthError",
    "createActionURL",
    "customFetch",
    "findUserByEmail",
    "isAuthAction",
    "normalizedEmail",
    "outside",
    "raw",
    "resolveSession",
    "setEnvDefaults",
    "skipCSRFCheck",
  ],
  "./adapters": ["isDate"],
  "./adapters/deno-kv": ["DenoKv", "default"],
  "./adapters/memory": ["Memory", "default"],
  "./adapters/mysql": ["MySql", "default", "schema"],
  "./adapters/postgres": ["Postgres", "default", "schema"],
  "./adapters/redis": ["Redis", "default"],
  "./adapters/sqlite": ["Sqlite", "default", "schema"],
  "./bun": ["BunAuth"],
  "./cli": ["main"],
  "./deno": ["DenoAuth"],
  "./errors": ["AuthError", "ConfigError", "InvalidCheck", "isClientError"],
  "./express": ["MiddlewareAuth", "getSession", "requireSession"],
  "./fastify": ["FastifyAuth", "requireSession"],
  "./hono": ["HonoAuth", "requireSession"],
  "./integration": ["mount"],
  "./jwt": ["decode", "encode", "getToken"],
  "./languages": ["all", "de", "en", "ja"],
  "./migrate": ["fromAuthJs", "fromNextAuth4"],
  "./next": ["NextAuth", "default"],
  "./node": ["NodeAuth"],
  "./password": ["hashPassword", "needsRehash", "verifyPassword"],
  "./password-hashes": ["argon2id", "bcrypt", "betterAuth", "django", "firebase", "wordpress"],
  "./providers/microsoft-entra-id": ["MicrosoftEntraID", "MicrosoftEntraId", "default"],
  "./access-tokens": ["AccessTokens"],
  "./provider-logout": ["ProviderLogout"],
  "./second-factor": ["SecondFactor"],
  "./astro": ["AstroAuth"],
  "./client": [
    "ClientError",
    "createClient",
    "getSession",
    "getSnapshot",
    "signIn",
    "signOut",
    "subscribe",
    "update",
  ],
  "./next/client": ["SessionProvider", "signIn", "signOut", "useSession"],
  "./nuxt": ["NuxtAuth"],
  "./react": ["SessionProvider", "signIn", "signOut", "useClient", "useSession"],
  "./sveltekit/client": ["createClient", "session", "signIn", "signOut"],
  "./sveltekit": ["KitAuth"],
  "./testing": ["fakeProvider", "testBrowser", "testPlatform"],
  "./workers": ["WorkerAuth"],
};

for (const path of Object.keys(exports)) {
  test(`${name}${path.slice(1)} can be imported and exports its main names`, async () => {
    const module: Record<string, unknown> = await import(name + path.slice(1));
    if (TYPES_ONLY.includes(path)) {
      return assert.deepEqual(Object.keys(module), []);
    }
    if (path.startsWith("./providers/")) {
      const { default: provider, ...named } = module;
      assert.equal(typeof provider, "function");
      assert.ok(Object.values(named).includes(provider), "the provider is not exported by its name");
    }
    const expected = GIVES[path] ?? (path.startsWith("./providers/") ? [] : undefined);
    assert.ok(expected, `say in GIVES what ${path} is for`);
    for (const member of expected) {
      assert.ok(member in module, `${member} is missing`);
    }
  });
}

/** Sub-paths that need a framework. */
const WITH_FRAMEWORK: Readonly<Record<string, string>> = {
  "./sveltekit/components": "svelte-check checks it with Svelte, in test/frameworks/sveltekit_test.ts",
};

test("the programs of the customer, whose types the npm stage checks, import each sub-path", async () => {
  const files = ["customer", "customer_frameworks", "customer_providers"].map((file) =>
    `npm/test/${file}.ts`
  );
  const customer = (await Promise.all(files.map((file) => readFile(new URL(file, root), "utf8")))).join();
  const missing = Object.keys(exports).filter((path) =>
    !(path in WITH_FRAMEWORK) && !customer.includes(`"${name}${path.slice(1)}"`)
  );
  assert.deepEqual(missing, []);
});

test("every sub-path can be imported where Request and Response are not defined, as in tests with jsdom", async () => {
  const paths = Object.values(exports).map((path) => new URL(path, root).href);
  const code = `for (const name of ["fetch", "Headers", "Request", "Response"]) delete globalThis[name];
    for (const path of ${JSON.stringify(paths)}) {
      await import(path).catch((error) => console.log(path, String(error)));
    }`;
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", "--lock=deno.lock", "--frozen", code],
    cwd: fileURLToPath(root),
    env: { NO_COLOR: "1" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assert.equal(text(stdout), "");
  assert.ok(success, text(stderr));
});
