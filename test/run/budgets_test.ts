import assert from "node:assert/strict";
import { test } from "node:test";
import { BUDGETS, overBudget } from "../../tools/run/budgets.ts";
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
    `more than tools/run/budgets.ts says: unit 1000 of ${BUDGETS.unit} CPU-s`,
  );
});
