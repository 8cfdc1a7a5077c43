import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { check, said } from "./_command.ts";

const [SECRET, OTHER] = [
  "pxG4w1QeT7zLk9BnV2yRs8MhJc5DfUaX6oYi",
  "Zq8Lr3Nw5Xt7Vb9Mc2Kd4Jf6Hg1Ps0Ay-TeUi",
] as const;

/** Makes the folder a repository, and adds these files. */
const adding = (...files: readonly string[]) => `
for (const args of [["init", "--quiet"], ["add", ${files.map((file) => JSON.stringify(file)).join(", ")}]]) {
  const { success } = await new Deno.Command("git", { args }).output();
  if (!success) throw new Error("git failed");
}`;

/** Checks a config in a folder. @returns What is said of secrets. */
async function secretsOf(files: Record<string, string>, preload: string, args: readonly string[] = []) {
  const { findings, code } = await check({
    files: { "auth.ts": "export const config = { providers: [] };", ...files },
    env: { AUTH_URL: "https://app.example" },
    preload,
  }, ["--offline", ...args]);
  assert.equal(code, 0);
  return said(findings, "secret");
}

const RANDOM = "ok: one, of 36 characters";

test("check warns of a secret that git keeps, and does not show it", async () => {
  const found = await secretsOf({ ".env": `NAME=x\nAUTH_SECRET=${SECRET}\n` }, adding(".env"));
  assert.equal(found[0], RANDOM);
  assert.match(
    found[1]!,
    /^warning: \.env is in git, with AUTH_SECRET: everyone .+ → Run `git rm --cached \.env`, add \.env to \.gitignore, and replace/,
  );
  assert.equal(found.length, 2);
  assert.ok(!found.join().includes(SECRET));
});

test("check warns of a secret in the file that --env-file names, if git keeps it", async () => {
  const files = { ".env.production": `AUTH_SECRET=${OTHER}\nAUTH_SECRET_1=${SECRET}\n` };
  const found = await secretsOf(files, adding(".env.production"), ["--env-file", ".env.production"]);
  assert.match(found[1]!, /^warning: \.env\.production is in git, with AUTH_SECRET(_1)?: /);
});

const OWN = { ".env": `AUTH_SECRET=${SECRET}\n` };

/** Secrets that git does not keep: the files, and what is done with them before the check. */
const QUIET: Readonly<Record<string, readonly [files: Record<string, string>, preload: string]>> = {
  "in a file that git does not keep": [OWN, adding("auth.ts")],
  "outside of a repository": [OWN, "0;"],
  "beside another value in a file that git keeps, as an example for developers": [
    { ".env": `AUTH_SECRET=${OTHER}\n`, ".env.local": `AUTH_SECRET=${SECRET}\n` },
    adding(".env"),
  ],
  "that stands in a file since git has kept it": [
    { ".env": "AUTH_SECRET=\n" },
    `${adding(".env")}\nDeno.writeTextFileSync(".env", "AUTH_SECRET=${SECRET}");`,
  ],
  "in a file to which git keeps a link alone": [
    { ".env.local": `AUTH_SECRET=${SECRET}\n` },
    `Deno.symlinkSync(".env.local", ".env");\n${adding(".env")}`,
  ],
};
for (const [where, [files, preload]] of Object.entries(QUIET)) {
  test(`check does not warn of a secret ${where}`, async () => {
    assert.deepEqual(await secretsOf(files, preload), [RANDOM]);
  });
}

test("check warns of a secret that git keeps, also beside a file outside of the repository", async () => {
  const outside = fileURLToPath(new URL("../../.editorconfig", import.meta.url));
  const args = [".env", outside, ".env"].flatMap((file) => ["--env-file", file]);
  const found = await secretsOf(OWN, adding(".env"), args);
  assert.match(found[1] ?? "", /^warning: \.env is in git, with AUTH_SECRET/);
  assert.equal(found.length, 2);
});
