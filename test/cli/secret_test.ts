import assert from "node:assert/strict";
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { secret } from "../../src/cli/secret.ts";
import { run } from "./_command.ts";

/** As long as a secret must be. */
const OLD = "an-old-one-of-forty-characters-0123456789";

test("secret prints 44 characters, others each time", async () => {
  const [first, second] = [
    await run(["secret"], { ownProcess: true }),
    await run(["secret"], { ownProcess: true }),
  ];
  assert.match(first.out, /^[\w-]{44}\n$/);
  assert.notEqual(first.out, second.out);
});

test("secret --env writes a secret that check accepts", async () => {
  const { out, code, read } = await run(["secret", "--env"], { ownProcess: true });
  assert.match(read(".env")!, /^AUTH_SECRET=[\w-]{44}\n$/);
  assert.equal(out, "Wrote AUTH_SECRET into .env. Do not commit that file\n");
  assert.equal(code, 0);
  const checked = await run(["check", "--offline"], {
    files: {
      ".env": `${read(".env")}AUTH_URL=https://app.example`,
      "auth.ts": "export const config = { providers: [] };",
    },
  });
  assert.match(checked.out, /✓ ok +secret +one, of 44 characters/);
});

test("secret --env keeps all other lines, and the ends of lines", async () => {
  for (
    const [before, after] of [
      ["A=1", /^A=1\nAUTH_SECRET=[\w-]{44}\n$/],
      ["A=1\r\nB=2\r\n", /^A=1\r\nB=2\r\nAUTH_SECRET=[\w-]{44}\r\n$/],
      ["AUTH_SECRET=   # the output of `openssl rand -base64 33`\nB=2\n", /^AUTH_SECRET=[\w-]{44}\nB=2\n$/],
      ["AUTH_SECRET=\nB=2\nAUTH_SECRET=''\nC=3\n", /^B=2\nAUTH_SECRET=[\w-]{44}\nC=3\n$/],
      ["AUTH_SECRET=\r\nAUTH_SECRET=\r\nAUTH_SECRET=", /^AUTH_SECRET=[\w-]{44}$/],
      ['export AUTH_SECRET=""\r\nB=2', /^export AUTH_SECRET=[\w-]{44}\r\nB=2$/],
      ["# AUTH_SECRET=old\nAUTH_SECRETS=2\n", /^# AUTH_SECRET=old\nAUTH_SECRETS=2\nAUTH_SECRET=[\w-]{44}\n$/],
    ] as const
  ) {
    const { read } = await run(["secret", "--env"], { files: { ".env": before } });
    assert.match(read(".env")!, after);
  }
});

test("secret --env removes an empty line that hides the secret above it, as Node reads the file", async () => {
  for (
    const [before, after] of [
      ["AUTH_SECRET=kept\nA=1\nAUTH_SECRET=\nB=2\n", "AUTH_SECRET=kept\nA=1\nB=2\n"],
      ["AUTH_SECRET=kept\r\nAUTH_SECRET=   # empty\r\nAUTH_SECRET=''", "AUTH_SECRET=kept\r\n"],
    ] as const
  ) {
    const { out, read, code } = await run(["secret", "--env"], { files: { ".env": before } });
    assert.equal(read(".env"), after);
    assert.equal(out, "Removed the empty AUTH_SECRET from .env, which hid the one above it\n");
    assert.equal(code, 0);
  }
});

test("secret --env and the error of a short secret name steps that end with a secret that check accepts", async () => {
  for (
    const line of [
      "AUTH_SECRET=tooShort7",
      'AUTH_SECRET="tooShort7" # my own secret of forty characters or so',
    ]
  ) {
    const auth = { "auth.ts": "export const config = { providers: [] };" };
    const files = { ".env": `${line}\nAUTH_URL=https://app.example`, ...auth };
    const checked = await run(["check", "--offline"], { files });
    assert.match(checked.out, /fewer than 32 characters/);
    const refused = await run(["secret", "--env"], { files });
    assert.match(
      refused.out,
      /^\.env has an AUTH_SECRET of fewer than 32 characters, .+ remove the line, and run/,
    );
    assert.equal(refused.read(".env"), files[".env"]);
    const after = await run(["secret", "--env"], {
      files: { ...files, ".env": "AUTH_URL=https://app.example\n" },
    });
    assert.match(after.read(".env")!, /^AUTH_SECRET=[\w-]{44}$/m);
  }
});

test("secret --env never replaces a secret", async () => {
  for (
    const line of [
      `AUTH_SECRET=${OLD}`,
      `AUTH_SECRET="${OLD}" # note`,
      `  export AUTH_SECRET = '${OLD}'`,
      `AUTH_SECRET=\nAUTH_SECRET=${OLD}`,
      // Behind a byte order mark, as some editors on Windows write it.
      `\uFEFFAUTH_SECRET=${OLD}`,
    ]
  ) {
    const { out, code, read } = await run(["secret", "--env"], { files: { ".env": line } });
    assert.equal(read(".env"), line);
    assert.match(out, /^\.env has an AUTH_SECRET already, so nothing was changed\. /);
    assert.ok(!out.includes(OLD));
    assert.equal(code, 0);
  }
});

test("secret --env looks into .env.local too, and writes into another file that is named", async () => {
  const local = await run(["secret", "--env"], { files: { ".env.local": `AUTH_SECRET=${OLD}` } });
  assert.match(local.out, /^\.env\.local has an AUTH_SECRET already/);
  assert.equal(local.read(".env"), undefined);
  const named = await run(["secret", "--env", ".dev.vars"], {
    files: { ".env.local": `AUTH_SECRET=${OLD}` },
  });
  assert.match(named.read(".dev.vars")!, /^AUTH_SECRET=[\w-]{44}\n$/);
});

test(
  "secret() creates a file that only its owner may read",
  { skip: Deno.build.os === "windows" },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "latchkey-secret-"));
    await secret({ file: ".env" }, folder);
    assert.equal((await stat(join(folder, ".env"))).mode & 0o777, 0o600);
    await rm(folder, { recursive: true });
  },
);

/** Calls a function with a new folder. */
async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-secret-"));
  await use(folder);
  await rm(folder, { recursive: true });
}

test("secret() keeps the bytes of a file that is not UTF-8", () =>
  inFolder(async (folder) => {
    const bytes = Uint8Array.from([0x41, 0x3d, 0xe9, 0xff, 0x80, 0x0a]);
    await writeFile(join(folder, ".env"), bytes);
    await secret({ file: ".env" }, folder);
    const after = await readFile(join(folder, ".env"));
    assert.deepEqual([...after.subarray(0, bytes.length)], [...bytes]);
    assert.match(after.subarray(bytes.length).toString("latin1"), /^AUTH_SECRET=[\w-]{44}\n$/);
  }));

const isWindows = Deno.build.os === "windows";

test(
  "secret() replaces a file as a whole, with its permissions, and follows a link",
  { skip: isWindows },
  () =>
    inFolder(async (folder) => {
      const [link, target] = [join(folder, ".env"), join(folder, "shared", "env")];
      await mkdir(join(folder, "shared"));
      await writeFile(target, "A=1\n");
      await chmod(target, 0o664);
      await symlink("shared/env", link);
      const { ino } = await stat(target);
      await secret({ file: ".env" }, folder);
      assert.ok((await lstat(link)).isSymbolicLink());
      assert.match(await readFile(target, "utf8"), /^A=1\nAUTH_SECRET=[\w-]{44}\n$/);
      const after = await stat(target);
      assert.equal(after.mode & 0o777, 0o664);
      assert.notEqual(after.ino, ino, "the file was written in place");
      assert.deepEqual(await readdir(join(folder, "shared")), ["env"]);
    }),
);

test(
  "secret() leaves a file as it is, and nothing beside it, if it cannot write",
  { skip: isWindows },
  () =>
    inFolder(async (folder) => {
      await mkdir(join(folder, "sub", ".env"), { recursive: true });
      await assert.rejects(secret({ file: "sub/.env" }, folder));
      assert.deepEqual(await readdir(join(folder, "sub")), [".env"]);
    }),
);
