import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { checkExample, exampleEnvironment } from "./runtimes/example.ts";
import { type Program, startProgram } from "./runtimes/process.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

const ORIGIN = "https://app.example";

test("examples/deno signs users in", async () => {
  const env = { ...exampleEnvironment(ORIGIN), DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0" };
  const program = startDeno(["--allow-net", "--allow-env", "examples/deno/main.ts"], env);
  const url = await program.printed(/http:\S+/);
  await checkExample(ORIGIN, (request) => {
    const forwarded = new Request(request.url.replace(`${ORIGIN}/`, url), request);
    forwarded.headers.set("x-forwarded-host", new URL(ORIGIN).host);
    return fetch(forwarded, { redirect: "manual" });
  });
  assert.deepEqual(linesOf(await program.stop()), [`Listening on ${url}`]);
});

test("examples/demo prints one URL, and nothing else but how to stop it; then it leaves nothing behind", async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-examples-"));
  const program = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-prompt", "examples/demo/main.ts"],
    cwd: root,
    env: { TMPDIR: folder, TEMP: folder },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(program.stderr).text();
  let text = "";
  for await (const chunk of program.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const url = /http:\S+/.exec(text)?.[0];
    if (!url || !text.includes("Stop it")) continue;
    assert.match(await (await fetch(url)).text(), /<h1>/);
    assert.equal((await readdir(folder)).length, 1);
    program.kill("SIGINT");
  }
  assert.equal((await program.status).code, 0);
  const [url] = /http:\S+/.exec(text) ?? [];
  assert.deepEqual(linesOf(await errors + text), [`The demo is at ${url}`, "Stop it with Ctrl-C."]);
  assert.deepEqual(await readdir(folder), []);
  await rm(folder, { recursive: true });
});

function startDeno(args: readonly string[], env: Record<string, string>): Program {
  return startProgram({ program: Deno.execPath(), args: ["run", "--no-prompt", ...args], env, cwd: root });
}

/** What a program has printed, without what Deno says while it fetches packages. */
function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter((line) =>
    line && !/Download|Initialize/.test(line)
  );
}
