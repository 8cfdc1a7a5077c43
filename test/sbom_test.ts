import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { readManifest, root } from "../tools/exports.ts";
import { type Lock, lockFor } from "../tools/lock.ts";
import { type Packed, toSbom } from "../tools/sbom.ts";

const { name, version, license, imports } = await readManifest();
const read = async (file: string) => JSON.parse(await readFile(new URL(file, root), "utf8"));
const { peerDependencies } = await read("npm/package.extra.json");
const tarball = "ab".repeat(64);
/** As `npm/build.ts` makes it. */
const packed: Packed = { name, version, license, dependencies: imports, peerDependencies };
const lock = await lockFor(["mod.ts", "src"]);
const bill = toSbom(packed, { lock, tarball });

/** What the sources import for the compiler alone. */
const TYPES = ["@types/react", "csstype"];

test("toSbom() lists every package that the lock file has for the sources, in its version, with its checksum", () => {
  const listed = bill.components.filter(({ version }) => version !== undefined);
  assert.deepEqual(
    listed.map(({ name, version }) => `${name}@${version}`),
    Object.keys(lock.npm).filter((key) => !TYPES.some((name) => key.startsWith(`${name}@`))).sort(),
  );
  for (const { name, version, hashes } of listed) {
    const checksum = atob(lock.npm[`${name}@${version}`]!.integrity!.replace("sha512-", ""));
    const digits = Array.from(checksum, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
    assert.deepEqual(hashes, [{ alg: "SHA-512", content: digits }], name);
  }
});

test("toSbom() lists every package that package.json names, as required or as optional", () => {
  const scopes = new Map(bill.components.map(({ name, scope }) => [name, scope]));
  for (const name of Object.keys(packed.dependencies)) assert.equal(scopes.get(name), "required", name);
  for (const name of Object.keys(packed.peerDependencies)) assert.equal(scopes.get(name), "optional", name);
  const { properties } = bill.components.find(({ name }) => name === "next")!;
  assert.deepEqual(properties, [{ name: "latchkey:range", value: peerDependencies.next }]);
  const required = bill.components.filter(({ scope }) => scope === "required").map(({ name }) => name);
  assert.deepEqual(required, ["jose", "oauth4webapi"], "SECURITY.md says that these have no dependencies");
});

test("toSbom() names the package, its tarball and what needs what", () => {
  const { component } = bill.metadata;
  assert.equal(component.purl, `pkg:npm/%40latchkey/auth@${version}`);
  assert.deepEqual(component.hashes, [{ alg: "SHA-512", content: tarball }]);
  const refs = [component, ...bill.components].map((component) => component["bom-ref"]);
  assert.equal(new Set(refs).size, refs.length);
  const [own, ...others] = bill.dependencies;
  assert.equal(own?.ref, component["bom-ref"]);
  assert.equal(own.dependsOn.length, Object.keys({ ...packed.dependencies, ...peerDependencies }).length);
  assert.ok(others.some(({ dependsOn }) => dependsOn.length > 5), "@simplewebauthn/server needs several");
  for (const { ref, dependsOn } of bill.dependencies) {
    for (const needed of [ref, ...dependsOn]) assert.ok(refs.includes(needed), needed);
  }
});

test("toSbom() refuses a lock file without a dependency, or without its checksum", () => {
  const without = (change: Partial<Lock>) => () => toSbom(packed, { lock: { ...lock, ...change }, tarball });
  const { "npm:jose@^6.2.17": _, ...specifiers } = lock.specifiers;
  assert.throws(without({ specifiers }), /Cannot list jose/);
  const [key] = Object.keys(lock.npm).filter((key) => key.startsWith("jose@"));
  assert.throws(without({ npm: { ...lock.npm, [key!]: {} } }), /Cannot list jose@.*SHA-512/);
});

test("no package that the library needs, or an application may install for it, runs a program when it is installed", () => {
  const programs = Object.entries(lock.npm).filter(([, { scripts }]) => scripts);
  assert.deepEqual(programs, []);
});

test("the lock file says which packages run programs: the test above can fail", async () => {
  const all: Lock = await read("deno.lock");
  assert.ok(Object.entries(all.npm).some(([key, { scripts }]) => key.startsWith("esbuild@") && scripts));
});
