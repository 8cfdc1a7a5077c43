import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { faultsOf, TYPES } from "../tools/commits.ts";
import { root } from "../tools/exports.ts";

const TOOL = fileURLToPath(new URL("tools/commits.ts", root));

for (
  const message of [
    "fix: a sign-out ends the session in each tab\n\nIt left those that were open.",
    "feat(pages)!: the account page has a heading of its own\n\nWrite `pages.account` where a page of yours has it.",
    "docs: the recipe for tenants names the cookie",
    "test(npm): the session check and the ways to sign in have chunks\n",
    `fix: ${"x".repeat(67)}\n\nBecause.`,
    `fix: a link is as long as it is\n\nhttps://example.com/${"x".repeat(120)}`,
    "style: names in Gödel's way: äöü",
  ]
) {
  test(`faultsOf() accepts the message ${JSON.stringify(message.slice(0, 60))}`, () => {
    assert.deepEqual(faultsOf(message), []);
  });
}

for (
  const [message, fault] of [
    ["Fix the sign-out", /begin with a type.*feat, fix, /],
    ["fix the sign-out", /begin with a type/],
    ["fix:the sign-out\n\nWhy.", /begin with a type/],
    ["fix(): the sign-out\n\nWhy.", /begin with a type/],
    ["fixup! fix: the sign-out", /begin with a type/],
    ["feature: the sign-out\n\nWhy.", /begin with a type/],
    ["constructor: the sign-out\n\nWhy.", /begin with a type/],
    ["", /begin with a type/],
    [`fix: ${"x".repeat(68)}\n\nBecause.`, /has 73 characters: write at most 72/],
    ["docs: the sign-out ends each session.", /without a full stop/],
    ["docs: the sign-out\nends each session", /second line empty/],
    [`docs: the sign-out\n\n${"long ".repeat(30)}`, /more than 120/],
    ["fix: the sign-out ends each session", /say in the body why/],
    ["docs!: the sign-out ends each session", /what applications must write/],
  ] as const
) {
  test(`faultsOf() refuses the message ${JSON.stringify(message.slice(0, 60))} for its ${fault.source}`, () => {
    const faults = faultsOf(message);
    assert.equal(faults.length, 1);
    assert.match(faults[0]!, fault);
  });
}

test("CONTRIBUTING.md lists the types of commits, and the length of their first line", async () => {
  const [, section = ""] = (await readFile(new URL("CONTRIBUTING.md", root), "utf8")).split("\n## Commits\n");
  const [text = ""] = section.split("\n## ");
  assert.deepEqual(
    [...text.matchAll(/`([a-z]+): …`/g)].map(([, type]) => type).sort(),
    Object.keys(TYPES).sort(),
  );
  assert.match(text, /at most 72\s+characters/);
});

test("tools/commits.ts checks the commits of a range, and neither those before it nor merges", async () => {
  await inRepository(async (git, check) => {
    await git("commit", "--allow-empty", "-m", "An old message.");
    await git("branch", "main");
    await git("commit", "--allow-empty", "-m", "docs: one");
    await git("checkout", "-b", "other", "main");
    await git("commit", "--allow-empty", "-m", "docs: two");
    await git("merge", "--no-ff", "-m", "Merge branch", "-");
    assert.deepEqual(await check("main..HEAD"), {
      code: 0,
      text: "2 commits: the messages are well-formed\n",
    });
    await git("commit", "--allow-empty", "-m", "Three.");
    const { code, text } = await check("main..HEAD");
    assert.equal(code, 1);
    assert.match(text, /^Three\.\n {2}begin with a type.*\n\n1 of 3 commits need another message/);
  });
});

test("tools/commits.ts refuses a range that is none, and one that the repository does not have", async () => {
  await inRepository(async (_git, check) => {
    for (const range of ["", "HEAD", "--output=x..y", "main..HEAD"]) {
      const { code, text } = await check(range);
      assert.equal(code, 1, range);
      assert.match(text, /Cannot (?:check|read) the commits/);
    }
  });
});

test("the hook accepts a commit that a rebase melts into another one, and a branch must have none", async () => {
  await inRepository(async (git, check, folder) => {
    const file = join(folder, "message");
    for (const type of ["fixup", "squash", "amend"]) {
      await writeFile(file, `${type}! docs: the sign-out\n`);
      assert.equal((await check("--file", file)).code, 0, type);
    }
    await git("commit", "--allow-empty", "-m", "docs: the sign-out");
    await git("commit", "--allow-empty", "-m", "fixup! docs: the sign-out");
    assert.equal((await check("HEAD~1..HEAD")).code, 1);
  });
});

test("the hook in .githooks refuses a message of git commit", async () => {
  await inRepository(async (_git, check, folder) => {
    const file = join(folder, "message");
    await writeFile(file, "docs: the sign-out\n\n# Please enter the commit message.\n");
    assert.equal((await check("--file", file)).code, 0);
    await writeFile(file, "# Please enter the commit message.\nSign-out\n");
    assert.equal((await check("--file", file)).code, 1);
    // As `git merge --no-edit` and `git pull` write it.
    await writeFile(file, "Merge remote-tracking branch 'origin/main' into sign-out\n");
    assert.equal((await check("--file", file)).code, 0);
    await writeFile(file, "Merge the sign-out\n");
    assert.equal((await check("--file", file)).code, 1);
  });
  const hook = await readFile(new URL(".githooks/commit-msg", root), "utf8");
  assert.match(hook, / run -A tools\/commits\.ts --file "\$1"$/m);
});

type Git = (...args: readonly string[]) => Promise<void>;
type Check = (...args: readonly string[]) => Promise<{ readonly code: number; readonly text: string }>;

/** Hands over an empty repository in a folder of its own, and the tool that runs there. */
async function inRepository(use: (git: Git, check: Check, folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "commits-"));
  try {
    const run = (program: string, args: readonly string[]) =>
      new Deno.Command(program, {
        args: [...args],
        cwd: folder,
        env: { NO_COLOR: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
      }).output();
    const git: Git = async (...args) => {
      const { success, stderr } = await run("git", [
        "-c",
        "user.name=Ada",
        "-c",
        "user.email=ada@example.com",
        ...args,
      ]);
      assert.ok(success, new TextDecoder().decode(stderr));
    };
    await git("init", "--quiet", "--initial-branch=start");
    await use(git, async (...args) => {
      const { code, stdout, stderr } = await run(Deno.execPath(), ["run", "-A", "--no-check", TOOL, ...args]);
      return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
    }, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
