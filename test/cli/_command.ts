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

/** Settings of a run. */
export interface Run {
  /** Path → text. `@latchkey/auth` in imports stands for the sources of this repository. */
  readonly files?: Readonly<Record<string, string>>;
  /** Variables of the process. Those of the tests are not passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** A program that runs before the command, such as one that stands for the network. */
  readonly preload?: string;
}

/** Runs `deno run -A src/cli/main.ts` with these words. */
export async function run(
  args: readonly string[],
  { files = {}, env = {}, preload = "" }: Run = {},
): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-cli-"));
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), toSources(text));
    }
    const config = fileURLToPath(new URL("deno.json", root));
    const main = fileURLToPath(new URL("src/cli/main.ts", root));
    const preloaded = preload ? ["--preload", `data:text/javascript,${encodeURIComponent(preload)}`] : [];
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "-A", "--config", config, ...preloaded, main, ...args],
      cwd: folder,
      clearEnv: true,
      env: { ...passedOn(), ...env },
    }).output();
    const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)) as [
      string,
      string,
    ];
    const after = new Map<string, string>();
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (isFile) after.set(name, await readFile(join(folder, name), "utf8"));
    }
    return { code, out, errors, read: (file) => after.get(file) };
  } finally {
    await rm(folder, { recursive: true });
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
    ".env": `AUTH_SECRET=pxG4w1QeT7zLk9BnV2yRs8MhJc5DfUaX6oYi\nAUTH_URL=https://app.example\n` +
      `AUTH_OP_ID=fake-client\nAUTH_OP_SECRET=${JSON.stringify(secret)}\n`,
    "auth.ts": `export const config = {
      providers: [{ id: "op", name: "OP", type: "oidc", issuer: ${JSON.stringify(issuer)}, ${more} }],
    };`,
  };
}

/** An OpenID provider that listens. */
export interface Site {
  /** The provider. */
  readonly provider: FakeProvider;
  /** Its issuer: `http://localhost:12345`. */
  readonly issuer: string;
  /** Stops it. */
  stop(): Promise<void>;
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
  return { provider, issuer, stop: () => server.shutdown() };
}

async function partsOf(response: Response): Promise<[BodyInit, ResponseInit]> {
  return [await response.text(), response];
}

function toSources(text: string): string {
  return text.replaceAll(
    /"@latchkey\/auth\/((?:providers|adapters)\/[\w-]+)"/g,
    (_, path: string) => `"${new URL(`src/${path.replaceAll("-", "_")}.ts`, root)}"`,
  );
}

function passedOn(): Record<string, string> {
  const names = ["PATH", "HOME", "DENO_DIR"];
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}
