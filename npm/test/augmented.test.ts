import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "vitest";
import { runNode } from "./_run.ts";

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

for (const only of await onlyImports()) {
  test(`an application whose only import is ${only} extends each type of the library`, async () => {
    const folder = await mkdtemp(join(import.meta.dirname, "augmented-"));
    try {
      const program = programOf(only) + (INTEGRATIONS.test(only) ? programOfAuthJs(only) : "");
      await writeFile(join(folder, "app.ts"), program);
      const options = {
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        target: "es2022",
        module: "preserve",
      };
      const compilerOptions = { ...options, lib: ["es2022", "dom"], types: [] };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["app.ts"] }));
      assert.equal(await runNode("node_modules/typescript-7/bin/tsc", "--project", folder), "");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
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
