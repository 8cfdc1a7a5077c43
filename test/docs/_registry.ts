/**
 * The registries that a reader installs the library from: npm with the packed tarball, JSR with the sources. Packages of
 * others come from the registry of npm.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { readManifest, root } from "../../tools/exports.ts";
import { afterTests } from "../_after.ts";
import { ourTarball } from "../compat/_trees.ts";

/** Serves the library until the tests of the file have run. @returns The URL, without a slash at its end. */
export async function startRegistry(): Promise<string> {
  const [npm, jsr] = [await npmFiles(), await jsrFiles()];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname, origin } = new URL(request.url);
    const file = npm(origin)[decodeURIComponent(pathname)] ?? jsr.get(pathname);
    if (file === undefined) return new Response("Not found", { status: 404 });
    const type = pathname.endsWith(".ts") ? "application/typescript" : "application/json";
    return new Response(file, { headers: { "content-type": type, "cache-control": "no-store" } });
  });
  afterTests(() => server.shutdown());
  return `http://127.0.0.1:${server.addr.port}`;
}

/** Path → answer: the document that describes the package, and its tarball. */
async function npmFiles(): Promise<
  (origin: string) => Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>
> {
  const { path, file } = await ourTarball();
  const tarball = await readFile(path);
  const manifest = JSON.parse(await readFile(new URL("npm/dist/package/package.json", root), "utf8"));
  const { name, version } = manifest;
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  return (origin) => {
    const dist = { tarball: `${origin}/${file}`, integrity };
    const versions = { [version]: { ...manifest, dist } };
    return {
      [`/${name}`]: JSON.stringify({ name, "dist-tags": { latest: version }, versions }),
      [`/${file}`]: new Uint8Array(tarball),
    };
  };
}

/** Path → answer: what JSR serves after `deno publish`, which writes the versions of packages into the imports. */
async function jsrFiles(): Promise<ReadonlyMap<string, string>> {
  const { name, version, exports, imports } = await readManifest();
  const base = `/${name}/${version}`;
  const files = new Map<string, string>();
  const sources = (await readdir(new URL("src", root), { recursive: true })).filter((path) =>
    path.endsWith(".ts")
  );
  for (const path of ["mod.ts", ...sources.map((path) => `src/${path}`)]) {
    files.set(`${base}/${path}`, published(await readFile(new URL(path, root), "utf8"), imports));
  }
  const manifest = Object.fromEntries([...files].map(([path, text]) => [path.slice(base.length), {
    size: new TextEncoder().encode(text).length,
    checksum: `sha256-${createHash("sha256").update(text).digest("hex")}`,
  }]));
  files.set(`${base}_meta.json`, JSON.stringify({ manifest, exports }));
  const [, scope, short] = /^@(.+)\/(.+)$/.exec(name)!;
  files.set(
    `/${name}/meta.json`,
    JSON.stringify({ scope, name: short, latest: version, versions: { [version]: {} } }),
  );
  return files;
}

function published(source: string, imports: Readonly<Record<string, string>>): string {
  return Object.entries(imports).reduce(
    (text, [name, target]) =>
      text.replaceAll(new RegExp(`((?:from |import\\()")${name}(?=["/])`, "g"), `$1${target}`),
    source,
  );
}
