import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { checkExample, exampleEnvironment } from "./runtimes/example.ts";
import { type Program, startProgram } from "./runtimes/process.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

const ORIGIN = "https://app.example";

for (const name of ["deno", "integration"]) {
  test(`The application of examples/${name} signs users in`, async () => {
    const env = { ...exampleEnvironment(ORIGIN), DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0" };
    const program = startDeno(["--allow-net", "--allow-env", `examples/${name}/main.ts`], env);
    const url = await program.printed(/http:\S+/);
    await checkExample(ORIGIN, (request) => {
      const forwarded = new Request(request.url.replace(`${ORIGIN}/`, url), request);
      forwarded.headers.set("x-forwarded-host", new URL(ORIGIN).host);
      return fetch(forwarded, { redirect: "manual" });
    });
    assert.deepEqual(linesOf(await program.stop()), [`Listening on ${url}`]);
  });
}

for (const runtime of ["bun", "deno", "fastify", "hono", "integration", "node", "workers"]) {
  test(`examples/${runtime} says how to run it, with the settings and the port of the README`, async () => {
    const [source, readme] = [
      await readFile(join(root, `examples/${runtime}/main.ts`), "utf8"),
      await readFile(join(root, "README.md"), "utf8"),
    ];
    const comment = source.slice(0, source.indexOf("*/"));
    for (const name of Object.keys(exampleEnvironment(ORIGIN))) {
      assert.match(comment, new RegExp(`^ \\* ${name}=`, "m"));
      assert.ok(readme.includes(name), name);
    }
    for (const url of ["http://localhost:8000", "http://localhost:8000/auth/callback/github"]) {
      assert.ok(comment.includes(url) && readme.includes(url), url);
    }
    assert.match(comment, /^ \* (deno|bun|node|npx) .*main\.ts/m);
    assert.deepEqual(new Set(source.match(/(?<=localhost:|--port |\?\? )\d{4}/g)), new Set(["8000"]));
  });
}

test("examples/README.md has a row for each folder of examples", async () => {
  const page = await readFile(join(root, "examples/README.md"), "utf8");
  const entries = await readdir(join(root, "examples"), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(
    [...page.matchAll(/^\| \[(\w+)\]\(\1\)/gm)].map(([, name]) => name).sort(),
    folders.sort(),
  );
});

test("examples/demo prints what it does, one URL, and how to stop it; then it leaves nothing behind", async () => {
  // Port 3000 is taken, by this server or by a program that has come before.
  const other = takePort(3000);
  const folder = await mkdtemp(join(tmpdir(), "latchkey-examples-"));
  const { text, url } = await runDemo({ TMPDIR: folder, TEMP: folder }, async () => {
    assert.equal((await readdir(folder)).length, 1);
  });
  other?.close();
  const { port } = new URL(url);
  assert.notEqual(port, "3000");
  assert.deepEqual(linesOf(text), [
    "Starting the demo. Its first start downloads about 5 MB of packages.",
    `Port 3000 is taken, so the demo uses ${port}.`,
    `The demo is at ${url}`,
    "Stop it with Ctrl-C.",
    "The demo has ended, and its database is removed.",
  ]);
  assert.deepEqual(await readdir(folder), []);
  await rm(folder, { recursive: true });
});

test("examples/demo says what it does before it downloads anything", async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-examples-"));
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: await demoArgs(),
    cwd: root,
    // Nothing listens there.
    env: { DENO_DIR: folder, NPM_CONFIG_REGISTRY: "http://127.0.0.1:9/" },
  }).output();
  const text = new TextDecoder();
  assert.equal(success, false, "there was nothing to download");
  assert.match(text.decode(stderr), /127\.0\.0\.1:9/);
  assert.match(
    text.decode(stdout),
    /^\s*Starting the demo\. Its first start downloads about 5 MB of packages\.\s*$/,
  );
  await rm(folder, { recursive: true });
});

/** What `deno task demo` runs. */
async function demoArgs(): Promise<string[]> {
  const { tasks } = JSON.parse(await readFile(join(root, "deno.json"), "utf8"));
  return tasks.demo.command.split(" ").slice(1);
}

/** Starts the demo, and ends it with Ctrl-C when it is there. @param whileThere What is done then. */
async function runDemo(
  env: Record<string, string>,
  whileThere: () => Promise<void>,
): Promise<{ readonly text: string; readonly url: string }> {
  const program = new Deno.Command(Deno.execPath(), {
    args: await demoArgs(),
    cwd: root,
    env,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(program.stderr).text();
  let [text, url] = ["", ""];
  for await (const chunk of program.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (url || !text.includes("Stop it")) continue;
    url = /http:\S+/.exec(text)![0];
    assert.match(await (await fetch(url)).text(), /<h1>/);
    await whileThere();
    program.kill("SIGINT");
  }
  assert.equal((await program.status).code, 0);
  return { text: await errors + text, url };
}

function takePort(port: number): Deno.Listener | null {
  try {
    return Deno.listen({ port, hostname: "127.0.0.1" });
  } catch {
    return null;
  }
}

function startDeno(args: readonly string[], env: Record<string, string>): Program {
  return startProgram({ program: Deno.execPath(), args: ["run", "--no-prompt", ...args], env, cwd: root });
}

/** What a program has printed, without what Deno says while it fetches packages. */
function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter((line) =>
    line && !/Download|Initialize/.test(line)
  );
}
