import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { checkExample, exampleEnvironment } from "./runtimes/example.ts";
import { type Program, startProgram } from "./runtimes/process.ts";

const ORIGIN = "https://app.example";

test("examples/deno signs users in", async () => {
  const env = { ...exampleEnvironment(ORIGIN), DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0" };
  const program = startDeno(["--allow-net", "--allow-env", "examples/deno/main.ts"], env);
  const url = await program.printed(/http:\S+/);
  await checkExample(ORIGIN, (request) => {
    return fetch(new Request(request.url.replace(`${ORIGIN}/`, url), request), { redirect: "manual" });
  });
  assert.deepEqual(linesOf(await program.stop()), [`Listening on ${url}`]);
});

test("examples/demo prints one URL, and nothing else but how to stop it", async () => {
  const program = startDeno(["-A", "examples/demo/main.ts"], {});
  const url = await program.printed(/http:\S+/);
  assert.match(await (await fetch(url)).text(), /<h1>/);
  assert.deepEqual(linesOf(await program.stop()), [`The demo is at ${url}`, "Stop it with Ctrl-C."]);
});

function startDeno(args: readonly string[], env: Record<string, string>): Program {
  const cwd = fileURLToPath(new URL("../", import.meta.url));
  return startProgram({ program: Deno.execPath(), args: ["run", "--no-prompt", ...args], env, cwd });
}

/** What a program has printed, without what Deno says while it fetches packages. */
function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter((line) =>
    line && !/Download|Initialize/.test(line)
  );
}
