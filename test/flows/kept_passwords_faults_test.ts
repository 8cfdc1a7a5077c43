/**
 * Users in one database and passwords in another: a process dies in the middle. `test/databases/kept_passwords_test.ts` runs
 * the same beside published adapters of Auth.js.
 *
 * @module
 */

import { Memory } from "../../src/adapters/memory/memory.ts";
import { securityOf } from "../../src/model/security_of.ts";
import { isNightly } from "../_nightly.ts";
import { ReferenceAdapter } from "./_database.ts";
import { flowsWith, type Stores, testFaults, testOrphans } from "./_password_faults.ts";

const ONE_OF_AUTH_JS: Stores = {
  strategy: "jwt",
  open: () => Object.assign(new ReferenceAdapter(), securityOf(Memory())),
};

const TWO_OF_OURS: Stores = {
  strategy: "database",
  open: () => ({ ...Memory(), ...securityOf(Memory()) }),
};

testFaults("an adapter of Auth.js and tokens", ONE_OF_AUTH_JS);
testOrphans("an adapter of Auth.js and tokens", ONE_OF_AUTH_JS);
testFaults(
  "two adapters of the library",
  TWO_OF_OURS,
  isNightly ? flowsWith("database") : ["a takeover from a stranger"],
);
testOrphans("two adapters of the library", TWO_OF_OURS);
