import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { WINGS } from "../tools/_wings.ts";
import { violations } from "../tools/architecture.ts";

const root = new URL("../", import.meta.url);

test("violations() finds none in this repository", async () => {
  const inFolders = await Promise.all(
    ["src", "test", "tools"].map(async (folder) =>
      (await readdir(new URL(`${folder}/`, root), { recursive: true })).map((path) => `${folder}/${path}`)
    ),
  );
  const paths = ["mod.ts", ...inFolders.flat()];
  const sources = paths.filter((path) => path.endsWith(".ts"))
    .map(async (path) => [path, await readFile(new URL(path, root), "utf8")] as const);
  assert.deepEqual(violations(new Map(await Promise.all(sources))), []);
});

/** Path, source, and what must be reported; nothing where the source is in order. */
const CASES: readonly (readonly [name: string, path: string, source: string, report: RegExp | null])[] = [
  ["a downward import", "src/core/auth.ts", `import { a } from "./http/incoming.ts";`, null],
  ["an upward import", "src/http/incoming.ts", `import { a } from "../core/auth.ts";`, /imports point down/],
  [
    "an upward import of types",
    "src/http/incoming.ts",
    `import type { A } from "../core/auth.ts";`,
    /imports point down/,
  ],
  [
    "an upward import of named types",
    "src/http/incoming.ts",
    `import { type A } from "../core/auth.ts";`,
    /imports point down/,
  ],
  [
    "an upward import of a type in place",
    "src/http/incoming.ts",
    `type A = import("../core/auth.ts").A;`,
    /imports point down/,
  ],
  [
    "a type beside a value",
    "src/http/csrf.ts",
    `import { type A, b } from "../core/auth.ts";`,
    /imports point down/,
  ],
  ["an upward import()", "src/http/csrf.ts", `await import("../core/auth.ts");`, /imports point down/],
  ["an upward import for effect", "src/http/csrf.ts", `import "../core/auth.ts";`, /imports point down/],
  ["an upward re-export", "src/http/csrf.ts", `export * from "../core/auth.ts";`, /imports point down/],
  [
    "an upward re-export of types",
    "src/http/csrf.ts",
    `export type { A } from "../core/auth.ts";`,
    /imports point down/,
  ],
  ["an import written in a comment", "src/http/csrf.ts", `/** import { a } from "../core/auth.ts"; */`, null],
  ["an import of the same folder", "src/oauth/flow.ts", `import { a } from "./server.ts";`, null],
  ["an import of a neighbour", "src/oauth/flow.ts", `import { a } from "../session/jwt.ts";`, /neighbours/],
  ["a command that imports an adapter", "src/cli/schema.ts", `import("../adapters/sqlite/sqlite.ts");`, null],
  ["a command that imports a provider", "src/cli/a.ts", `import("../providers/github.ts");`, /hands it in/],
  [
    "a command that imports an integration",
    "src/cli/a.ts",
    `import "../integrations/node/node.ts";`,
    /integration/,
  ],
  [
    "an import of the command",
    "src/integrations/node/node.ts",
    `import "../../cli/main.ts";`,
    /nothing imports the/,
  ],
  ["a command that loads a config", "src/cli/load_config.ts", `await import(path);`, null],
  ["another command that imports what a user names", "src/cli/a.ts", `await import(path);`, /computed/],
  ["a command that reads a file", "src/cli/a.ts", `import "node:fs";`, null],
  [
    "a file beside the folders of src",
    "src/a.ts",
    `import { a } from "./http/urls.ts";`,
    /belongs to no layer/,
  ],
  [
    "a file of no layer",
    "src/plugins/a.ts",
    `import { a } from "../values/types.ts";`,
    /belongs to no layer/,
  ],
  [
    "an import from no layer",
    "src/core/auth.ts",
    `import { a } from "../plugins/a.ts";`,
    /belongs to no layer/,
  ],
  ["another folder's private file", "src/core/a.ts", `import { a } from "../http/_b.ts";`, /private/],
  ["a folder's own private file", "src/http/a.ts", `import { a } from "./_b.ts";`, null],
  ["a room's private file", "src/testing/mod.ts", `import { a } from "./provider/_world.ts";`, /private/],
  ["the private file of the folder above", "src/testing/browser/a.ts", `import { a } from "../_b.ts";`, null],
  [
    "an import of an integration",
    "mod.ts",
    `export * from "./src/integrations/node/node.ts";`,
    /integration/,
  ],
  [
    "an import of a provider",
    "src/core/a.ts",
    `import { A } from "../providers/a.ts";`,
    /hands it in/,
  ],
  ["the type of a provider", "src/oauth/a.ts", `import type { A } from "../providers/a.ts";`, /point down/],
  [
    "an import of an adapter",
    "src/core/a.ts",
    `import { A } from "../adapters/a.ts";`,
    /hands it in/,
  ],
  [
    "an adapter's import of crypto",
    "src/adapters/redis/a.ts",
    `import { a } from "../../crypto/a.ts";`,
    /database only/,
  ],
  [
    "an adapter's import of the clock",
    "src/adapters/redis/a.ts",
    `import { a } from "../../platform.ts";`,
    null,
  ],
  ["another file of the same database", "src/adapters/redis/a.ts", `import { a } from "./b.ts";`, null],
  ["what a database stands on", "src/adapters/mysql/a.ts", `import { a } from "../sql/b.ts";`, null],
  ["another database", "src/adapters/mysql/a.ts", `import { a } from "../redis/b.ts";`, /does not stand on/],
  [
    "what stands on a file",
    "src/adapters/sql/a.ts",
    `import { a } from "../mysql/b.ts";`,
    /does not stand on/,
  ],
  [
    "the types of another framework",
    "src/integrations/express/a.ts",
    `import type { A } from "../next/api.ts";`,
    /does not stand on/,
  ],
  ["a door below a framework", "src/integrations/express/a.ts", `import { a } from "../node/door.ts";`, null],
  ["a file beside the frameworks", "src/integrations/a.ts", `import "../http/a.ts";`, /in no folder/],
  ["a database that stands nowhere", "src/adapters/redis/a.ts", `import "../oracle/a.ts";`, /in no folder/],
  [
    "the contract of databases",
    "src/model/a.ts",
    `import type { A } from "../adapters/contract/types.ts";`,
    null,
  ],
  [
    "another type of the contract",
    "src/model/a.ts",
    `import type { A } from "../adapters/contract/records.ts";`,
    /private to its wing/,
  ],
  [
    "a command that imports a part of an adapter",
    "src/cli/a.ts",
    `import("../adapters/sql/schema.ts");`,
    /private to its wing/,
  ],
  [
    "a feature that imports another",
    "src/features/passwords/a.ts",
    `import { a } from "../second_factor/b.ts";`,
    /neighbours/,
  ],
  [
    "a feature's downward import",
    "src/features/passwords/a.ts",
    `import { a } from "../../http/b.ts";`,
    null,
  ],
  ["a provider's import of the core", "src/providers/a.ts", `import { a } from "../jwt.ts";`, /is data/],
  ["a provider's import of the errors", "src/providers/a.ts", `import { a } from "../errors.ts";`, null],
  ["a provider's import of crypto", "src/providers/a.ts", `import { a } from "../crypto/bytes.ts";`, null],

  ["a part of jose in a provider", "src/providers/a.ts", `await import("jose/jwt/sign");`, null],
  ["a part of jose in a page", "src/pages/layout.ts", `await import("jose/jwt/sign");`, /has no place here/],
  ["all of jose", "src/oauth/tokens.ts", `await import("jose");`, /the part of jose/],
  [
    "an optional package where it belongs",
    "src/providers/nodemailer.ts",
    `await import("npm:nodemailer@^1");`,
    null,
  ],
  ["an optional package elsewhere", "src/providers/a.ts", `await import("npm:nodemailer@^1");`, /no place/],
  [
    "an optional package of a scope",
    "src/providers/_webauthn.ts",
    `await import("npm:@simplewebauthn/server@^1");`,
    null,
  ],
  [
    "an optional package that is loaded at once",
    "src/providers/nodemailer.ts",
    `import { createTransport } from "npm:nodemailer@^1";`,
    /may be missing/,
  ],
  ["another package", "src/oauth/tokens.ts", `import type { A } from "a"; import b from "b";`, /: b has no/],
  ["a computed import()", "src/oauth/tokens.ts", `await import(name);`, /computed/],

  ["node: in an integration", "src/integrations/node/a.ts", `import { a } from "node:http";`, null],
  ["node: in the core", "src/http/a.ts", `import { a } from "node:http";`, /one runtime/],
  ["Deno in the core", "src/http/a.ts", `const a = Deno.env;`, /Deno belongs/],
  ["process in the native cipher", "src/crypto/native.ts", `const { process } = globalThis;`, null],
  ["process from globalThis", "src/http/a.ts", `const { process } = globalThis as X;`, /process belongs/],
  ["globalThis.process", "src/http/a.ts", `globalThis.process?.env;`, /process belongs/],
  ["typeof Bun", "src/http/a.ts", `if (typeof Bun === "object") a();`, /Bun belongs/],
  ["a property named process", "src/http/a.ts", `a.process(); const b = { process: 1 };`, null],
  ["a parameter named process", "src/http/a.ts", `function a(process: B) { process.c(); }`, null],
  ["Deno in a string", "src/http/a.ts", `const a = "Deno.env";`, null],

  ["the clock", "src/http/a.ts", `const a = Date.now();`, /Platform/],
  ["a date of now", "src/http/a.ts", `const a = new Date();`, /Platform/],
  ["a date as text", "src/http/a.ts", `const a = Date();`, /Platform/],
  ["a date of a time", "src/http/a.ts", `const a = new Date(now);`, null],
  ["chance", "src/http/a.ts", `crypto.getRandomValues(a);`, /Platform/],
  ["an id by chance", "src/http/a.ts", `globalThis.crypto.randomUUID();`, /Platform/],
  ["bad chance", "src/http/a.ts", `Math.random();`, /Platform/],
  ["the network", "src/http/a.ts", `await fetch(a);`, /Platform/],
  ["the network, handed on", "src/http/a.ts", `const b = { fetch };`, /Platform/],
  ["the network as a value", "src/http/a.ts", `const b = a ?? fetch;`, /Platform/],
  ["the network by globalThis", "src/http/a.ts", `globalThis.fetch(a);`, /Platform/],
  ["a platform's network", "src/http/a.ts", `platform.fetch(a);`, null],
  ["a parameter named fetch", "src/http/a.ts", `const a = ({ fetch }: B) => fetch("c");`, null],
  ["a method named fetch", "src/http/a.ts", `interface A { fetch(a: string): void }`, null],
  ["the clock in the platform", "src/platform/platform.ts", `const a = Date.now();`, null],
  ["a digest", "src/http/a.ts", `crypto.subtle.digest(a, b);`, null],

  ["a provider asked for by name", "src/oauth/a.ts", `if (provider.id === "apple") a();`, /quirk/],
  ["a provider excluded by name", "src/oauth/a.ts", `if ("apple" !== p.id) a();`, /quirk/],
  ["a switch over providers", "src/oauth/a.ts", `switch (provider.id) {}`, /quirk/],
  ["a list of providers", "src/oauth/a.ts", `["a", "b"].includes(provider.id);`, /quirk/],
  ["the provider of a request", "src/oauth/a.ts", `providers.find((p) => p.id === id);`, null],

  ["camelCase", "src/http/aB.ts", ``, /snake_case/],
  ["kebab-case", "src/http/a-b.ts", ``, /snake_case/],
  ["snake_case", "src/http/a_b.ts", ``, null],
  ["a file named utils", "src/http/utils.ts", ``, /says nothing/],
  ["a folder named common", "src/common/a.ts", ``, /says nothing/],

  [
    "types",
    "src/http/types.ts",
    `import type { A } from "../values/types.ts"; export interface B { a: A }`,
    null,
  ],
  ["a constant among types", "src/http/types.ts", `export const a = 1;`, /types only/],
  ["an import among types", "src/http/types.ts", `import { A } from "../errors/errors.ts";`, /types only/],
  [
    "re-exports",
    "mod.ts",
    `export { a } from "./src/core/auth.ts"; export type { B } from "./src/values/types.ts";`,
    null,
  ],
  ["code in mod.ts", "src/testing/mod.ts", `export const a = 1;`, /re-exports only/],

  ["330 lines", "src/core/auth.ts", "a();\n".repeat(330), null],
  ["331 lines", "src/core/auth.ts", "a();\n".repeat(331), /more than 330 lines/],
  ["500 lines of tests", "test/auth_test.ts", "a();\n".repeat(500), null],
  ["501 lines of tests", "test/auth_test.ts", "a();\n".repeat(501), /more than 500 lines/],
  ["331 lines of a tool", "tools/docs.ts", "a();\n".repeat(331), /more than 330 lines/],

  ["a test that sets a variable", "test/a_test.ts", `Deno.env.set("A", "b");`, /another test file/],
  ["a test that assigns a variable", "test/a_test.ts", `process.env.A = "b";`, /another test file/],
  ["a test that deletes a variable", "test/a_test.ts", `delete process.env["A"];`, /another test file/],
  ["a test that changes the folder", "test/a_test.ts", `Deno.chdir("/");`, /another test file/],
  ["a program that changes the folder", "test/_a.ts", `if (import.meta.main) Deno.chdir("/");`, null],
  [
    "a test that is also a program",
    "test/a_test.ts",
    `if (import.meta.main) Deno.chdir("/");`,
    /another test file/,
  ],
  ["a file of tests that replaces fetch", "test/a_test.ts", `globalThis.fetch = b;`, /share an isolate/],
  ["a file of tests that replaces the console", "test/a_test.ts", `console.error = b;`, /share an isolate/],
  ["a test that replaces fetch", "test/a_test.ts", `test("a", () => { globalThis.fetch = b; });`, null],
  ["a test that replaces process.env", "test/a_test.ts", `process.env = { A: Deno.env.get("A") };`, null],

  ["a test's name in full", "test/a_test.ts", `test("a() b", c);`, null],
  ["a test's name with four words", "test/a_test.ts", "test(`a() takes such values: ${b}`, c);", null],
  ["four words in a choice", "test/a_test.ts", "test(`a() ${b ? 'takes one that ends' : ''}`, c);", null],
  [
    "words that a value parts",
    "test/a_test.ts",
    "test(`a() always takes ${b} for that one`, c);",
    /in a row/,
  ],
  ["a name of values in a row", "test/a_test.ts", "t.test(`${a} ${b}`, c);", /in a row/],
  ["a name that is added up", "test/a_test.ts", `test("a() " + b, c);`, /in a row/],
];

for (const [name, path, source, report] of CASES) {
  test(`violations() ${report ? "reports a source with" : "accepts a source with"} ${name}`, () => {
    const found = violations(new Map([[path, source]]));
    if (report) assert.match(found.join("\n"), report);
    else assert.deepEqual(found, []);
  });
}

for (const [wing, folders] of Object.entries(WINGS)) {
  test(`${wing} has three floors, and each folder stands on folders above it in the list`, () => {
    const floors = new Map<string, number>();
    for (const [folder, below] of Object.entries(folders)) {
      assert.deepEqual(below.filter((each) => !floors.has(each)), [], folder);
      floors.set(folder, Math.max(0, ...below.map((each) => floors.get(each)!)) + 1);
    }
    assert.equal(Math.max(...floors.values()), 3);
  });
}

test("violations() reports a package that an entry point loads at once, however far down", () => {
  const lazy = `const load = () => import("jose/jwt/sign");`;
  const eager = `import { SignJWT } from "jose/jwt/sign";`;
  const files = (leaf: string) =>
    new Map([
      ["mod.ts", `export { a } from "./src/core/auth.ts";`],
      ["src/core/auth.ts", `import "../oauth/tokens.ts";`],
      ["src/oauth/tokens.ts", leaf],
    ]);
  assert.deepEqual(violations(files(lazy)), []);
  assert.match(violations(files(eager)).join("\n"), /src\/oauth\/tokens\.ts:1: .*before a sign-in needs it/);
});
