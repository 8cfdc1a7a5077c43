/**
 * Second factors that are taken back, because the sign-in that has set them up fails.
 *
 * @module
 */

import { changeRows } from "../flows/_database.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { SECRET, world } from "./_enrolling.ts";
import { type OpenedSetup, requestOf } from "./_factor_setup.ts";
import { codeAt } from "../flows/_second_factor.ts";
import { confirmApp } from "../../src/features/second_factor/enrol.ts";
import { Email } from "../../src/providers/email.ts";
import { UserChanged } from "../../src/errors/errors.ts";
import type { PendingSignIn } from "../../src/features/second_factor/pending.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import type { AdapterSecondFactor } from "../../src/adapters/contract/types.ts";

/** Ends all sessions of Ada. */
async function endSessions(memory: OpenedSetup["memory"]): Promise<void> {
  const row = { userId: "ada", passwordHash: null, passwordIsProven: true, passwordSetAt: null };
  await memory.rows.store("security", { ...row, generation: 1 }, null);
}

test("confirmApp() takes a factor back that was stored while the sessions of its user ended", async () => {
  let ends = true;
  const stored = async (memory: OpenedSetup["memory"]) => {
    if (ends) await endSessions(memory);
    ends = false;
  };
  const { confirm, signIn, rowNow } = await world({ stored });
  const failed = await confirm(await signIn());
  assert.ok("error" in failed && failed.error instanceof UserChanged, JSON.stringify(failed));
  const { version: _, ...row } = await rowNow();
  const { version: _none, ...none } = noSecondFactor("ada");
  assert.deepEqual(row, none);
});

test("confirmApp() takes a factor back whose codes no page shows, as the session could not begin", async () => {
  const { confirm, signIn, rowNow, done } = await world({ issue: () => Promise.reject(new Error("down")) });
  const failed = await confirm(await signIn());
  assert.ok("error" in failed && !(failed.error instanceof UserChanged), JSON.stringify(failed));
  assert.equal((await rowNow()).enabledAt, null);
  assert.deepEqual(done, [], "no mail says that it is off, as none has said that it is on");
});

test("confirmApp() takes a factor back whose codes no page shows, as its language is not loaded, and tells the user", async () => {
  const { signIn, rowNow, done, setup, fieldOf, step } = await world();
  const language = { tag: "en", loadSecondFactor: () => Promise.reject(new Error("no such file")) };
  const enrolling = await signIn();
  const body = { setup: await fieldOf(enrolling), code: codeAt(SECRET, step), callbackUrl: "/home" };
  const failed = await confirmApp(enrolling, await requestOf({ body }), {
    ...setup,
    languages: [language as never],
  });
  assert.ok("error" in failed && /no such file/.test(String(failed.error)), JSON.stringify(failed));
  assert.equal((await rowNow()).enabledAt, null);
  assert.deepEqual(done.slice(-2), ["secondFactorOn", "secondFactorOff"]);
});

test("confirmApp() takes a factor back from a user whom the failed sign-in has created, also by a mail", async () => {
  const address = "cleo@example.com";
  for (const type of ["oauth", "email"] as const) {
    const idp = {
      id: "idp",
      name: "Typed",
      type: "credentials",
      credentials: {},
      authorize: () => null,
    } as const;
    const providers = [Email({ sendVerificationRequest: () => {} }), idp];
    const { confirm, signIn, memory } = await world({
      issue: () => Promise.reject(new Error("down")),
      providers,
    });
    const identity: PendingSignIn["identity"] = {
      user: { id: "new", email: address },
      account: type === "email"
        ? { provider: "email", providerAccountId: address, type }
        : { provider: "idp", providerAccountId: "9", type },
      stored: {},
    };
    const allowed = { kind: "created", userId: null } as const;
    const failed = await confirm(await signIn({ identity, allowed, before: {} }));
    assert.ok("error" in failed, JSON.stringify(failed));
    const user = await memory.getUserByEmail(address);
    assert.ok(user, `${type}: ${failed.error}`);
    const row = await memory.rows.find("secondFactors", { userId: user.id });
    assert.ok(row, "it was stored");
    assert.equal(row.enabledAt, null, type);
  }
});

/** What another request may do with an app before the sign-in that has set it up fails. */
const MEANWHILE: Readonly<Record<string, (row: AdapterSecondFactor) => Partial<AdapterSecondFactor>>> = {
  "uses a code": ({ totpStep }) => ({ totpStep: totpStep + 1 }),
  "uses a passkey": () => ({}),
  "remembers a device": () => ({ devices: "device" }),
  "replaces the app": () => ({ totpSecret: "of another tab" }),
  "makes new codes": () => ({ recoveryCodes: "of another tab" }),
  "turns it off, and sets another app up at the same time": ({ version }) => ({
    totpSecret: "of another tab",
    version,
  }),
};

/** Changes the row of Ada, as another request does. */
async function change(
  memory: OpenedSetup["memory"],
  changed: (row: AdapterSecondFactor) => Partial<AdapterSecondFactor>,
): Promise<void> {
  const row = (await memory.rows.find("secondFactors", { userId: "ada" }))!;
  await memory.rows.store(
    "secondFactors",
    { ...row, version: row.version + 1, ...changed(row) },
    row.version,
  );
}

test("confirmApp() leaves a factor that another request has changed or used before the sign-in fails", async () => {
  for (const [name, changed] of Object.entries(MEANWHILE)) {
    for (const row of [undefined, { devices: "of before" }]) {
      const { confirm, signIn, rowNow, memory } = await world({
        ...row && { row },
        issue: async () => {
          await change(memory, changed);
          throw new Error("down");
        },
      });
      const failed = await confirm(await signIn());
      assert.ok("error" in failed && !(failed.error instanceof UserChanged), JSON.stringify(failed));
      assert.ok((await rowNow()).enabledAt, name);
    }
  }
});

test("confirmApp() takes its app back, and no other one, when the sessions of its user have ended", async () => {
  for (const [name, changed] of Object.entries(MEANWHILE)) {
    const { confirm, signIn, rowNow } = await world({
      stored: async (memory) => {
        await endSessions(memory);
        await change(memory, changed);
      },
    });
    const failed = await confirm(await signIn());
    assert.ok("error" in failed && failed.error instanceof UserChanged, JSON.stringify(failed));
    assert.equal((await rowNow()).enabledAt !== null, / app/.test(name), name);
  }
});

test("confirmApp() goes on with a factor that was stored although the database said that it failed", async () => {
  let writes = 0;
  const { confirm, signIn, rowNow } = await world({
    stored: () => writes++ ? Promise.resolve() : Promise.reject(new Error("the answer was lost")),
  });
  const outcome = await confirm(await signIn());
  assert.ok(!("error" in outcome), JSON.stringify(outcome));
  assert.ok((await rowNow()).enabledAt);
});

test("confirmApp() takes a factor back that was stored, if the database doesn't say so", async () => {
  let isLost = true;
  const down = () => Promise.reject(new Error("down"));
  let reads = () => Promise.resolve();
  const { confirm, signIn, rowNow } = await world({
    async stored() {
      if (!isLost) return;
      isLost = false;
      // Both looks whether it is stored.
      let looks = 2;
      reads = () => looks-- > 0 ? down() : Promise.resolve();
      await down();
    },
    reads: () => reads(),
  });
  const failed = await confirm(await signIn());
  assert.ok("error" in failed && /rows\.find/.test(String(failed.error)), JSON.stringify(failed));
  assert.equal((await rowNow()).enabledAt, null);
});

test("confirmApp() says why a sign-in failed, also if the factor cannot be taken back", async () => {
  const { confirm, signIn, memory, rowNow, logged } = await world({
    issue: () => Promise.reject(new Error("no session")),
  });
  let writes = 0;
  changeRows(memory, "secondFactors", (sound) => ({
    store: (...row) => writes++ ? Promise.reject(new Error("down")) : sound.store(...row),
  }));
  const failed = await confirm(await signIn());
  assert.ok("error" in failed && /no session/.test(String(failed.error)), JSON.stringify(failed));
  assert.ok((await rowNow()).enabledAt, "the app signs in");
  assert.match(String(logged), /rows\.store/, "the log says that it stays");
});
