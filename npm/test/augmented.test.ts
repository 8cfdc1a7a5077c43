import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, test } from "vitest";
import { ONE_CHECKER, runNode } from "./_run.ts";

/** Modules whose types an application extends, with an interface of each. */
const EXTENDED = {
  "@latchkey/auth":
    "interface Session { added?: string } interface User { added?: string } interface JWT { added?: string }",
  "@latchkey/auth/adapters": "interface AdapterUser { added?: string }",
  "@latchkey/auth/jwt": "interface JWT { added?: string }",
  "@latchkey/auth/types": "interface Profile { added?: string }",
  "@latchkey/auth/providers": "interface AppProvider { added?: string }",
};

/** Integrations. Each exports the types that an application of Auth.js extends in the module of its framework. */
const INTEGRATIONS = /\/(astro|bun|deno|express|fastify|hono|next|node|nuxt|sveltekit|workers)$/;

/** Modules that are the only import of an application: all but those of one provider or adapter. */
async function onlyImports(): Promise<readonly string[]> {
  const json = await readFile(join(import.meta.dirname, "node_modules/@latchkey/auth/package.json"), "utf8");
  const { name, exports } = JSON.parse(json);
  return Object.keys(exports).filter((path) =>
    !/^\.\/(providers|adapters)\/|^\.\/(cli|package\.json)$|components$/.test(path)
  ).map((path) => `${name}${path.slice(1)}`);
}

/** An application for each module, the only one that it imports. */
interface App {
  readonly only: string;
  readonly folder: string;
}

const compilerOptions = {
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  target: "es2022",
  module: "preserve",
  lib: ["es2022", "dom"],
  types: [],
};

const home = await mkdtemp(join(import.meta.dirname, "augmented-"));
afterAll(() => rm(home, { recursive: true }));
const apps = await Promise.all((await onlyImports()).map(writeApp));
// One start of the compiler takes a tenth of the time of one for each.
const errors = await compile(apps.map(({ folder }) => folder)).then(() => "", String);

for (const { only, folder } of apps) {
  test(`an application whose only import is ${only} extends each type of the library`, () => {
    assert.deepEqual(errors.split("\n").filter((line) => line.includes(`${basename(folder)}/`)), []);
  });
}

test("the compiler compiles each of these applications", async () => {
  assert.equal(errors, "");
  const [{ folder } = { folder: "" }] = apps;
  await writeFile(join(folder, "app.ts"), "export const wrong: string = 1;\n");
  await assert.rejects(compile([folder]), /TS2322/);
});

async function compile(folders: readonly string[]): Promise<void> {
  assert.equal(
    await runNode("node_modules/typescript-7/bin/tsc", "--build", ...ONE_CHECKER, ...folders),
    "",
  );
}

async function writeApp(only: string, index: number): Promise<App> {
  const folder = join(home, `app-${index}`);
  await mkdir(folder);
  const program = programOf(only) + (INTEGRATIONS.test(only) ? programOfAuthJs(only) : "");
  await writeFile(join(folder, "app.ts"), program);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["app.ts"] }));
  return { only, folder };
}

function programOf(only: string): string {
  const declared = Object.entries(EXTENDED).map(([module, text]) =>
    `declare module "${module}" { ${text} }\n`
  );
  return `import * as library from "${only}";\n${declared.join("")}void library;\n`;
}

function programOfAuthJs(only: string): string {
  return `import type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "${only}";
    declare module "${only}" {
      interface Session extends DefaultSession { own: DefaultSession["user"] }
      interface User extends DefaultUser { own?: Profile | Account }
    }
    export const read = (session: Session, user: User) => [session.own?.name, user.own];\n`;
}
