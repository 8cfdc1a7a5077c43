import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory.ts";
import type { Adapter } from "../../src/adapters/types.ts";
import { adapterCases } from "../../src/testing/adapter_cases.ts";

/** Methods that go wrong, made from those of an adapter that does not. */
type Fault = (sound: Required<Adapter>) => Partial<Adapter>;

const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

/** What can be wrong with an adapter, and some of the cases that must notice. */
const FAULTS: Readonly<Record<string, readonly [fault: Fault, noticed: readonly RegExp[]]>> = {
  "an address may be there twice": [
    (sound) => {
      const users = new Map<string, object>();
      return {
        createUser: async (user) => {
          users.set(user.id, user);
          return await sound.createUser({ ...user, email: user.id }).then((it) => ({
            ...it,
            email: user.email,
          }));
        },
      };
    },
    [/^createUser\(\) refuses an address/, /^createUser\(\) stores one of 20 users/],
  ],
};
