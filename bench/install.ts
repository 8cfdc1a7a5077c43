/**
 * Installs both libraries from their packages, as an application does.
 *
 * @module
 */

/** The library to compare with. */
export const PEER = "@auth/core@0.41.3";

/** Another library for sign-ins. It has a door for `node:http`. */
export const OTHER_PEER = "better-auth@1.7.25";

/** The adapter of `@auth/core` for SQLite. Drizzle does not support `node:sqlite`, and is slower with libsql than with better-sqlite3. */
const PEER_ADAPTER = {
  "@auth/drizzle-adapter": "1.11.3",
  "drizzle-orm": "0.45.4",
  "better-sqlite3": "13.2.0",
};

/** The integration of `@auth/core` for Express, and Express itself. */
const PEER_OF_EXPRESS = { "@auth/express": "0.12.3", express: "5.3.0" };

/** Runs the measurements that need `node:sqlite`, which the Node on the path may lack. */
const NODE_WITH_SQLITE = "22.23.3";

/**
 * Installs both into `.work/bench`, and puts the scripts of the workers there.
 *
 * @param tarball Of ours. Without it: the one that `deno task npm` makes, made anew if a source is younger.
 * @returns The directory.
 */
export async function install(tarball?: string): Promise<string> {
  const root = await Deno.realPath(`${import.meta.dirname}/..`);
  const directory = `${root}/.work/bench`;
  const bytes = await Deno.readFile(tarball ?? await packed(root));
  const file = `latchkey-auth-${await hashOf(bytes)}.tgz`;
  const wanted = JSON.stringify({
    private: true,
    dependencies: {
      "@latchkey/auth": `file:${file}`,
      ...versionOf(PEER),
      ...versionOf(OTHER_PEER),
      ...PEER_ADAPTER,
      ...PEER_OF_EXPRESS,
      ...nodeWithSqlite(),
    },
  });
  if (wanted !== await read(`${directory}/installed.json`)) {
    await Deno.remove(directory, { recursive: true }).catch(() => {});
    await Deno.mkdir(directory, { recursive: true });
    await Deno.writeFile(`${directory}/${file}`, bytes);
    await Deno.writeTextFile(`${directory}/package.json`, wanted);
    await run(directory, "npm", [
      "install",
      "--ignore-scripts",
      "--no-package-lock",
      "--no-audit",
      "--no-fund",
    ]);
    await Deno.writeTextFile(`${directory}/installed.json`, wanted);
  }
  await copyScripts(directory);
  return directory;
}

async function packed(root: string): Promise<string> {
  const tarball = `${root}/npm/dist/latchkey-auth.tgz`;
  const made = await Deno.stat(tarball).then(({ mtime }) => mtime?.getTime() ?? 0, () => 0);
  const inputs = ["mod.ts", "deno.json", "npm/build.ts", "tools/exports.ts", "npm/package.extra.json"];
  const times = await Promise.all(inputs.map((file) => timeOf(`${root}/${file}`)));
  const changed = Math.max(await youngest(`${root}/src`), ...times);
  if (made < changed) await run(root, Deno.execPath(), ["task", "npm"]);
  return tarball;
}

async function youngest(directory: string): Promise<number> {
  let time = 0;
  for await (const { name, isDirectory } of Deno.readDir(directory)) {
    const path = `${directory}/${name}`;
    time = Math.max(time, isDirectory ? await youngest(path) : await timeOf(path));
  }
  return time;
}

async function timeOf(path: string): Promise<number> {
  return (await Deno.stat(path)).mtime?.getTime() ?? 0;
}

async function copyScripts(directory: string): Promise<void> {
  await Deno.mkdir(`${directory}/worker`, { recursive: true });
  for await (const { name } of Deno.readDir(`${import.meta.dirname}/worker`)) {
    await Deno.copyFile(`${import.meta.dirname}/worker/${name}`, `${directory}/worker/${name}`);
  }
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return hash.toHex().slice(0, 12);
}

function versionOf(peer: string): Record<string, string> {
  const at = peer.lastIndexOf("@");
  return { [peer.slice(0, at)]: peer.slice(at + 1) };
}

/** npm has the binary for each platform under a name of its own. */
function nodeWithSqlite(): Record<string, string> {
  const os = Deno.build.os === "windows" ? "win" : Deno.build.os;
  const arch = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  return { "node-with-sqlite": `npm:node-${os}-${arch}@${NODE_WITH_SQLITE}` };
}

async function read(path: string): Promise<string | undefined> {
  return await Deno.readTextFile(path).catch(() => undefined);
}

async function run(cwd: string, program: string, args: readonly string[]): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], cwd }).output();
  if (success) return;
  const text = new TextDecoder();
  throw new Error(`Cannot run "${program} ${args.join(" ")}":\n${text.decode(stdout)}${text.decode(stderr)}`);
}
