import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "../npm/build.ts";
import { readManifest, root } from "../tools/exports.ts";
import { afterTests } from "./_after.ts";
import { nightly } from "./_nightly.ts";

const folder = await mkdtemp(join(tmpdir(), "latchkey-reproducible-"));
afterTests(() => rm(folder, { recursive: true, force: true }));

/** What the build reads, beside what `deno.json` publishes. */
const READ = [
  "deno.json",
  "deno.lock",
  "npm/build.ts",
  "npm/package.extra.json",
  "npm/modules",
  "npm/sveltekit",
  "tools",
];

/** A machine that differs in all that a program can see of it, but for its versions of Deno and npm. */
const ELSEWHERE = { TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" };

nightly(
  "build() makes one tarball in two folders, at two times, with any umask, time zone and language",
  async () => {
    await build(join(folder, "here"));
    const { publish } = await readManifest();
    const papers = publish.include.filter((path) => !path.includes("*"));
    const copy = join(folder, "of another person");
    for (const path of [...papers, "src", ...READ]) {
      await cp(new URL(path, root), join(copy, path), { recursive: true });
    }
    await utimes(join(copy, "mod.ts"), 1, 1);
    const command = `umask 077 && exec "${Deno.execPath()}" run --frozen --lock=deno.lock -A npm/build.ts`;
    const { success, stderr } = await new Deno.Command("sh", {
      args: ["-c", command],
      cwd: copy,
      env: ELSEWHERE,
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    assert.equal(
      await hashOf(join(copy, "npm/dist/latchkey-auth.tgz")),
      await hashOf(join(folder, "here/latchkey-auth.tgz")),
    );
  },
);

async function hashOf(path: string): Promise<string> {
  return createHash("sha256").update(await readFile(path)).digest("hex");
}
