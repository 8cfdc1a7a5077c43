import assert from "node:assert/strict";
import { test } from "node:test";
import { type OpenedSetup, openSetup, requestOf } from "./_factor_setup.ts";
import { changeFactors, isChange } from "../../src/features/second_factor/changes.ts";
import { toDevices } from "../../src/features/second_factor/devices.ts";
import { InvalidSecondFactor, UserChanged } from "../../src/errors/errors.ts";
import { readNote } from "../../src/session/mailbox_note.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { nameOfCodes } from "../../src/features/second_factor/recovery_codes.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import type { UserSession } from "../../src/features/second_factor/step_up.ts";
import type { AdapterSecondFactor } from "../../src/adapters/contract/types.ts";

const ACCOUNT = "https://app.test/auth/account";

/** Ada, who changes something on the account page. */
async function world(
  row: Partial<AdapterSecondFactor> | null,
  { isLive = () => true, ...config }: Parameters<typeof openSetup>[0] & {
    readonly isLive?: (memory: OpenedSetup["memory"]) => boolean | Promise<boolean>;
  } = {},
) {
  const opened = openSetup({ providers: [Passkey()], ...config });
  const { memory, platform } = opened;
  await memory.createUser({ id: "ada", name: "Ada", email: "ada@example.com", emailVerified: null });
  await memory.createUser({ id: "bob", email: "bob@example.com", emailVerified: null });
  if (row) await memory.rows.store("secondFactors", { ...noSecondFactor("ada"), ...row }, null);
  const notices: string[] = [];
  const setup = {
    ...opened.setup,
    sessions: { ...opened.setup.sessions, isLive: async () => await isLive(memory) },
    capabilities: new Set([{
      notify: (notice: { purpose: string }) => void notices.push(notice.purpose),
    }]) as never,
  };
  const change = async (
    change: Asked,
    { aal = 2, userId = "ada", script = true, wasOn = false } = {},
  ) => {
    const session: UserSession = {
      session: {},
      userId,
      signedInAt: platform.now(),
      amr: [],
      aal: aal as 1 | 2,
    };
    const parsed = await requestOf({ body: { callbackUrl: "/auth/account" } });
    const incoming = script
      ? { ...parsed, headers: new Headers({ "x-auth-return-redirect": "1", accept: "application/json" }) }
      : parsed;
    const checked = wasOn ? { ...noSecondFactor(userId), enabledAt: new Date(1) } : null;
    return await changeFactors({ ...change, session, checked, incoming, label: "ada@example.com" }, setup);
  };
  return {
    ...opened,
    notices,
    change,
    rowNow: () => memory.rows.find("secondFactors", { userId: "ada" }),
    passkeyFor: (userId: string) =>
      memory.createAuthenticator({
        credentialID: userId,
        userId,
        providerAccountId: userId,
        credentialPublicKey: "",
        counter: 0,
        credentialDeviceType: "singleDevice",
        credentialBackedUp: false,
      }),
  };
}

/** What a form asks for. */
type Asked = Pick<Parameters<typeof changeFactors>[0], "action" | "id" | "replaces">;

const ON = { enabledAt: new Date(1), totpSecret: "sealed", recoveryCodes: "before" };

test("isChange() knows the actions of its list, and no other", () => {
  for (const action of ["passkeys", "codes", "off", "forget"]) assert.equal(isChange(action), true, action);
  for (const action of ["", "mail", "On", "constructor"]) assert.equal(isChange(action), false, action);
});

test("changeFactors() refuses an action that is not in its list, and names those that are", async () => {
  const { change } = await world(ON);
  for (const action of ["", "On", "constructor"]) {
    await assert.rejects(change({ action }), (error: Error) => {
      return error instanceof InvalidSecondFactor &&
        /one of passkeys, codes, off, forget,/.test(error.message);
    });
  }
});

test("changeFactors() turns the second step on with passkeys, shows codes, and tells the user", async () => {
  const { change, rowNow, notices, passkeyFor, platform } = await world(null);
  await passkeyFor("ada");
  const { json, redirect } = await change({ action: "passkeys" });
  const { codes, url } = json as { codes: string[]; url: string };
  assert.equal(redirect, undefined);
  assert.equal(codes.length, 10);
  assert.equal(url, `${ACCOUNT}?done=second-factor-on`);
  const row = await rowNow();
  assert.deepEqual([row?.enabledAt?.getTime(), row?.totpSecret], [platform.now(), null]);
  assert.equal(row?.recoveryCodes?.split(" ").length, 10);
  assert.deepEqual(notices, ["secondFactorOn"]);
  // A second click changes nothing, and shows no codes that do not count.
  assert.deepEqual(await change({ action: "passkeys" }), { redirect: `${ACCOUNT}?done=second-factor-on` });
  assert.deepEqual(await rowNow(), row);
  assert.deepEqual(notices, ["secondFactorOn"]);
});

test("changeFactors() turns nothing on for a user without a passkey of their own", async () => {
  const { change, rowNow, notices, passkeyFor } = await world(null);
  await passkeyFor("bob");
  assert.deepEqual(await change({ action: "passkeys" }), { redirect: `${ACCOUNT}?error=NotAvailable` });
  assert.deepEqual([await rowNow(), notices], [null, []]);
});

test("changeFactors() does not turn the second step on again that was turned off in the meantime", async () => {
  const { change, rowNow, notices, passkeyFor } = await world(null);
  await passkeyFor("ada");
  await assert.rejects(change({ action: "passkeys" }, { wasOn: true }), (error: Error) => {
    return error instanceof UserChanged && /it was turned off in the meantime/.test(error.message);
  });
  assert.deepEqual([await rowNow(), notices], [null, []]);
  const on = await world(ON);
  await on.passkeyFor("ada");
  const url = `${ACCOUNT}?done=second-factor-on`;
  assert.deepEqual(await on.change({ action: "passkeys" }, { wasOn: true }), { redirect: url });
});

test("changeFactors() takes the second step back if the session has ended in the meantime", async () => {
  const { change, rowNow, notices, passkeyFor } = await world(null, { isLive: () => false });
  await passkeyFor("ada");
  await assert.rejects(change({ action: "passkeys" }), UserChanged);
  assert.deepEqual([(await rowNow())?.enabledAt, (await rowNow())?.recoveryCodes], [null, null]);
  assert.deepEqual(notices, []);
});

test("changeFactors() takes the second step back if the session ends just before its codes are shown", async () => {
  let asked = 0;
  const { change, rowNow, notices, passkeyFor } = await world(null, { isLive: () => asked++ < 2 });
  await passkeyFor("ada");
  await assert.rejects(change({ action: "passkeys" }), UserChanged);
  assert.equal((await rowNow())?.enabledAt, null);
  assert.deepEqual(notices, ["secondFactorOn", "secondFactorOff"]);
});

test("changeFactors() shows new codes although the database cannot say whether the session goes on, and logs that", async () => {
  let asked = 0;
  const logged: unknown[] = [];
  const { change } = await world(ON, {
    isLive: () => asked++ === 0 || Promise.reject(new Error("down")),
    logger: { error: (error) => void logged.push(error) },
  });
  const { json } = await change({ action: "codes" });
  assert.equal((json as { codes: string[] }).codes.length, 10);
  assert.match(String(logged), /down/);
});

test("changeFactors() takes the second step back if its passkeys have been removed in the meantime", async () => {
  const isLive = async (memory: OpenedSetup["memory"]) => {
    await memory.removeAccount({
      userId: "ada",
      account: { provider: "passkey", providerAccountId: "ada" },
      credentialID: "ada",
      keeps: { provider: "idp", providerAccountId: "1" },
    });
    return true;
  };
  const { change, rowNow, passkeyFor, memory } = await world(null, { isLive });
  await passkeyFor("ada");
  const account = { userId: "ada", type: "oauth", provider: "idp", providerAccountId: "1" } as const;
  await memory.linkAccount(account);
  await memory.linkAccount({ ...account, type: "webauthn", provider: "passkey", providerAccountId: "ada" });
  await assert.rejects(change({ action: "passkeys" }), UserChanged);
  assert.equal((await rowNow())?.enabledAt, null);
});

test("changeFactors() notes that a second step was turned on without a proof of the mailbox", async () => {
  const first = await world(null);
  await first.passkeyFor("ada");
  await first.change({ action: "passkeys" });
  assert.deepEqual(await readNote("ada", first.setup.store), { address: null, generation: 0 });
  const on = await world(ON);
  await on.passkeyFor("ada");
  await on.change({ action: "passkeys" }, { wasOn: true });
  assert.equal(await readNote("ada", on.setup.store), null);
});

test("changeFactors() turns nothing off for a user who has been removed", async () => {
  const { change, memory, rowNow, notices } = await world(ON);
  await memory.deleteUser("ada");
  await memory.rows.store("secondFactors", { ...noSecondFactor("ada"), ...ON }, null);
  assert.deepEqual(await change({ action: "off" }), { redirect: `${ACCOUNT}?error=SessionRequired` });
  assert.ok((await rowNow())?.enabledAt);
  assert.deepEqual(notices, []);
});

test("changeFactors() takes nothing back that another request has stored since", async () => {
  const isLive = async (memory: OpenedSetup["memory"]) => {
    const row = (await memory.rows.find("secondFactors", { userId: "ada" }))!;
    await memory.rows.store("secondFactors", {
      ...row,
      version: row.version + 1,
      recoveryCodes: "of the owner",
    }, row.version);
    return false;
  };
  const { change, rowNow, passkeyFor, platform } = await world(null, { isLive });
  await passkeyFor("ada");
  await assert.rejects(change({ action: "passkeys" }), UserChanged);
  const row = await rowNow();
  assert.deepEqual([row?.recoveryCodes, row?.enabledAt?.getTime()], ["of the owner", platform.now()]);
});

test("changeFactors() replaces the recovery codes of a user whose second step is on, and tells them", async () => {
  const { change, rowNow, notices } = await world(ON);
  const { json } = await change({ action: "codes" });
  const { codes, url } = json as { codes: string[]; url: string };
  assert.deepEqual([codes.length, url, notices], [10, `${ACCOUNT}?done=recovery-codes-replaced`, [
    "recoveryCodesReplaced",
  ]]);
  const row = await rowNow();
  assert.notEqual(row?.recoveryCodes, "before");
  assert.deepEqual([row?.recoveryCodes?.split(" ").length, row?.totpSecret], [10, "sealed"]);
  const page = await change({ action: "codes" }, { script: false });
  assert.match(String(page.html), /your old codes/i);
  const off = await world({ recoveryCodes: "before" });
  assert.deepEqual(await off.change({ action: "codes" }), { redirect: `${ACCOUNT}?error=NotFound` });
  const older: Asked = { action: "codes", replaces: nameOfCodes("older") };
  assert.deepEqual(await off.change(older), { redirect: `${ACCOUNT}?error=NotFound` });
  assert.deepEqual([(await off.rowNow())?.recoveryCodes, off.notices], ["before", []]);
});

test("changeFactors() turns the second step off, and tells the user", async () => {
  const { change, rowNow, notices } = await world({ ...ON, devices: "[]", totpStep: 5 });
  assert.deepEqual(await change({ action: "off" }), { redirect: `${ACCOUNT}?done=second-factor-off` });
  assert.deepEqual(await rowNow(), { ...noSecondFactor("ada"), version: 1 });
  assert.deepEqual(await change({ action: "off" }), { redirect: `${ACCOUNT}?error=NotFound` });
  assert.deepEqual(notices, ["secondFactorOff"]);
});

test("changeFactors() leaves the second step on where the application demands it of this user", async () => {
  const asked: unknown[] = [];
  const required = (user: { id?: string; name?: string | null }) => asked.push([user.id, user.name]) > 0;
  const { change, rowNow, notices } = await world(ON, { secondFactor: { required } });
  const refused = { redirect: `${ACCOUNT}?error=SecondFactorRequired` };
  assert.deepEqual(await change({ action: "off" }), refused);
  assert.deepEqual(await change({ action: "off" }, { userId: "gone" }), refused);
  assert.deepEqual(asked, [["ada", "Ada"], ["gone", undefined]]);
  assert.deepEqual([(await rowNow())?.version, notices], [0, []]);
});

test("changeFactors() changes nothing in a session of level 1 if the second step is on by then", async () => {
  for (const action of ["codes", "off"]) {
    const { change, rowNow } = await world(ON);
    await assert.rejects(change({ action }, { aal: 1 }), UserChanged, action);
    assert.equal((await rowNow())?.version, 0);
  }
});

test("changeFactors() forgets one device, and leaves the others", async () => {
  const deviceOf = (hash: string, expires: number) => ({
    hash,
    device: null,
    createdAt: expires,
    expires,
  });
  const far = 4e12;
  const all = [deviceOf("a", far), deviceOf("b", far), deviceOf("old", 2)];
  const { change, rowNow } = await world({ ...ON, devices: toDevices(all) });
  for (const id of ["x", undefined, "old", ["a"]]) {
    assert.deepEqual(await change({ action: "forget", id }), { redirect: `${ACCOUNT}?error=NotFound` });
  }
  assert.equal((await rowNow())?.version, 0);
  assert.deepEqual(await change({ action: "forget", id: "a" }), {
    redirect: `${ACCOUNT}?done=device-forgotten`,
  });
  assert.equal((await rowNow())?.devices, toDevices([deviceOf("b", far)]));
});

test("changeFactors() replaces the codes that a form names once, also if two forms come at the same time", async () => {
  const { change, rowNow, notices } = await world(ON);
  const form: Asked = { action: "codes", replaces: nameOfCodes(ON.recoveryCodes) };
  const answers = await Promise.all([change(form), change(form)]);
  const row = await rowNow();
  answers.push(await change(form));
  assert.equal(answers.filter(({ json }) => json).length, 1);
  const shown = { redirect: `${ACCOUNT}?done=recovery-codes-shown` };
  assert.deepEqual(answers.filter(({ json }) => !json), [shown, shown]);
  assert.deepEqual(await rowNow(), row);
  assert.deepEqual(notices, ["recoveryCodesReplaced"]);
  assert.ok((await change({ action: "codes" })).json);
});
