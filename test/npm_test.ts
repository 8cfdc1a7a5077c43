import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { dist } from "../npm/build.ts";
import { FORM_SCRIPT } from "../src/pages/form_script.ts";
import { PASSKEY_SCRIPT } from "../src/pages/passkey_script.ts";
import { PACKAGES } from "../src/cli/check_packages.ts";
import { readManifest, root } from "../tools/exports.ts";
import { importsOf, packageOf } from "../tools/architecture.ts";
import { lockFor } from "../tools/lock.ts";
import { type Packed, toSbom } from "../tools/sbom.ts";
import { installCustomer } from "./_customer.ts";
import { exceptAtNight } from "./_nightly.ts";
import { ourTarball } from "./_packages.ts";
import { run } from "./_run.ts";

await ourTarball();
const files = await filesOf(join(dist, "package"));
const read = (path: string) => readFile(join(dist, path));
const code = new Map(
  await Promise.all(
    files.filter((path) => path.endsWith(".js"))
      .map(async (path) => [path, String(await read(join("package", path)))] as const),
  ),
);
/** What each file imports. */
const imports = new Map([...code].map(([path, text]) => [path, importsOf(path, text)] as const));

test("build() packs code, declarations, licence, notice, readme, changelog and security policy, and nothing else", () => {
  const others = files.filter((path) => !/\.(js|d\.ts|svelte)$/.test(path));
  assert.deepEqual(others, ["CHANGELOG.md", "LICENSE", "NOTICE", "README.md", "SECURITY.md", "package.json"]);
});

test("build() lets each link of the texts lead to a file of the repository, and each picture load from there", async () => {
  const targets = (await Promise.all(
    files.filter((path) => path.endsWith(".md")).map(async (path) => {
      const text = String(await read(`package/${path}`)).replaceAll(/```[^]*?```/g, "");
      return [...text.matchAll(/(?:\]\(|\b(?:src|srcset)=")([^)"]+)/g)].map(([, target]) => target!);
    }),
  )).flat();
  const own =
    /^https:\/\/(?:github\.com\/latchkey\/auth\/blob|raw\.githubusercontent\.com\/latchkey\/auth)\/main\/([^#]+)/;
  const linked = targets.flatMap((target) => own.exec(target)?.[1] ?? []);
  assert.ok(linked.length > 60, String(linked.length));
  assert.deepEqual(targets.filter((target) => !/^(?:https:|mailto:|#)/.test(target)), []);
  assert.deepEqual(linked.filter((path) => !existsSync(new URL(path, root))), []);
});

test("build() packs no test, no source map and no path of this machine", () => {
  assert.deepEqual(files.filter((path) => /test(?!ing)|\.map$/.test(path)), []);
  for (const [path, text] of code) {
    assert.doesNotMatch(text, /sourceMappingURL|file:\/\/\/|\/work\/|\/tmp\//, path);
    assert.ok(!text.includes(fileURLToPath(root)), path);
  }
});

test("build() minifies the scripts of pages", () => {
  const passkey = { Unsupported: "No passkeys here." };
  for (const [name, source] of Object.entries({ FORM_SCRIPT, PASSKEY_SCRIPT })) {
    const [, value] = [...code.values()].map((text) => new RegExp(`\\b${name} = (.*?);\n`, "s").exec(text))
      .find((found) => found) ?? assert.fail(name);
    const script = new Function("passkey", `return ${value};`)(passkey) as string;
    assert.ok(script.length < source.length * 0.7, `${name}: ${script.length} of ${source.length}`);
    assert.match(script, /^"use strict";/);
    assert.doesNotThrow(() => new Function(script), name);
    if (name === "PASSKEY_SCRIPT") assert.match(script, /"Unsupported":"No passkeys here\."/);
  }
});

test("build() finishes package.json", async () => {
  const { name, version, license } = await readManifest();
  const json = JSON.parse(String(await read("package/package.json")));
  assert.deepEqual({ name: json.name, version: json.version, license: json.license }, {
    name,
    version,
    license,
  });
  assert.deepEqual({ ...json.engines, ...json.repository, type: json.type, sideEffects: json.sideEffects }, {
    node: ">=20",
    type: "module",
    url: "git+https://github.com/latchkey/auth.git",
    sideEffects: false,
  });
  assert.ok(json.description && json.homepage && json.bugs.url && json.keywords.length);
  assert.deepEqual(Object.keys(json.peerDependencies), [
    "@node-rs/argon2",
    "@simplewebauthn/server",
    "@sveltejs/kit",
    "bcryptjs",
    "next",
    "nodemailer",
    "react",
    "standardwebhooks",
    "svelte",
    "uqr",
  ]);
  for (const name of Object.keys(json.peerDependencies)) {
    assert.deepEqual(json.peerDependenciesMeta[name], { optional: true }, name);
    assert.equal(json.dependencies[name], undefined, name);
  }
});

test("build() makes a package that runs no program when it is installed, and that its bill of materials describes", async () => {
  const packed: Packed & { readonly scripts?: unknown } = JSON.parse(
    String(await read("package/package.json")),
  );
  assert.equal(packed.scripts, undefined);
  const bill = toSbom(packed, { lock: await lockFor(["mod.ts", "src"]), tarball: "" });
  const listed = bill.components.map(({ name }) => name);
  for (const name of Object.keys({ ...packed.dependencies, ...packed.peerDependencies })) {
    assert.ok(listed.includes(name), name);
  }
});

test("build() packs a component that has a field for the address for each provider that sends mails", async () => {
  const { exports } = await readManifest();
  const paths = Object.keys(exports).filter((path) => path.startsWith("./providers/"));
  const modules = await Promise.all(paths.map((path) => import(new URL(exports[path]!, root).href)));
  const options = {
    server: "smtp://localhost",
    from: "a@b.example",
    transactionalId: "1",
    issuer: "https://idp.example",
  };
  const made = modules.flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, (options: object) => { id: string; type: string }] =>
      /^[A-Z]/.test(entry[0])
    )
    .map(([, create]) => create(options))
    .filter(({ type }) => type === "email");
  // A module may export its function under two names.
  const ids = [...new Set(made.map(({ id }) => id))];
  const component = String(await read("package/components/sveltekit/SignIn.svelte"));
  const [, list] = /MAIL = \[([^\]]+)\]/.exec(component)!;
  assert.deepEqual([...list!.matchAll(/"(\w+)"/g)].map(([, id]) => id).sort(), ids.sort());
});

test("build() packs the comment of each module in its declarations, once, for editors", async () => {
  const { exports: sources } = await readManifest();
  const { exports: packed } = JSON.parse(String(await read("package/package.json")));
  for (const [path, source] of Object.entries(sources)) {
    const [comment] = /\/\*\*[^]*?\*\//.exec(await readFile(new URL(source, root), "utf8"))!;
    const declarations = String(await read(join("package", packed[path].types)));
    // The line that makes the command a program must be the first one.
    assert.equal(declarations.replace(/^#!.*\n/, "").indexOf(comment), 0, path);
    assert.equal(declarations.split(comment).length, 2, path);
  }
  for (const name of ["express", "sveltekit"]) {
    const declarations = String(await read(join("package", packed[`./${name}`].types)));
    assert.match(declarations, /^\/\*\*[^/]* Experimental: before 1\.0\.0,/, name);
  }
});

test("build() packs the command as a program", async () => {
  const { bin } = JSON.parse(String(await read("package/package.json")));
  assert.deepEqual(Object.keys(bin), ["latchkey"]);
  assert.match(code.get(bin.latchkey)!, /^#!\/usr\/bin\/env node\n/);
});

test("the command compares packages with the versions that build() asks for", async () => {
  const { peerDependencies } = JSON.parse(String(await read("package/package.json")));
  for (const [name, range] of Object.entries(PACKAGES)) assert.equal(range, peerDependencies[name], name);
});

test("build() asks for a nodemailer without known advisories", async () => {
  const { peerDependencies } = JSON.parse(String(await read("package/package.json")));
  // GHSA-mm7p-fcc7-pg87, -rcmh-qjqh-p98v, -p6gq-j5cr-w38f, -2x7j-588g-ccc2, -8m3c-c648-2xjj, -cc9r-2j5m-2m83
  assert.equal(peerDependencies.nodemailer, ">=9.1.1");
});

test("build() depends on each package that the code imports, and on no other", async () => {
  const { dependencies, peerDependencies } = JSON.parse(String(await read("package/package.json")));
  const computed = [...imports].filter(([, found]) => found.some(({ specifier }) => specifier === "?"));
  assert.equal(computed.length, 1, "only the command imports what the user names");
  const packages = [...imports.values()].flat()
    .map(({ specifier }) => specifier)
    // `$app` is Kit's name for a part of the application.
    .filter((specifier) => !/^(\?$|\.|node:|\$app\/)/.test(specifier))
    .map(packageOf);
  // The compiler of the application adds imports of it to the components.
  packages.push("svelte");
  assert.deepEqual(
    [...new Set(packages)].sort(),
    Object.keys({ ...dependencies, ...peerDependencies }).sort(),
  );
});

test("build() keeps lazily imported packages out of the initial files", () => {
  const loaded = new Set(["mod.js", "src/entries/jwt.js", "src/integrations/node/node.js"]);
  for (const path of loaded) {
    for (const { specifier, lazy } of imports.get(path)!) {
      if (lazy) continue;
      assert.match(specifier, /^(\.|node:)/, `${path} imports ${specifier}`);
      if (specifier.startsWith(".")) loaded.add(join(path, "..", specifier));
    }
  }
  // A file is read and compiled on its own. Small modules that belong together are in one: see `TOGETHER` of npm/build.ts.
  assert.ok(loaded.size <= 26, `${loaded.size} files load at once: ${[...loaded].join(", ")}`);
});

test("build() lets the modules for browsers lead to no module of the server", () => {
  const loaded = new Set([...code.keys()].filter((path) => path.startsWith("src/client/")));
  assert.ok(loaded.has("src/client/client.js") && loaded.has("src/client/react.js"));
  for (const path of loaded) {
    for (const { specifier } of imports.get(path)!) {
      if (specifier.startsWith(".")) loaded.add(join(path, "..", specifier));
    }
  }
  // The bundler names each module above its code.
  const modules = [...loaded].flatMap((path) => [...code.get(path)!.matchAll(/^\/\/ (src\/\S+)$/gm)]);
  const names = modules.map(([, name]) => name!);
  assert.ok(names.includes("src/client/_create.js"));
  assert.deepEqual(names.filter((name) => !/^src\/(?:client|shapes)\//.test(name)), []);
});

test("build() puts each mark into a chunk of its own, which is imported lazily and imports nothing", async () => {
  const providers = (await readdir(new URL("src/providers/", root))).filter((file) => file.endsWith(".ts"));
  const sources = await Promise.all(
    providers.map((file) => readFile(new URL(`src/providers/${file}`, root), "utf8")),
  );
  const marks = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/import\("\.\/marks\/(\w+)\.ts"\)/g)].map(([, name]) => name)
    ),
  );
  assert.ok(marks.has("github"));
  const drawings = [...code].filter(([, text]) => /viewBox: "/.test(text) && /\bd: "[Mm]/.test(text));
  const names = drawings.map(([path]) => /^chunks\/(\w+)-\w+\.js$/.exec(path)?.[1]);
  assert.deepEqual(names.sort(), [...marks].sort());
  for (const [mark] of drawings) {
    assert.deepEqual(imports.get(mark), [], mark);
    const importers = [...imports].flatMap(([path, found]) =>
      found.filter(({ specifier }) => join(path, "..", specifier) === mark)
    );
    assert.ok(importers.length > 0 && importers.every(({ lazy }) => lazy), mark);
  }
});

test("a customer of the package has the same types with each TypeScript, on each sub-path", {
  skip: exceptAtNight,
}, async () => {
  await run(await installCustomer(), "node", ["node_modules/vitest/vitest.mjs", "run", "types", "package"]);
});

/** The paths of the files in a folder, sorted. */
async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort();
}
