/**
 * `deno task sbom`: writes the bill of materials of the npm package, `npm/dist/latchkey-auth.cdx.json`, in the format of
 * CycloneDX: what an application installs with the package, and in which versions it was tested.
 *
 * @see {@link https://cyclonedx.org/docs/1.6/json/ | CycloneDX 1.6}
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { root } from "./exports.ts";
import { keyOf, type Lock, lockFor, reachable } from "./lock.ts";

/** The `package.json` of the npm package, as far as this program reads it. */
export interface Packed {
  /** Name of the package. */
  readonly name: string;
  /** Version of the package. */
  readonly version: string;
  /** Its licence, as an SPDX identifier. */
  readonly license: string;
  /** Packages that are installed with it. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Packages that an application may install beside it. */
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** A component of CycloneDX. */
export interface Component {
  /** Kind of component. */
  readonly type: "library";
  /** Its key in `dependencies`: the package URL. */
  readonly "bom-ref": string;
  /** Name of the package. */
  readonly name: string;
  /** The tested version; absent for a framework, which only the tests of frameworks install. */
  readonly version?: string;
  /** Package URL. */
  readonly purl: string;
  /** `optional`: an application that does not use it does not install it. */
  readonly scope?: "required" | "optional";
  /** Checksums. */
  readonly hashes?: readonly { readonly alg: "SHA-512"; readonly content: string }[];
  /** Licences. */
  readonly licenses?: readonly { readonly license: { readonly id: string } }[];
  /** The versions that the package accepts. */
  readonly properties?: readonly { readonly name: "latchkey:range"; readonly value: string }[];
}

/** A bill of materials. */
export interface Sbom {
  /** Name of the format. */
  readonly bomFormat: "CycloneDX";
  /** Version of the format. */
  readonly specVersion: "1.6";
  /** Version of this bill. */
  readonly version: 1;
  /** What the bill describes. It has no date: equal sources give equal bytes. */
  readonly metadata: { readonly component: Component };
  /** What the package needs. */
  readonly components: readonly Component[];
  /** What needs what, by `bom-ref`. */
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Where `deno task npm` has put the package. */
const DIST = new URL("npm/dist/", root);

/** Sources of the package. */
const SOURCES = ["mod.ts", "src"];

if (import.meta.main) {
  const packed: Packed = JSON.parse(await readFile(new URL("package/package.json", DIST), "utf8"));
  const tarball = createHash("sha512").update(await readFile(new URL("latchkey-auth.tgz", DIST))).digest(
    "hex",
  );
  const bill = toSbom(packed, { lock: await lockFor(SOURCES), tarball });
  await writeFile(new URL("latchkey-auth.cdx.json", DIST), JSON.stringify(bill, null, 2) + "\n");
  console.log(`npm/dist/latchkey-auth.cdx.json: ${bill.components.length} components`);
}

/**
 * Makes the bill of materials of a package.
 *
 * @param tarball SHA-512 of the tarball, in hexadecimal digits.
 * @throws {Error} if the lock file lacks a dependency.
 */
export function toSbom(
  packed: Packed,
  { lock, tarball }: { readonly lock: Pick<Lock, "specifiers" | "npm">; readonly tarball: string },
): Sbom {
  const required = keysOf(Object.keys(packed.dependencies), lock);
  const optional = keysOf(Object.keys(packed.peerDependencies), lock);
  const lost = Object.keys(packed.dependencies).filter((name) =>
    ![...required].some((key) => nameOf(key) === name)
  );
  if (lost.length) throw new Error(`Cannot list ${lost.join(", ")}: deno.lock does not have it`);
  const locked = [...new Set([...required, ...optional])].sort();
  const frameworks = Object.entries(packed.peerDependencies)
    .filter(([name]) => !locked.some((key) => nameOf(key) === name));
  const own = toOwn(packed, tarball);
  const direct = Object.keys({ ...packed.dependencies, ...packed.peerDependencies });
  const refs = [
    ...locked.filter((key) => direct.includes(nameOf(key))).map(purlOf),
    ...frameworks.map(([name]) => purlOf(name)),
  ];
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: own },
    components: [
      ...locked.map((key) => toComponent(key, lock, required.has(key) ? "required" : "optional")),
      ...frameworks.map(([name, range]) => toFramework(name, range)),
    ],
    dependencies: [
      { ref: own["bom-ref"], dependsOn: refs.sort() },
      ...locked.map((key) => ({ ref: purlOf(key), dependsOn: needsOf(key, lock) })),
    ],
  };
}

/** The keys of packages, and of all that they need, in a lock file. */
function keysOf(
  names: readonly string[],
  { specifiers, npm }: Pick<Lock, "specifiers" | "npm">,
): ReadonlySet<string> {
  const roots = Object.entries(specifiers).filter(([specifier]) =>
    names.includes(nameOf(specifier.slice("npm:".length)))
  );
  return new Set([...reachable(Object.fromEntries(roots), npm)].filter((key) => key in npm));
}

function needsOf(key: string, { npm }: Pick<Lock, "npm">): readonly string[] {
  const { dependencies = [], optionalDependencies = [], optionalPeers = [] } = npm[key] ?? {};
  return [...dependencies, ...optionalDependencies, ...optionalPeers].map((needed) =>
    purlOf(keyOf(needed, npm))
  ).sort();
}

function toOwn({ name, version, license }: Packed, tarball: string): Component {
  const purl = purlOf(`${name}@${version}`);
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    hashes: [{ alg: "SHA-512", content: tarball }],
    licenses: [{ license: { id: license } }],
  };
}

function toComponent(key: string, { npm }: Pick<Lock, "npm">, scope: "required" | "optional"): Component {
  const purl = purlOf(key);
  const [algorithm, checksum = ""] = npm[key]?.integrity?.split("-") ?? [];
  if (algorithm !== "sha512") throw new Error(`Cannot list ${key}: deno.lock has no SHA-512 of it`);
  const content = Buffer.from(checksum, "base64").toString("hex");
  const version = versionOf(key);
  return {
    type: "library",
    "bom-ref": purl,
    name: nameOf(key),
    version,
    purl,
    scope,
    hashes: [{ alg: "SHA-512", content }],
  };
}

function toFramework(name: string, range: string): Component {
  const purl = purlOf(name);
  const properties = [{ name: "latchkey:range", value: range }] as const;
  return { type: "library", "bom-ref": purl, name, purl, scope: "optional", properties };
}

/** The name in `name@version` or `name@version_peer@version`. */
function nameOf(key: string): string {
  return /^@?[^@]+/.exec(key)?.[0] ?? key;
}

function versionOf(key: string): string {
  return /^@?[^@]+@([^_]+)/.exec(key)?.[1] ?? "";
}

/** @see {@link https://github.com/package-url/purl-spec | package URL} */
function purlOf(key: string): string {
  const version = versionOf(key);
  return `pkg:npm/${nameOf(key).replace("@", "%40")}${version && `@${version}`}`;
}
