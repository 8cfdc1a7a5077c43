/**
 * The recipe for an endpoint in CONTRIBUTING.md, followed: a file, a line in the list, and a row.
 *
 * @module
 */

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { nightly } from "../_nightly.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const ACTION = `import type { Outcome } from "../../http/types.ts";

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

/** A line that the recipe adds: the file, the line that is there before it, and itself. */
type Added = readonly [file: string, line: string, added: string];

const IN_LIST: Added = ["src/http/endpoints.ts", `  csrf: "GET",`, `  ping: "GET",`];
const IMPORTED: Added = [
  "src/core/routes.ts",
  `import { providers } from "./actions/providers.ts";`,
  `import { ping } from "./actions/ping.ts";`,
];
const ROW: Added = [
  "src/core/routes.ts",
  `  "GET providers": { run: providers },`,
  `  "GET ping": { run: ping },`,
];

/** A copy of the library, and what its owner does to it. */
async function copyLibrary() {
  const folder = await mkdtemp(`${tmpdir()}/latchkey-endpoint-`);
  for (const name of ["src", "mod.ts", "deno.json"]) {
    await cp(ROOT + name, `${folder}/${name}`, { recursive: true });
  }
  return {
    insert: async ([file, line, added]: Added) => {
      const text = await readFile(`${folder}/${file}`, "utf8");
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

test("The recipe for an endpoint finds the lines after which it adds its own", async () => {
  for (const [file, line] of [IN_LIST, IMPORTED, ROW]) {
    assert.ok((await readFile(ROOT + file, "utf8")).includes(`${line}\n`), `${file} has the line ${line}`);
  }
});

nightly(
  "A new endpoint is a file in src/core/actions, a line in http/endpoints.ts, and a row in routes.ts",
  async () => {
    const library = await copyLibrary();
    try {
      await library.write("src/core/actions/ping.ts", ACTION);
      await library.insert(IN_LIST);
      await library.insert(IMPORTED);
      // One check of both: the compiler takes longer than all the rest.
      await library.copy("src/core/routes.ts", "src/core/routes_without_ping.ts");
      await library.insert(ROW);
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
