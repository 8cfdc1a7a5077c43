import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { providerLogoutRules } from "../../src/features/provider_logout/rules.ts";
import { withoutRows } from "../_with_rows.ts";

function rules(
  options: unknown,
  { adapter = Memory() }: { readonly adapter?: Adapter | null } = {},
) {
  const store = adapter && bindAdapter(adapter);
  const { store: found, backchannel } = providerLogoutRules(options, { store });
  return [backchannel, found === null ? "cookie" : found === store ? "database" : "another"];
}

/** An adapter without a method. */
function without(method: keyof Adapter): Adapter {
  const { [method]: _, ...adapter } = Memory() as Required<Adapter>;
  return adapter;
}

test("providerLogoutRules() keeps ID tokens in the database, or else in the browser", () => {
  assert.deepEqual(rules({}), [false, "database"]);
  assert.deepEqual(rules({ backchannel: false }), [false, "database"]);
  assert.deepEqual(rules({}, { adapter: null }), [false, "cookie"]);
  assert.deepEqual(rules({}, { adapter: withoutRows(Memory()) }), [false, "cookie"]);
});

test("providerLogoutRules() accepts `backchannel` with a database that finds and ends sessions", () => {
  const option = { backchannel: true };
  assert.deepEqual(rules(option), [true, "database"]);
  const refused = { type: "MissingAdapter" };
  assert.throws(() => rules(option, { adapter: null }), { ...refused, message: /set `adapter`/ });
  assert.throws(() => rules(option, { adapter: withoutRows(Memory()) }), {
    ...refused,
    message:
      /^Cannot use `ProviderLogout\(\{ backchannel \}\)`: the adapter has no `rows`, which store which sessions began/,
  });
  for (const method of ["createVerificationToken", "useVerificationToken"] as const) {
    assert.deepEqual(rules(option, { adapter: without(method) }), [true, "database"]);
  }
});

test("providerLogoutRules() refuses what are no options", () => {
  for (const odd of ["yes", 1, true, null, () => true]) {
    assert.throws(() => rules(odd), {
      message: /Cannot use `ProviderLogout`: call it with an object with `backchannel`/,
    });
  }
  for (const odd of ["yes", 1, null]) {
    assert.throws(() => rules({ backchannel: odd }), {
      message: /Cannot use `ProviderLogout\(\{ backchannel \}\)`: write `true` or `false`/,
    });
  }
});
