/**
 * Follows a page as its reader does: from an empty folder, with the library from a registry, to a signed-in user.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { type Browser, type Page, testBrowser } from "../../src/testing/mod.ts";
import { root } from "../../tools/exports.ts";
import { afterTests } from "../_after.ts";
import { startProgram } from "../runtimes/process.ts";
import { freePort } from "../_free_port.ts";
import { isLatest, PRELOAD, prepare, type Programs } from "./_computer.ts";
import { readWalkthrough, type Sight, type Step, type Walkthrough } from "./_walkthrough.ts";

/** What a reader has before the first step. */
export interface Desk {
  /** Where `@latchkey/auth` comes from. */
  readonly registry: string;
  /** Programs that are not those of this machine. */
  readonly programs: Programs;
}

/** A page, and what its reader does otherwise. */
export interface Lesson {
  /** Path of the page, from the root of the repository. */
  readonly page: string;
  /** Changes the text of the page. */
  readonly change?: (text: string) => string;
  /** Files that the reader writes last, of another page. */
  readonly files?: readonly Step[];
  /** What the reader does when the server runs. Default: what the page says. */
  readonly visit?: (visit: Visit) => Promise<void>;
  /** The module in which `npx @latchkey/auth check` finds the config. */
  readonly config?: string;
  /** Paths that require a sign-in. */
  readonly guarded?: Guarded;
  /** The servers that are started. Default: that for development and what is built for production. */
  readonly only?: "development" | "production";
  /** What readers change afterwards in the same folder, one after the other. */
  readonly variants?: readonly Variant[];
}

/** Paths of an application that require a sign-in. */
export interface Guarded {
  /** A page: leads to the sign-in page. */
  readonly page: string;
  /** An API: answers 401. */
  readonly api: string;
}

/** An application that a reader has, changed. */
export interface Variant {
  /** What the reader types first. */
  readonly commands?: readonly string[];
  /** Changes the text of the page: the reader then has its files, and no others of the page. */
  readonly change: (text: string) => string;
  /** What the reader does when the server runs. Default: what the changed page says. */
  readonly visit?: (visit: Visit) => Promise<void>;
  /** The module in which `npx @latchkey/auth check` finds the config. Default: that of the lesson. */
  readonly config?: string | undefined;
  /** Programs that take the place of those of the reader. Default: none. */
  readonly programs?: Programs;
}

/** A reader who has followed a page to its end. */
export interface Reader {
  /** Changes the application in its folder, with the packages that it has, and visits it. */
  change(variant: Variant): Promise<void>;
}

/** Where a reader works. */
interface Place {
  /** Folder of the application. */
  readonly folder: string;
  readonly env: Record<string, string>;
  readonly programs: Programs;
  readonly port: number;
}

/** A visit to the application. */
export interface Visit {
  /** Origin of the application. */
  readonly origin: string;
  /** The browser of the reader. */
  readonly browser: Browser;
  /** What the terminal shows. */
  printed(): string;
}

type File = Extract<Step, { type: "file" }>;

/** Values that a reader writes into `.env`. A command of the page writes the secret. */
const FILLED: Readonly<Record<string, string>> = {
  AUTH_SECRET: "",
  AUTH_GITHUB_ID: "the-client",
  AUTH_GITHUB_SECRET: "the-secret",
};

/** Programs that make a project: how a page names each, and the version that the tests know. */
const SCAFFOLDS: readonly (readonly [named: RegExp, name: string, version: string])[] = [
  [/\bcreate-next-app@\d+/g, "create-next-app", "16.4.3"],
  [/\bsv(?= create)/g, "sv", "0.17.1"],
];

/** Follows a page to its end. @throws {Error} where a step fails, or the reader sees something else. */
export async function follow(lesson: Lesson, { registry, programs }: Desk): Promise<Reader> {
  const home = await mkdtemp(join(tmpdir(), "latchkey-start-"));
  afterTests(() => rm(home, { recursive: true, force: true }));
  const port = freePort();
  const text = await readFile(new URL(lesson.page, root), "utf8");
  const page = readWalkthrough(locked(lesson.change?.(text) ?? text), port);
  const env = { ...await prepare(home, registry, programs), DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}` };
  const folder = await takeAll([...page.steps, ...lesson.files ?? []], home, env);
  const place = { folder, env, programs, port };
  if (lesson.config) await checkConfig(lesson.config, place);
  const visit = lesson.visit ?? (async (visit: Visit) => {
    if (lesson.guarded) await beRefused(lesson.guarded, visit);
    await see(page.sights, visit);
  });
  const built = lesson.only === "development" ? [] : page.production;
  if (lesson.only !== "production") await serve([page.start], visit, place);
  for (const commands of lesson.visit ? [] : page.others) await serve(commands, visit, place);
  if (built.length) await serve(built, visit, place);
  let shown = page;
  const reader: Reader = {
    async change(variant) {
      const changed = readWalkthrough(variant.change(text), port);
      await rewrite(changed, shown, folder);
      shown = changed;
      await visitChanged(changed, { config: lesson.config, ...variant }, place);
    },
  };
  for (const variant of lesson.variants ?? []) await reader.change(variant);
  return reader;
}

/**
 * Makes the project of a page, as its reader does.
 *
 * @param home An empty folder, which also gets the settings of npm.
 * @param more Commands that the reader types last.
 * @returns The folder of the project.
 */
export async function makeProject(
  page: string,
  home: string,
  { desk: { registry, programs }, more }: { readonly desk: Desk; readonly more: readonly string[] },
): Promise<string> {
  const { steps } = readWalkthrough(locked(await readFile(new URL(page, root), "utf8")));
  return await takeAll(
    [...steps, { type: "commands", lines: more }],
    home,
    await prepare(home, registry, programs),
  );
}

async function takeAll(steps: readonly Step[], home: string, env: Record<string, string>): Promise<string> {
  let folder = join(home, "projects");
  for (const step of steps) folder = await take(step, folder, env);
  return folder;
}

/** Types the commands, the last of which starts the server, and visits it. */
async function serve(
  commands: readonly string[],
  visit: (visit: Visit) => Promise<void>,
  { folder, env, programs, port }: Place,
): Promise<void> {
  await take({ type: "commands", lines: commands.slice(0, -1) }, folder, env);
  const { variables, words } = withVariables(commands.at(-1)!);
  const [program, ...args] = await withFakeGitHub(words, folder);
  assert.ok(programs[program!], `The test has no ${program}`);
  const running = startProgram({
    program: programs[program!]!,
    args,
    cwd: folder,
    env: { ...env, ...variables },
    ends: "group",
  });
  await running.listens(port);
  const origin = `http://localhost:${port}`;
  await firstAnswer(origin, () => running.listens(port));
  await visit({ origin, browser: browserAt(origin), printed: running.text }).finally(running.stop);
}

/** Writes the files of a changed page in place of those that the page has shown before. */
async function rewrite(changed: Walkthrough, shown: Walkthrough, folder: string): Promise<void> {
  const written = new Set(filesOf(changed).map(({ path }) => path));
  for (const { path } of filesOf(shown).filter(({ path }) => !written.has(path))) {
    await rm(join(folder, path));
  }
  for (const file of filesOf(changed)) await take(await withSecret(file, folder), folder, {});
}

async function visitChanged(
  { start, production, sights }: Walkthrough,
  { commands = [], config, programs = {}, visit }: Omit<Variant, "change">,
  place: Place,
): Promise<void> {
  const own = await withPrograms(programs, place);
  await take({ type: "commands", lines: commands }, own.folder, own.env);
  if (config) await checkConfig(config, own);
  const last = production.length ? production : [start];
  await serve(last, visit ?? ((visit) => see(sights, visit)), own);
}

/** The files that a page lets its reader write, without those that its commands have extended since, such as `.gitignore`. */
function filesOf({ steps }: Walkthrough): readonly File[] {
  return steps.filter((step) => step.type === "file").filter(({ path }) => /^(?:[^.]|\.env)/.test(path));
}

/** The settings keep the secret that a command has written. */
async function withSecret(file: File, folder: string): Promise<File> {
  if (!file.path.startsWith(".env")) return file;
  const [secret] = /^AUTH_SECRET=.+$/m.exec(await readFile(join(folder, file.path), "utf8")) ?? [];
  assert.ok(secret, `${file.path} has no secret`);
  return { ...file, text: `${secret}\n${file.text.replace(/^AUTH_SECRET=.*\n/m, "")}` };
}

/** Puts programs in front of those that the reader has. */
async function withPrograms(programs: Programs, place: Place): Promise<Place> {
  const bin = await mkdtemp(join(place.env.HOME!, "bin-"));
  for (const [name, path] of Object.entries(programs)) await symlink(path, join(bin, name));
  const env = { ...place.env, PATH: [bin, place.env.PATH].join(delimiter) };
  return { ...place, env, programs: { ...place.programs, ...programs } };
}

/** The page with these versions. With `SCAFFOLDS=latest`, it has those of today. */
function locked(page: string): string {
  return SCAFFOLDS.reduce(
    (text, [named, name, version]) => text.replaceAll(named, `${name}@${isLatest() ? "latest" : version}`),
    page,
  );
}

/** Program of a reader → the command of the library, as `docs/cli.md` writes it. */
const COMMANDS: readonly (readonly [program: string, command: string])[] = [
  ["node", "npx @latchkey/auth"],
  ["bun", "bunx --bun @latchkey/auth"],
  ["deno", "deno run --quiet -A jsr:@latchkey/auth/cli"],
];

/** Runs `check`, and expects the config in a module. It may warn: the site of the page has no TLS. */
async function checkConfig(
  module: string,
  { folder, env, programs }: Place,
): Promise<void> {
  const command = COMMANDS.find(([program]) => program in programs)![1];
  const { out, errors } = await printedBy(`${command} check --offline --json`, folder, env);
  const { findings } = JSON.parse(out) as { findings: { name: string; status: string; text: string }[] };
  const [{ status, text }] = findings.filter(({ name }) => name === "file") as [typeof findings[number]];
  assert.deepEqual([status, text.split(":")[0]], ["ok", module], out);
  assert.deepEqual(findings.filter(({ name }) => name === "file").length, 1, out);
  assert.deepEqual(findings.filter(({ status }) => status === "wrong"), []);
  assert.equal(errors, "");
}

/** A command, without the variables before it. */
function withVariables(
  command: string,
): { readonly variables: Record<string, string>; readonly words: string } {
  const [before] = /^(?:\w+=\S+ )*/.exec(command)!;
  const variables = before.trim().split(" ").filter(Boolean).map((text) =>
    text.split("=") as [string, string]
  );
  return { variables: Object.fromEntries(variables), words: command.slice(before.length) };
}

/**
 * Waits for an answer. The server of Nuxt for development accepts connections, and closes them, before it is ready.
 *
 * @throws {Error} if the server ends.
 */
async function firstAnswer(origin: string, listens: () => Promise<void>): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/`, { redirect: "manual" }).catch(() => null);
    if (answer) return await answer.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await listens();
  }
}

/** Takes one step. @returns The folder that the reader is in then. */
async function take(step: Step, folder: string, env: Record<string, string>): Promise<string> {
  if (step.type === "file") {
    await mkdir(dirname(join(folder, step.path)), { recursive: true });
    const text = step.path.startsWith(".") ? filled(step.text) : step.text;
    await writeFile(join(folder, step.path), text);
    return folder;
  }
  for (const line of step.lines) {
    const [, target] = /^cd (\S+)$/.exec(line) ?? [];
    if (target) folder = join(folder, target);
    else await execute(line, folder, env);
  }
  return folder;
}

async function execute(line: string, cwd: string, env: Record<string, string>): Promise<void> {
  await printedBy(line, cwd, env);
}

/** Runs a command. @returns What it prints. */
async function printedBy(
  line: string,
  cwd: string,
  env: Record<string, string>,
): Promise<{ readonly out: string; readonly errors: string }> {
  const { success, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", line],
    cwd,
    clearEnv: true,
    env: { ...env, NODE_OPTIONS: "", BUN_OPTIONS: "" },
    stdin: "null",
  }).output();
  const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)) as [string, string];
  assert.ok(success, `The command fails: ${line}\n${out}${errors}`);
  return { out, errors };
}

/** The settings with values. A name without one is left to the reader to fill in. */
function filled(text: string): string {
  return text.replaceAll(/^(\w+)=(?: *#.*)?$/gm, (_, name) => {
    assert.ok(name in FILLED, `The page does not say the value of ${name}`);
    return `${name}=${FILLED[name]}`;
  });
}

/** The program and the arguments of a command, with the fake GitHub before the program of the reader. */
async function withFakeGitHub(command: string, folder: string): Promise<readonly string[]> {
  const [program, first, ...rest] = command.split(" ");
  if (program === "npx" && first !== "wrangler") return ["node", `node_modules/.bin/${first}`, ...rest];
  if (program === "deno" && first !== "serve") {
    return [program, first!, "--no-prompt", `--preload=${PRELOAD}`, ...rest];
  }
  if (program !== "npx" && program !== "deno") return command.split(" ");
  // Workers have no preload, and `deno serve` of Deno 2.9 ignores it.
  const text = `import "${PRELOAD}";\nexport { default } from "./main.ts";\n`;
  await writeFile(join(folder, "served.ts"), text);
  const args = rest.map((arg) => arg === "main.ts" ? "served.ts" : arg);
  return program === "deno" ? [program, first!, ...args] : ["node", `node_modules/.bin/${first}`, ...args];
}

/** The browser of a user who permits everything at GitHub. */
function browserAt(origin: string): Browser {
  const gitHub = ({ url }: Request) => {
    const { pathname, searchParams: asked } = new URL(url);
    assert.equal(pathname, "/login/oauth/authorize");
    assert.equal(asked.get("client_id"), FILLED.AUTH_GITHUB_ID);
    assert.equal(asked.get("code_challenge_method"), "S256");
    const location = new URL(asked.get("redirect_uri")!);
    location.searchParams.set("code", asked.get("code_challenge")!);
    location.searchParams.set("state", asked.get("state")!);
    location.searchParams.set("iss", "https://github.com/login/oauth");
    return new Response(null, { status: 302, headers: { location: location.href } });
  };
  return testBrowser({
    [origin]: (request) => fetch(request, { redirect: "manual" }),
    "https://github.com": gitHub,
  });
}

/** Visits without a session what requires one. */
async function beRefused({ page, api }: Guarded, { origin, printed }: Visit): Promise<void> {
  const ask = async (path: string, accept: string) => {
    const response = await fetch(origin + path, { headers: { accept }, redirect: "manual" });
    await response.body?.cancel();
    return { status: response.status, location: response.headers.get("location") ?? "" };
  };
  const answer = await ask(page, "text/html");
  assert.ok(answer.status >= 300 && answer.status < 400, `${page}: ${answer.status}\n${printed()}`);
  assert.match(answer.location, /\/auth\/signin\?/);
  assert.equal((await ask(api, "application/json")).status, 401, printed());
}

async function see(sights: readonly Sight[], { browser, printed }: Visit): Promise<void> {
  let page: Page | null = null;
  for (const { act, texts } of sights) {
    if ("open" in act) page = await browser.open(act.open);
    else {
      assert.ok(page, "The first row opens a page");
      page = await press(page, act.press);
    }
    for (const text of texts) {
      assert.ok(
        page.text.includes(text),
        `${page.url} does not show "${text}" but "${page.text}"\n${printed()}`,
      );
    }
  }
  // Such as `[sveltekit] error_body_deprecated`.
  assert.doesNotMatch(printed(), /\w+_deprecated\b/);
}

/** Presses a link or a button. */
async function press(page: Page, text: string): Promise<Page> {
  try {
    return await page.follow(text);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return await page.submit(text);
  }
}
