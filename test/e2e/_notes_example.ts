/**
 * An example with notes, which its users reach by a mailed link: started by the command of its README, and used in a
 * browser.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Page } from "npm:playwright-core@1.65.1";
import { afterTests } from "../_after.ts";
import { freePort } from "../_free_port.ts";
import { installApp } from "../frameworks/_app.ts";
import { install } from "../runtimes/install.ts";
import { type Program, startProgram } from "../runtimes/process.ts";
import { nodeBinary } from "../runtimes/runtimes.ts";

/** The command that a README shows first. */
const COMMAND = "npm install && npm run dev";

/** An example that runs. */
export interface NotesExample {
  /** The page with the notes. */
  readonly home: string;
  /** Its output so far. */
  printed(): string;
}

/** Installs an example of `examples/`. @returns Its folder. */
export async function installExample(name: string): Promise<string> {
  await install();
  return await installApp({ name: `example_${name}`, files: [`examples/${name}`], run: [] });
}

/** The environment of a program that finds Node 22 first: the oldest that runs the examples. */
export function nodeEnvironment(): Record<string, string> {
  return { PATH: `${dirname(nodeBinary("node22"))}:${Deno.env.get("PATH")}`, NO_COLOR: "1" };
}

/**
 * Starts an example by the command that its README shows. It ends after the tests of the file.
 *
 * @param ports Port in its files → the one to use.
 */
export async function startExample(
  folder: string,
  ports: Readonly<Record<number, number>>,
): Promise<Program> {
  const readme = await readFile(join(folder, "README.md"), "utf8");
  assert.equal(/^```sh\n([^]*?)\n```$/m.exec(readme)?.[1], COMMAND);
  for (const file of ["package.json", ".env.development"]) {
    const path = join(folder, file);
    const text = await readFile(path, "utf8").catch(() => null);
    const moved = text?.replaceAll(/(?<=localhost:|--port )\d+/g, (port) => String(ports[Number(port)]));
    if (moved) await writeFile(path, moved);
  }
  const [program, ...args] = COMMAND.split(" && ").at(-1)!.split(" ");
  const env = { ...nodeEnvironment(), PORT: String(ports[8000]), WRANGLER_SEND_METRICS: "false" };
  const started = startProgram({ program: program!, args, env, cwd: folder, ends: "group" });
  afterTests(() => started.stop().then(() => {}));
  for (const port of Object.values(ports)) await answers(started, port);
  return started;
}

/** Waits until a server answers, on any address of this computer. */
async function answers(program: Program, port: number): Promise<void> {
  for (const start = Date.now(); Date.now() - start < 60_000;) {
    try {
      return void await (await fetch(`http://localhost:${port}/`)).body?.cancel();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error(`Nothing answers at the port ${port}:\n${program.text()}`);
}

/** Asks for a mail on the sign-in page that is open. @returns The link in the mail. */
export async function askForLink(page: Page, { printed }: NotesExample, address: string): Promise<string> {
  const before = printed().length;
  await page.getByLabel("Email address").fill(address);
  await page.keyboard.press("Enter");
  // Where passwords are, a second step offers both.
  if (await page.getByLabel("Password", { exact: true }).isVisible()) {
    await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  }
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  return await mailedLink(address, printed, before);
}

/** The link of a mail that is printed. @param from How much is printed before. */
export async function mailedLink(
  address: string,
  printed: NotesExample["printed"],
  from: number,
): Promise<string> {
  for (const start = Date.now(); Date.now() - start < 10_000;) {
    const link = new RegExp(`Mail to ${address}: open (\\S+)\\s`).exec(printed().slice(from))?.[1];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail to ${address}:\n${printed()}`);
}

/** The code of a mail that is printed. @param from How much is printed before. */
export async function mailedCode(...mail: Parameters<typeof mailedLink>): Promise<string> {
  await mailedLink(...mail);
  const [address, printed, from] = mail;
  return new RegExp(`Mail to ${address}: .*\\s+or enter the code (\\d+)`).exec(printed().slice(from))![1]!;
}

/** Signs in on the page with the notes, which shows that no one is signed in. @returns The link, which is used up. */
export async function signInByMail(page: Page, example: NotesExample, address: string): Promise<string> {
  await page.getByRole("link", { name: "Sign in" }).click();
  const link = await askForLink(page, example, address);
  await page.goto(link);
  await page.getByLabel("A new note").waitFor();
  assert.equal(page.url(), example.home);
  return link;
}

/** Writes a note. */
export async function writeNote(page: Page, text: string): Promise<void> {
  await page.getByLabel("A new note").fill(text);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("listitem").getByText(text, { exact: true }).waitFor();
}

/** The texts of the notes on a page. */
export async function notesOn(page: Page): Promise<readonly string[]> {
  await page.getByLabel("A new note").waitFor();
  return await page.getByRole("listitem").getByRole("paragraph").allTextContents();
}

/** Signs out on the page of the library. */
export async function signOut(page: Page, { home }: NotesExample): Promise<void> {
  await page.getByRole("link", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in" }).waitFor();
  assert.equal(page.url(), home);
}

/** The value of the header `Cookie` that the browser of a page sends to an address. */
export async function cookiesOf(page: Page, url: string): Promise<string> {
  const cookies = await page.context().cookies(url);
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** Serves an empty page on another port: another origin of the same site. @returns Its URL. */
export function openForeignSite(): string {
  const port = freePort();
  const headers = { "content-type": "text/html" };
  const site = Deno.serve(
    { port, hostname: "127.0.0.1", onListen: () => {} },
    () => new Response("<title>Another origin</title>", { headers }),
  );
  afterTests(() => site.shutdown());
  return `http://localhost:${port}/`;
}

/** Complaints of a browser about answers that are in order: it has no session yet, and there is no icon. */
export const EXPECTED: readonly RegExp[] = [/status of 401/, /status of 404/];
