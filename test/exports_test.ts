import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Export } from "../tools/api/export.ts";
import { parseText } from "../tools/api/text.ts";
import { API_FILE } from "../tools/api.ts";
import { readManifest, root } from "../tools/exports.ts";

const { name, exports } = await readManifest();

const api = parseText(await readFile(new URL(API_FILE, root), "utf8"));

for (const path of Object.keys(exports)) {
  test(`${name}${path.slice(1)} can be imported and exports the values of docs/api.txt`, async () => {
    const module: Record<string, unknown> = await import(name + path.slice(1));
    const values = api.filter((each) => each.path === path && isValue(each)).map(({ name }) => name);
    assert.deepEqual(Object.keys(module).sort(), values.sort());
    if (path.startsWith("./providers/")) {
      const { default: provider, ...named } = module;
      assert.equal(typeof provider, "function");
      assert.ok(Object.values(named).includes(provider), "the provider is not exported by its name");
    }
  });
}

/** Whether something is there at run time: by its own declaration, or by that of which it is another name. */
function isValue({ path, name, text }: Export): boolean {
  const [, place = path, other = name] = /^(?:from (\S+)|=)(?: (\S+))?$/.exec(text) ?? [];
  if (place === path && other === name) return /^(?:abstract )?(?:class|const|enum|function) /m.test(text);
  return isValue(api.find((each) => each.path === place && each.name === other) ?? assert.fail(text));
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
