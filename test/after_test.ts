import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { GROUPS } from "../tools/_groups.ts";
import { root } from "../tools/exports.ts";

const PROGRAM = `import { test } from "node:test";
import { afterTests } from "${new URL("test/_after.ts", root)}";
afterTests(() => console.log("first registered"));
afterTests(() => { throw new Error("cannot clean up"); });
test("registers another", () => afterTests(async () => console.log(await "last registered")));
test("is skipped", { skip: "no server" }, () => {});
`;

test("afterTests() runs each function, the oldest first, also with tests that are skipped or left out", async () => {
  const folder = new URL(`test-${crypto.randomUUID()}/`, GROUPS);
  await mkdir(folder, { recursive: true });
  const file = new URL("cleans_test.ts", folder);
  await writeFile(file, PROGRAM);
  for (const filter of [[], ["--filter=another"]]) {
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "-A", "--no-check", "--no-lock", ...filter, file.pathname],
      cwd: root,
      env: { NO_COLOR: "1" },
    }).output();
    const output = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("\n");
    assert.equal(success, false, output);
    assert.match(output, /first registered[^]*last registered/);
    assert.match(output, /cannot clean up/);
  }
  await rm(folder, { recursive: true });
});

test("no test file uses after() of node:test in place of afterTests()", async () => {
  for (const name of await readdir(new URL("test/", root), { recursive: true })) {
    if (!name.endsWith(".ts") || name === "_after.ts") continue;
    const text = await readFile(new URL(`test/${name}`, root), "utf8");
    assert.doesNotMatch(text, /^import \{[^}]*\bafter\b[^}]*\} from "node:test"/m, name);
  }
});
