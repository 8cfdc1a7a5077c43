/** `UPDATE_GOLDEN=1` writes what the command prints into the page. */

import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { parseCommand } from "../../src/cli/arguments.ts";
import { PLACES } from "../../src/cli/load_config.ts";
import { type Ran, run } from "../cli/_command.ts";

const page = new URL("../../docs/cli.md", import.meta.url);
const text = await readFile(page, "utf8");

/** A block of code: its language, perhaps with a file, and its text. */
const BLOCK = /^```(\w+(?: \S+)?)\n([^]*?)^```$/gm;

const files = Object.fromEntries(
  [...text.matchAll(BLOCK)].flatMap(([, info, code]) => {
    const [, file] = info!.split(" ");
    return file ? [[file, code!]] : [];
  }),
);

/** What the reader changes between the two reports of `check`. */
const REPAIRED = {
  ".env": "AUTH_SECRET=pxG4w1QeT7zLk9BnV2yRs8MhJc5DfUaX6oYiBqEr\nAUTH_URL=https://app.example\n" +
    "AUTH_GITHUB_ID=Iv1.0123456789abcdef\nAUTH_GITHUB_SECRET=right-secret-of-this-client\n",
  "auth.ts": `${files["auth.ts"]}\nawait config.adapter.migrate();\n`,
};

/** GitHub, as it answers the command: this computer may have no network. */
const GITHUB = `
globalThis.fetch = async (input, init = {}) => {
  const headers = { date: new Date().toUTCString(), "content-type": "application/json" };
  const { host, pathname } = new URL(input);
  if (host === "api.github.com") return Response.json({ message: "Requires authentication" }, { status: 401, headers });
  if (host !== "github.com") throw new TypeError("no network: " + host);
  if (pathname === "/login/oauth/authorize") return new Response(null, { status: 302, headers: { ...headers, location: "/login" } });
  const { authorization = "" } = Object.fromEntries(new Headers(init.headers));
  const sent = atob(authorization.replace("Basic ", "")) + new URLSearchParams(init.body);
  const error = sent.includes("right-secret") ? "bad_verification_code" : "incorrect_client_credentials";
  return Response.json({ error, error_description: "See the documentation." }, { headers });
};
`;

/** The files of the first and of the second report. */
const folders = [{ "auth.ts": files["auth.ts"]!, ".env": files[".env"]! }, REPAIRED];

test("docs/cli.md shows what the command prints", async () => {
  let reports = 0;
  let written = text;
  for (const [block, info, code] of text.matchAll(BLOCK)) {
    if (info !== "console") continue;
    const [line] = code!.split("\n", 1);
    const [, words, pipe] = /^\$ npx @latchkey\/auth ([^|]+?)( \| head -n \d+)?$/.exec(line!)!;
    const isReport = words === "check";
    const ran: Ran = await run(words!.split(" "), {
      files: isReport ? folders[reports++]! : {},
      preload: isReport ? GITHUB : "",
    });
    assert.equal(ran.errors, "");
    const shown = ran.out.trimEnd().split("\n").slice(0, pipe ? Number(/\d+/.exec(pipe)![0]) : undefined)
      .join("\n").replace(/ on Deno .*/, " on Node 24.21.0");
    // Each block is replaced once, in order: two begin alike.
    written = replaceFirst(written, block, `\`\`\`console\n${line}\n${shown}\n\`\`\``);
  }
  assert.equal(reports, folders.length);
  if (Deno.env.get("UPDATE_GOLDEN")) await writeFile(page, written);
  else assert.equal(text, written, "run it with UPDATE_GOLDEN=1, and read what has changed");
});

test("docs/cli.md lists the places of the config", () => {
  const list = /^```text\n([^]*?)^```$/m.exec(text)?.[1];
  assert.deepEqual(list?.trim().split("\n"), PLACES.map((place) => `${place}.ts`));
});

test("docs/cli.md writes only commands that exist", () => {
  const commands = [
    ...text.matchAll(
      /(?:@latchkey\/auth(?:\/cli)?|exec latchkey) ((?:secret|check|preview|schema|help)[^`|<>\n]*)(?!.*<)/g,
    ),
  ];
  assert.ok(commands.length > 10);
  for (const [, words] of commands) assert.doesNotThrow(() => parseCommand(words!.trim().split(" ")), words);
});

test("docs/cli.md names each kind of finding that can be wrong", async () => {
  const folder = new URL("../../src/cli/", import.meta.url);
  const modules = (await readdir(folder)).filter((name) => /^(check|clock|env_files|load_config)/.test(name));
  const sources = await Promise.all(modules.map((name) => readFile(new URL(name, folder), "utf8")));
  const pattern =
    /\bname(?:: | = )"(\w+)",?\s+status: "(?:wrong|warning)"|\b(?:toWrong\(|const name = )"(\w+)"/g;
  const names = new Set(
    sources.flatMap((source) => [...source.matchAll(pattern)].map(([, a, b]) => a ?? b!)),
  );
  assert.ok(names.size > 10);
  const missing = [...names].filter((name) => !text.includes(`\`${name}\``));
  assert.deepEqual(missing, []);
});

test("docs/cli.md has modules that check loads", async () => {
  const { out } = await run(["check", "--offline", "auth.config.ts"], {
    files: { "auth.config.ts": files["auth.config.ts"]!, ".env": REPAIRED[".env"] },
  });
  assert.match(out, /Nothing is wrong/);
});

function replaceFirst(text: string, part: string, by: string): string {
  const start = text.indexOf(part);
  return text.slice(0, start) + by + text.slice(start + part.length);
}
