import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { ServerBusy, ServerError } from "../../src/entries/errors.ts";
import { pwnedPasswords, type PwnedPasswordsOptions } from "../../src/providers/password.ts";
import { webPlatform } from "../../src/platform/platform.ts";

const LEAKED = "seven purple teapots";
const PADDING = "a password that only pads";

function sha1(password: string): string {
  return createHash("sha1").update(password).digest("hex").toUpperCase();
}

/** Rows as the list writes them: sorted, with padding, whose count is 0. */
function rangeOf(prefix: string): string {
  const own = ([[LEAKED, 216], [PADDING, 0]] as const)
    .filter(([password]) => sha1(password).startsWith(prefix))
    .map(([password, count]) => `${sha1(password).slice(5)}:${count}`);
  const others = Array.from({ length: 800 }, (_, i) => `${sha1(prefix + i).slice(5)}:${i % 3}`);
  return [...own, ...others].sort().join("\r\n");
}

/** A list on this machine. */
async function openList(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const errors: Error[] = [];
  const context = { platform: webPlatform, logger: { error: (error: Error) => void errors.push(error) } };
  return {
    errors,
    look: (password: string, options: PwnedPasswordsOptions = {}) =>
      pwnedPasswords({ url: `http://127.0.0.1:${port}/range/`, ...options })(password, context),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("pwnedPasswords() finds a leaked password by five characters of its hash, and takes padding for what it is", async () => {
  const asked: unknown[] = [];
  await using list = await openList(({ url, headers }, res) => {
    asked.push([url, headers["add-padding"], headers["user-agent"]]);
    res.end(rangeOf(url!.slice(-5)));
  });
  assert.equal(await list.look(LEAKED), true);
  assert.equal(await list.look(PADDING), false);
  assert.equal(await list.look("lovely engine weaves"), false);
  assert.deepEqual(
    asked,
    [LEAKED, PADDING, "lovely engine weaves"].map((password) => {
      return [`/range/${sha1(password).slice(0, 5)}`, "true", "@latchkey/auth"];
    }),
  );
  assert.deepEqual(list.errors, []);
});

const FAILURES: Readonly<Record<string, readonly [reason: string, listener: RequestListener]>> = {
  "is too busy": ["the list has answered with status 503", (_req, res) => res.writeHead(503).end()],
  "leads elsewhere": [
    "the list cannot be reached",
    (_req, res) => res.writeHead(302, { location: "/" }).end(),
  ],
  "is the page of a proxy": ["the answer is not such a list", (_req, res) => res.end("<h1>Sign in</h1>")],
  "is empty": ["the answer is not such a list", (_req, res) => res.end()],
  "has no end": ["the answer is not such a list", (_req, res) => {
    const row = `${sha1("x").slice(5)}:1\r\n`.repeat(2000);
    const write = (): unknown => res.destroyed || (res.write(row), setImmediate(write));
    write();
  }],
  "never comes": ["the list has not answered within 0.2 seconds", () => {}],
};

for (const [name, [reason, listener]] of Object.entries(FAILURES)) {
  test(`pwnedPasswords() accepts a password if the answer ${name}, with one entry in the log, or refuses it`, async () => {
    await using list = await openList(listener);
    const options = { timeout: name === "never comes" ? 0.2 : 20 };
    assert.equal(await list.look(LEAKED, options), false);
    assert.equal(list.errors.length, 1);
    assert.ok(list.errors[0] instanceof ServerError);
    assert.ok(list.errors[0].message.includes(`whether the password has leaked: ${reason}`));
    assert.ok(!list.errors[0].message.includes(LEAKED));
    await assert.rejects(list.look(LEAKED, { ...options, onFailure: "refuse" }), ServerBusy);
    assert.equal(list.errors.length, 1);
  });
}

test("pwnedPasswords() refuses an address that is none, and a time that is none", () => {
  for (const url of ["", "range/", "ftp://example.com/"]) {
    assert.throws(() => pwnedPasswords({ url }), /`url` must be an http or https URL/);
  }
  for (const timeout of [0, -1, NaN, 61, Infinity]) {
    assert.throws(() => pwnedPasswords({ timeout }), /`timeout` must be a number of seconds, at most 60/);
  }
});
