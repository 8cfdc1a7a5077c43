import assert from "node:assert/strict";
import { test } from "node:test";
import { BUDGETS, overBudget, slownessOf } from "../../tools/run/budgets.ts";
import { readStages } from "../../tools/run/stages.ts";

test("BUDGETS has each stage of a run, and no other", async () => {
  const names = (await readStages()).map(({ name }) => name);
  assert.deepEqual(Object.keys(BUDGETS).sort(), [...names].sort());
});

test("overBudget() names the stages that took more than their budget, and nothing else", () => {
  const took = (name: string, cpu: number) => ({ name, result: { cpu } });
  assert.equal(overBudget([took("unit", BUDGETS.unit!), took("mutants", 1e6)]), "");
  assert.equal(
    overBudget([took("lint", 1), took("unit", 1000.4)]),
    `more than what tools/run/budgets.ts says: unit 1000 of ${BUDGETS.unit} CPU-s`,
  );
});

test('overBudget() allows a slower computer as much more as its stage "types" took', () => {
  const took = (name: string, factor: number) => ({ name, result: { cpu: BUDGETS[name]! * factor } });
  assert.equal(slownessOf([took("unit", 3)]), 1);
  assert.equal(slownessOf([took("types", 0.5)]), 1);
  assert.equal(slownessOf([took("types", 1.5)]), 1.5);
  assert.equal(overBudget([took("types", 2), took("unit", 2.4), took("lint", 2)]), "");
  assert.equal(
    overBudget([took("types", 2), took("unit", 3)]),
    `more than 2.5 times what tools/run/budgets.ts says: unit ${3 * BUDGETS.unit!} of ${
      2.5 * BUDGETS.unit!
    } CPU-s. This computer took 2.0 times the budget of "types"`,
  );
  // A faster one has the same budgets: it shows growth, too.
  assert.match(overBudget([took("types", 0.5), took("unit", 1.1)]), /: unit /);
});
