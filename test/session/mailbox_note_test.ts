import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { noteMailbox, noteVerified, readNote } from "../../src/session/mailbox_note.ts";
import { withoutRows, withRows } from "../_with_rows.ts";

/** A database, and the number of its writes; the first writes come too late. */
function open({ late = 0 } = {}) {
  const written: (readonly [generation: number, after: number | null])[] = [];
  const adapter = withRows(Memory(), "security", (sound) => ({
    store: (row, after) => {
      written.push([row.generation, after!]);
      return written.length > late ? sound.store(row, after) : Promise.resolve(false);
    },
  }));
  return { store: bindAdapter(adapter), written };
}

test("noteMailbox() notes the address of one user, and returns the other one that was noted before", async () => {
  const { store, written } = open();
  assert.equal(await readNote("a", store), null);
  assert.equal(await noteMailbox("a", "one@example.com", store), null);
  assert.equal(await readNote("b", store), null);
  assert.equal(await noteMailbox("a", "two@example.com", store), "one@example.com");
  assert.deepEqual(await readNote("a", store), { address: "two@example.com", generation: 1 });
  assert.deepEqual(written, [[0, null], [1, 0]]);
});

test("noteMailbox() writes nothing if the address is noted, and keeps what was proven at a set-up without a proof", async () => {
  const { store, written } = open();
  assert.equal(await noteMailbox("a", null, store), null);
  assert.deepEqual(await readNote("a", store), { address: null, generation: 0 });
  assert.equal(await noteMailbox("a", "one@example.com", store), null);
  for (const address of ["one@example.com", null]) {
    assert.equal(await noteMailbox("a", address, store), null);
    assert.deepEqual(await readNote("a", store), { address: "one@example.com", generation: 1 });
  }
  assert.equal(written.length, 2);
});

test("noteMailbox() tries ten times while others write", async () => {
  const once = open({ late: 9 });
  await noteMailbox("a", "one@example.com", once.store);
  assert.equal((await readNote("a", once.store))?.address, "one@example.com");
  assert.equal(once.written.length, 10);
  const never = open({ late: Infinity });
  assert.equal(await noteMailbox("a", "one@example.com", never.store), null);
  assert.equal(never.written.length, 10);
});

test("noteMailbox() and readNote() do nothing with a database that keeps no notes", async () => {
  for (const store of [null, bindAdapter(withoutRows(Memory()))]) {
    assert.equal(await noteMailbox("a", "one@example.com", store), null);
    assert.equal(await readNote("a", store), null);
  }
});

test("noteVerified() notes an address that is verified", async () => {
  const { store } = open();
  const user = { id: "a", email: "one@example.com", emailVerified: null };
  await noteVerified(user, store);
  await noteVerified({ ...user, email: null, emailVerified: new Date(0) }, store);
  assert.equal(await readNote("a", store), null);
  await noteVerified({ ...user, emailVerified: new Date(0) }, store);
  assert.equal((await readNote("a", store))?.address, "one@example.com");
});
