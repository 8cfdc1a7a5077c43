/**
 * Runs the command in a new folder with files, as a user does, and the servers that it asks.
 *
 * @module
 */

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type FakeProvider, fakeProvider, type FakeProviderOptions } from "../../src/testing/mod.ts";
import { afterTests } from "../_after.ts";
import { END, type Order } from "./_many_commands.ts";

const root = new URL("../../", import.meta.url);

/** What a command has done. */
export interface Ran {
  /** Exit code. */
  readonly code: number;
  /** Standard output. */
  readonly out: string;
  /** Standard error. */
  readonly errors: string;
  /** A file of the folder afterwards. */
  read(file: string): string | undefined;
}

/** A finding of `check --json`. */
export interface Finding {
  /** Heading. */
  readonly part: string;
  /** Name. */
  readonly name: string;
  /** Verdict. */
  readonly status: string;
  /** Facts. */
  readonly text: string;
  /** Advice. */
  readonly advice?: string;
}

/** The variables of an application without faults. */
export const ENV = { AUTH_SECRET: "pxG4w1QeT7zLk9BnV2yRs8MhJc5DfUaX6oYi", AUTH_URL: "https://app.example" };

/** Settings of a run. */
export interface Run {
  /** Path → text. `@latchkey/auth` in imports stands for the sources of this repository. */
  readonly files?: Readonly<Record<string, string>>;
  /** Variables of the process. Those of the tests are not passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the command needs a process of its own: it ends it, or leaves something behind. */
  readonly ownProcess?: boolean;
  /** A program that runs before the command, such as one that stands for the network, in a process of its own. */
  readonly preload?: string;
}

/**
 * Runs the command with these words: in a process of its own if the run asks for one, otherwise in one that runs all such
 * commands of this thread one after the other.
 */
export async function run(args: readonly string[], settings: Run = {}): Promise<Ran> {
  const { files = {}, env = {}, ownProcess = false, preload = "" } = settings;
  const folder = await mkdtemp(join(tmpdir(), "latchkey-cli-"));
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), toSources(text));
    }
    const order: Order = { args, folder, env: { ...passedOn(), ...env } };
    const ran = ownProcess || preload ? await runAlone(order, preload) : await runShared(order);
    const after = new Map<string, string>();
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (isFile) after.set(name, await readFile(join(folder, name), "utf8"));
    }
    return { ...ran, read: (file) => after.get(file) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Printed = Pick<Ran, "code" | "out" | "errors">;

/** Runs `deno run -A src/cli/main.ts`, as a user does. */
async function runAlone({ args, folder, env }: Order, preload: string): Promise<Printed> {
  const preloaded = preload ? ["--preload", `data:text/javascript,${encodeURIComponent(preload)}`] : [];
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...RUN, ...preloaded, fileURLToPath(new URL("src/cli/main.ts", root)), ...args],
    cwd: folder,
    clearEnv: true,
    env,
  }).output();
  const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, out: out!, errors: errors! };
}

const RUN = ["run", "--quiet", "-A", "--config", fileURLToPath(new URL("deno.json", root))];

let last: Promise<unknown> = Promise.resolve();

/** Runs a command in the process of `_many_commands.ts`, after the one before. */
function runShared(order: Order): Promise<Printed> {
  const ran = last.then(() => (shared ??= startShared())(order));
  last = ran.catch(() => {});
  return ran;
}

let shared: ((order: Order) => Promise<Printed>) | undefined;

function startShared(): (order: Order) => Promise<Printed> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...RUN, fileURLToPath(new URL("_many_commands.ts", import.meta.url))],
    cwd: tmpdir(),
    clearEnv: true,
    env: passedOn(),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const input = child.stdin.getWriter();
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) =>
    stream.pipeThrough(new TextDecoderStream()).getReader()
  );
  afterTests(async () => {
    await input.close();
    await Promise.all([stdout!.cancel(), stderr!.cancel(), child.status]);
  });
  return async (order) => {
    await input.write(new TextEncoder().encode(`${JSON.stringify(order)}\n`));
    const [errors, out] = await Promise.all([readUntil(stderr!, 1), readUntil(stdout!, 2)]);
    return { code: Number(out[1]), out: out[0]!, errors: errors[0]! };
  };
}

/** Reads texts, each of which ends with {@link END}. */
async function readUntil(
  reader: ReadableStreamDefaultReader<string>,
  count: number,
): Promise<readonly string[]> {
  let read = "";
  for (;;) {
    const texts = read.split(END);
    if (texts.length > count) return texts;
    const { done, value } = await reader.read();
    if (done) throw new Error(`The process that runs commands has ended:\n${read}`);
    read += value;
  }
}

/** Runs `check --json`. @returns Its findings, and the exit code. */
export async function check(
  run_: Run,
  args: readonly string[] = [],
): Promise<{ readonly findings: readonly Finding[]; readonly code: number; readonly text: string }> {
  const { code, out, errors } = await run(["check", "--json", ...args], run_);
  try {
    return { findings: JSON.parse(out).findings, code, text: out };
  } catch {
    throw new Error(`The command printed no JSON:\n${out}${errors}`);
  }
}

/** Returns the findings with a name, as `status: text → advice`. */
export function said(findings: readonly Finding[], name: string): readonly string[] {
  return findings.filter((finding) => finding.name === name)
    .map(({ status, text, advice }) => `${status}: ${text}${advice ? ` → ${advice}` : ""}`);
}

/**
 * A config with the provider at an issuer, in two files: `.env` and `auth.ts`.
 *
 * @param more Further options of the provider, as text.
 */
export function application(issuer: string, secret: string, more = ""): Record<string, string> {
  return {
    ".env": `AUTH_SECRET=${ENV.AUTH_SECRET}\nAUTH_URL=${ENV.AUTH_URL}\n` +
      `AUTH_OP_ID=fake-client\nAUTH_OP_SECRET=${JSON.stringify(secret)}\n`,
    "auth.ts": `export const config = {
      providers: [{ id: "op", name: "OP", type: "oidc", issuer: ${JSON.stringify(issuer)}, ${more} }],
    };`,
  };
}

/** An OpenID provider that listens, until it is disposed of. */
export interface Site extends AsyncDisposable {
  /** The provider. */
  readonly provider: FakeProvider;
  /** Its issuer: `http://localhost:12345`. */
  readonly issuer: string;
  /** The files of an application that has the right secret. */
  readonly files: Readonly<Record<string, string>>;
}

/** Settings of a provider that listens. */
export interface SiteOptions extends FakeProviderOptions {
  /** Milliseconds by which its `Date` is ahead. */
  readonly ahead?: number;
  /** Seconds for which a cache has kept its answers, according to them. */
  readonly age?: number;
}

/** Starts an OpenID provider on this computer. */
export function listen({ ahead = 0, age, ...options }: SiteOptions = {}): Site {
  const server = Deno.serve({ hostname: "localhost", port: 0, onListen() {} }, async (request) => {
    const response = new Response(...await partsOf(await provider.fetch(request)));
    response.headers.set("date", new Date(Date.now() + ahead).toUTCString());
    if (age !== undefined) response.headers.set("age", String(age));
    return response;
  });
  const issuer = `http://localhost:${server.addr.port}`;
  // No request comes before this. ES256 keys are made much faster than RSA keys.
  const provider: FakeProvider = fakeProvider({ signingAlgorithm: "ES256", ...options, issuer });
  return {
    provider,
    issuer,
    files: application(issuer, provider.clientSecret),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

async function partsOf(response: Response): Promise<[BodyInit, ResponseInit]> {
  return [await response.text(), response];
}

function toSources(text: string): string {
  return text.replaceAll(
    /"@latchkey\/auth\/(providers|adapters)\/([\w-]+)"/g,
    (_, folder: string, subPath: string) => {
      const name = subPath.replaceAll("-", "_");
      // An adapter has a folder of its own.
      const path = folder === "adapters" ? `${name}/${name}` : name;
      return `"${new URL(`src/${folder}/${path}.ts`, root)}"`;
    },
  );
}

function passedOn(): Record<string, string> {
  const names = ["PATH", "HOME", "DENO_DIR"];
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}
