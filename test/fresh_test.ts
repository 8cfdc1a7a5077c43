import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../tools/exports.ts";

/** Bytes. The packages are 23 MB when they are unpacked. */
const MOST = 40e6;

test("deno task demo on a new computer downloads only its packages, without a warning", async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-fresh-"));
  const start = performance.now();
  const program = new Deno.Command(Deno.execPath(), {
    args: ["task", "demo"],
    cwd: root,
    env: { DENO_DIR: folder, NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
    // Ctrl-C goes to a whole process group.
    detached: true,
  }).spawn();
  const errors = new Response(program.stderr).text();
  let [text, started] = ["", 0];
  for await (const chunk of program.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (started || !text.includes("Stop it")) continue;
    started = performance.now() - start;
    Deno.kill(-program.pid, "SIGINT");
  }
  assert.ok(started, `The demo has not started:\n${await errors}${text}`);
  const size = await sizeOf(folder);
  await rm(folder, { recursive: true });
  console.log(
    `The demo has downloaded ${Math.round(size / 1e6)} MB, and started after ${Math.round(started)} ms`,
  );
  assert.ok(size < MOST, `It has downloaded ${size} bytes`);
  assert.doesNotMatch(await errors, /warning/i);
  assert.match(text, /The demo has ended/);
});

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
