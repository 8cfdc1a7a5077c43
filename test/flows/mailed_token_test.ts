import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { errorPage } from "./_world.ts";
import { openDatabase } from "./_database.ts";

/** A database that counts the tokens it is given. */
function counting() {
  const adapter = Memory();
  const stored: unknown[] = [];
  const createVerificationToken = async (token: Parameters<typeof adapter.createVerificationToken>[0]) => {
    stored.push(token);
    return await adapter.createVerificationToken(token);
  };
  return { adapter: { ...adapter, createVerificationToken }, stored };
}

for (const token of ["123456", "", "a".repeat(21), "\u{1f511}".repeat(10), 12345678901234567890123, {}]) {
  test(`Auth() mails no token that could be guessed: ${JSON.stringify(token)} (EM-23)`, async () => {
    const { adapter, stored } = counting();
    const world = openDatabase({ adapter, email: { generateVerificationToken: () => token as string } });
    assert.equal((await world.ask()).url, errorPage("Configuration"));
    assert.match(
      world.log(),
      /fewer than 22 random characters.*mail the `code`.*leave `generateVerificationToken` out/,
    );
    assert.deepEqual([world.mails, stored], [[], []]);
  });
}

test("Auth() mails tokens of 22 characters and more, whether they come at once or as a promise", async () => {
  for (const token of ["a".repeat(22), crypto.randomUUID(), Promise.resolve("z".repeat(43))]) {
    const world = openDatabase({ email: { generateVerificationToken: () => token } });
    await world.ask();
    assert.equal(world.mails[0]!.token, await token, world.log());
  }
});

test("Auth() mails the library's own token where generateVerificationToken returns nothing", async () => {
  for (const nothing of [undefined, null]) {
    const world = openDatabase({ email: { generateVerificationToken: () => nothing as never } });
    await world.ask();
    assert.match(world.mails[0]!.token, /^[\da-f]{64}$/);
  }
});
