import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { emptyRow } from "../../src/shapes/security.ts";
import { noteIdOf } from "../../src/shapes/security.ts";
import { noteMailbox, readNote } from "../../src/session/mailbox_note.ts";
import { startDatabases } from "./_databases.ts";

for (const [name, database] of await startDatabases()) {
  if ("missing" in database) {
    test(`notes about mailboxes in ${name}`, { skip: database.missing }, () => {});
    continue;
  }
  test(`a note about a mailbox goes with its user, and no other one, in ${name}`, async () => {
    await assertNotes(await database.open());
  });
}

async function assertNotes(adapter: Adapter): Promise<void> {
  const store = bindAdapter(adapter);
  for (const id of ["1", "2", "mailbox 1"]) {
    await adapter.createUser!({ id, email: `${id.at(-1)}@${id.length}.example`, emailVerified: null });
    await noteMailbox(id, null, store);
    assert.equal((await readNote(id, store))!.address, null);
    await noteMailbox(id, `${id}@example.com`, store);
    await noteMailbox(id, null, store);
    assert.equal((await readNote(id, store))!.address, `${id}@example.com`);
  }
  await adapter.rows!.store("security", { ...emptyRow("mailbox 1"), passwordHash: "hash" }, null);
  await adapter.deleteUser!("1");
  assert.equal(await readNote("1", store), null);
  assert.equal((await adapter.rows!.find("security", { userId: "mailbox 1" }))!.passwordHash, "hash");
  assert.equal((await readNote("mailbox 1", store))!.address, "mailbox 1@example.com");
  await assert.rejects(
    async () => await adapter.createUser!({ id: noteIdOf("2"), email: "3@example.com", emailVerified: null }),
    (error: Error) => /U\+0001/.test(String(error.cause ?? error.message)),
  );
  assert.equal((await readNote("2", store))!.address, "2@example.com");
  // The note is stored before the change, and without the rows beside it.
  const [email, emailVerified] = ["new@example.com", new Date(1_900_000_000_000)];
  await adapter.updateUser!({ id: "2", emailVerified });
  const ban = { userId: "9", version: 1, bannedAt: emailVerified, until: null, reason: null, bannedBy: null };
  await adapter.beside!([["bans", ban]]).updateUser({ id: "2", email, emailVerified: null });
  assert.equal((await readNote("2", store))!.address, "2@1.example");
  assert.deepEqual(await adapter.rows!.find("bans", { userId: "9" }), ban);
}
