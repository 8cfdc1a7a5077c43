import assert from "node:assert/strict";
import { test } from "node:test";
import { withShownAddress } from "../../src/sign_in/shown_address.ts";
import type { User } from "../../src/values/types.ts";
import { OAUTH } from "./_identities.ts";

const CONTEXT = { identity: OAUTH, current: null };

test("withShownAddress() fills in the address that a provider sent, with sessions in tokens", () => {
  const user = { id: "1", name: "Ada", email: null };
  assert.deepEqual(withShownAddress(user, CONTEXT, { strategy: "jwt" }), {
    ...user,
    email: "ada@example.com",
  });
  assert.equal(withShownAddress(user, CONTEXT, { strategy: "database" }), user);
  const known = { ...user, email: "other@example.com" };
  assert.equal(withShownAddress(known, CONTEXT, { strategy: "jwt" }), known);
  const without: User = { id: "1", name: "Ada" };
  assert.equal(withShownAddress(without, CONTEXT, { strategy: "jwt" }).email, "ada@example.com");
});

test("withShownAddress() keeps the fields of rows that are instances of a class, or have no prototype", () => {
  class Row {
    readonly #values = { id: "1", name: "Ada", email: null };
    get id() {
      return this.#values.id;
    }
    get name() {
      return this.#values.name;
    }
    get email(): string | null {
      return this.#values.email;
    }
  }
  const bare = Object.assign(Object.create(null), { id: "1", name: "Ada", email: null });
  for (const row of [new Row(), bare]) {
    const { id, name, email } = withShownAddress(row, CONTEXT, { strategy: "jwt" });
    assert.deepEqual({ id, name, email }, { id: "1", name: "Ada", email: "ada@example.com" });
  }
});
