/**
 * The quick start of README.md, as a reader follows it: the file, the `.env` beside it, and the command. Those of other
 * runtimes are in `docs/start`, and tested by `test/docs/start_test.ts`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { encode } from "@latchkey/auth/jwt";
import { testBrowser } from "@latchkey/auth/testing";

/** What a reader writes and runs. */
export interface QuickStart {
  /** Name of the file. */
  readonly file: string;
  /** Its content. */
  readonly code: string;
  /** Content of `.env`, without the values that a reader fills in. */
  readonly env: string;
  /** Program and arguments that start it. */
  readonly command: readonly string[];
  /** The same program for Deno. */
  readonly onDeno: string;
}

const AUTH_SECRET = crypto.randomUUID();

/** Reads the quick start. */
export async function readQuickStart(): Promise<QuickStart> {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const env = /file `\.env`[^`]*```sh\n(.+?)```/s.exec(readme)?.[1];
  const pattern = /on \*\*Node\*\*[^\n]*`([\w.]+)`:\n\n```\w+ ignore\n(.+?)```\n\n```sh\n(.+?)```/s;
  const [, file, code, commands] = pattern.exec(readme) ?? [];
  const onDeno = /On \*\*Deno\*\*.+?```ts ignore\n(.+?)```/s.exec(readme)?.[1];
  assert.ok(env && file && code && commands && onDeno, "README.md has no quick start");
  return { file, code, env, command: commands.trim().split("\n").at(-1)!.split(" "), onDeno };
}

/** Writes the files of a quick start into a folder, for another port than 8000, which may be taken. */
export async function writeQuickStart(folder: string, start: QuickStart, port: number): Promise<void> {
  const filled = { AUTH_GITHUB_ID: "the-client", AUTH_GITHUB_SECRET: "the-secret" };
  const env = Object.entries(filled).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name}=.*$`, "m"), `${name}=${value}`),
    start.env,
  );
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/${start.file}`, start.code.replaceAll("8000", String(port)));
  // The command above has put the secret there.
  await writeFile(`${folder}/.env`, `AUTH_SECRET=${AUTH_SECRET}\n${env.replaceAll("8000", String(port))}`);
}

/** Checks that a quick start greets strangers and users, and leads to GitHub. */
export async function checkQuickStart(port: number): Promise<void> {
  const origin = `http://localhost:${port}`;
  const send = (request: Request) => fetch(request, { redirect: "manual" });
  const echo = ({ url }: Request) => Response.json(Object.fromEntries(new URL(url).searchParams));
  const stranger = testBrowser({ [origin]: send, "https://github.com": echo });
  const page = await stranger.open(`${origin}/`);
  const asked = (await page.submit("/auth/signin/github")).json<Record<string, string>>();
  assert.deepEqual([asked.client_id, asked.redirect_uri], ["the-client", `${origin}/auth/callback/github`]);
  const user = testBrowser({ [origin]: send });
  const name = "latchkey.session-token";
  const token = await encode({ token: { name: "Ada" }, secret: AUTH_SECRET, salt: name });
  user.setCookie(origin, `${name}=${token}`);
  assert.equal((await user.open(`${origin}/`)).text, "Hello Ada");
}
