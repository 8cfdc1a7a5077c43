import assert from "node:assert/strict";
import { test } from "node:test";
import { readManifest } from "../../tools/exports.ts";
import { referencePages } from "../../tools/reference.ts";

const pages = await referencePages();
const all = [...pages.values()].join("\n");

test("referencePages() has a page for each sub-path, but those of single providers", async () => {
  const { exports } = await readManifest();
  const paths = Object.keys(exports).filter((path) => !path.startsWith("./providers/"));
  assert.equal(pages.size, paths.length + 1);
  for (const path of paths) {
    assert.ok(pages.get("README.md")!.includes(`@latchkey/auth${path.slice(1)}\``), path);
  }
});

test("referencePages() describes each export of a module, or links to its description", async () => {
  const module = await import("../../src/entries/errors.ts");
  const page = pages.get("errors.md")!;
  const missing = Object.keys(module).filter((name) =>
    !new RegExp(`^### ${name} |^- \\[\`${name}\``, "m").test(page)
  );
  assert.deepEqual(missing, []);
});

test("referencePages() shows a function without its body, with its parameters and errors", () => {
  const page = pages.get("password.md")!;
  assert.match(
    page,
    /^async function hashPassword\(password: string, options: PasswordOptions = \{\}\): Promise<string>$/m,
  );
  assert.match(page, /^- `password`: 1 to 1024 characters/m);
  assert.match(page, /^Throws: `TypeError` if /m);
});

test("referencePages() shows an interface and a class with the comment of each field", () => {
  assert.match(pages.get("errors.md")!, /static override readonly type = "AccessDenied";/);
  const comment = /^interface DenoKvOptions \{\n {2}\/\*\* .*\n {2}readonly prefix\?: readonly string\[\];$/m;
  assert.match(pages.get("adapters_deno_kv.md")!, comment);
});

test("referencePages() links only to pages and exports that it describes", () => {
  for (const [page, text] of pages) {
    for (const [link, file, hash] of text.matchAll(/\]\((\w+\.md)(?:#([\w$-]+))?\)/g)) {
      assert.ok(pages.has(file!), `${page}: ${link}`);
      if (hash) assert.ok(pages.get(file!)!.includes(`{#${hash}}`), `${page}: ${link}`);
    }
  }
});

test("referencePages() gives each export of a page an address of its own", () => {
  for (const [page, text] of pages) {
    const ids = [...text.matchAll(/^### .* \{#(.+)\}$/gm)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, page);
  }
});

test("referencePages() leaves no tag of a doc comment and no HTML in its prose", () => {
  const prose = all.replaceAll(/^```.*?^```$/gms, "").replaceAll(/`[^`]*`/g, "").replaceAll(
    /<!--.*?-->/g,
    "",
  );
  assert.deepEqual([...prose.matchAll(/^@\w+.*|\{@.*|.*<[a-z].*/gm)].map(([line]) => line), []);
});
