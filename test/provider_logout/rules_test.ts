import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { Generations } from "../../src/model/session.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { providerLogoutRules } from "../../src/features/provider_logout/rules.ts";

const GENERATIONS = {} as Generations;

function rules(
  options: unknown,
  { adapter = Memory(), strategy = "database", generations = GENERATIONS }: {
    readonly adapter?: Adapter | null;
    readonly strategy?: "database" | "jwt";
    readonly generations?: Generations | null;
  } = {},
) {
  const store = adapter && bindAdapter(adapter);
  const { store: found, backchannel } = providerLogoutRules(options, { store, strategy, generations });
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
  assert.deepEqual(rules({}, { adapter: without("deleteProviderSession") }), [false, "cookie"]);
});

test("providerLogoutRules() accepts `backchannel` with a database that finds and ends sessions", () => {
  const option = { backchannel: true };
  assert.deepEqual(rules(option), [true, "database"]);
  assert.deepEqual(rules(option, { generations: null }), [true, "database"]);
  assert.deepEqual(rules(option, { strategy: "jwt" }), [true, "database"]);
  const refused = { type: "MissingAdapter" };
  assert.throws(() => rules(option, { adapter: null }), { ...refused, message: /set `adapter`/ });
  for (
    const method of [
      "getProviderSession",
      "setProviderSession",
      "deleteProviderSession",
      "listProviderSessions",
    ] as const
  ) {
    assert.throws(() => rules(option, { adapter: without(method) }), {
      ...refused,
      message: /no `getProviderSession`/,
    });
  }
  for (const method of ["createVerificationToken", "useVerificationToken"] as const) {
    assert.deepEqual(rules(option, { adapter: without(method) }), [true, "database"]);
  }
  assert.throws(() => rules(option, { strategy: "jwt", generations: null }), {
    ...refused,
    message: /no `getSecurity`/,
  });
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
