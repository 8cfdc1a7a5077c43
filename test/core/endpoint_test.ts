/**
 * The recipe for an endpoint in CONTRIBUTING.md, followed: a file, a line in the list, and a row.
 *
 * @module
 */

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { nightly } from "../_nightly.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const ACTION = `import type { Outcome } from "../http/types.ts";

/** Answers \`{ pong: true }\`. */
export function ping(): Promise<Outcome> {
  return Promise.resolve({ json: { pong: true } });
}
`;

const REQUEST = `import { Auth, isAuthAction } from "./mod.ts";

const config = { providers: [], secret: "at-least-32-characters-for-this-test", trustHost: true };
const ask = (method: string) => Auth(new Request("http://localhost/auth/ping", { method }), config);
const [get, post] = [await ask("GET"), await ask("POST")];
console.log(isAuthAction("ping"), get.status, await get.text(), post.status, post.headers.get("allow"));
`;

/** A copy of the library, and what its owner does to it. */
async function copyLibrary() {
  const folder = await mkdtemp(`${tmpdir()}/latchkey-endpoint-`);
  for (const name of ["src", "mod.ts", "deno.json"]) {
    await cp(ROOT + name, `${folder}/${name}`, { recursive: true });
  }
  return {
    insertAfter: async (file: string, line: string, added: string) => {
      const text = await readFile(`${folder}/${file}`, "utf8");
      assert.ok(text.includes(`${line}\n`), `${file} has the line ${line}`);
      await writeFile(`${folder}/${file}`, text.replace(`${line}\n`, `${line}\n${added}\n`));
    },
    copy: (file: string, copy: string) => cp(`${folder}/${file}`, `${folder}/${copy}`),
    write: (file: string, text: string) => writeFile(`${folder}/${file}`, text),
    deno: async (...args: string[]) => {
      const command = new Deno.Command(Deno.execPath(), { args, cwd: folder, env: { NO_COLOR: "1" } });
      const { stdout, stderr } = await command.output();
      return [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)) as [string, string];
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

nightly(
  "A new endpoint is a file in src/actions, a line in http/endpoints.ts, and a row in routes.ts",
  async () => {
    const library = await copyLibrary();
    try {
      await library.write("src/actions/ping.ts", ACTION);
      await library.insertAfter(
        "src/http/endpoints.ts",
        `  "GET csrf": "nothing",`,
        `  "GET ping": "nothing",`,
      );
      await library.insertAfter(
        "src/core/routes.ts",
        `import { csrf } from "../actions/csrf.ts";`,
        `import { ping } from "../actions/ping.ts";`,
      );
      // One check of both: the compiler takes longer than all the rest.
      await library.copy("src/core/routes.ts", "src/core/routes_without_ping.ts");
      await library.insertAfter(
        "src/core/routes.ts",
        `  "GET csrf": { run: csrf },`,
        `  "GET ping": { run: ping },`,
      );
      await library.write("request.ts", REQUEST);
      const [, errors] = await library.deno("check", "request.ts", "src/core/routes_without_ping.ts");
      assert.match(errors, /Property '"GET ping"' is missing/, "the compiler asks for the row");
      assert.equal(errors.match(/TS\d+ \[ERROR\]/g)?.length, 1, errors);
      const [output, failure] = await library.deno("run", "-A", "--no-check", "request.ts");
      assert.equal(output, 'true 200 {"pong":true} 405 GET\n', failure);
    } finally {
      await library.remove();
    }
  },
);
