import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { checkExample, exampleEnvironment } from "./runtimes/example.ts";

const ORIGIN = "https://app.example";

test("examples/deno signs users in", async () => {
  const env = { ...exampleEnvironment(ORIGIN), DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0" };
  await using program = await start(["--allow-net", "--allow-env", "examples/deno/main.ts"], env);
  const { url } = program;
  await checkExample(ORIGIN, (request) => {
    return fetch(new Request(request.url.replace(`${ORIGIN}/`, url), request), { redirect: "manual" });
  });
  assert.equal(program.text(), `Listening on ${url}\n`);
});

test("examples/demo prints one URL, and nothing else but how to stop it", async () => {
  await using program = await start(["-A", "examples/demo/main.ts"], {});
  const page = await (await fetch(program.url)).text();
  assert.match(page, /<h1>/);
  const lines = program.text().trim().split("\n").map((line) => line.trim());
  assert.deepEqual(lines, [`The demo is at ${program.url}`, "Stop it with Ctrl-C."]);
});

/** Starts a program that prints its URL. */
async function start(args: readonly string[], env: Record<string, string>) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", ...args],
    cwd: fileURLToPath(new URL("../", import.meta.url)),
    env,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let text = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) text += chunk;
  };
  const ended = Promise.all([collect(child.stdout), collect(child.stderr)]).then(() => true);
  for (let done = false; !done && !/http:\S+\s/.test(text);) {
    done = await Promise.race([ended, new Promise<false>((resolve) => setTimeout(resolve, 20, false))]);
  }
  const url = /http:\S+/.exec(text)?.[0];
  assert.ok(url, text);
  return {
    url,
    text: () => text.replaceAll(/^.*(?:Download|Check|Initialize).*\n/gm, ""),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await Promise.all([child.status, ended]);
    },
  };
}
