import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/types.ts";
import { bindAdapter } from "../../src/model/store.ts";
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
  for (const id of ["1", "2"]) {
    await adapter.createUser!({ id, email: `${id}@example.com`, emailVerified: null });
    await noteMailbox(id, null, store);
    assert.equal((await readNote(id, store))!.address, null);
    await noteMailbox(id, `${id}@example.com`, store);
    await noteMailbox(id, null, store);
    assert.equal((await readNote(id, store))!.address, `${id}@example.com`);
  }
  await adapter.deleteUser!("1");
  assert.equal(await readNote("1", store), null);
  assert.equal((await readNote("2", store))!.address, "2@example.com");
}
