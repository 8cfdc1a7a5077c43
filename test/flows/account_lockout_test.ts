/**
 * Mail that would not sign the user in is no way to sign in: the account page must not let the last other way go.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EmailConfig } from "../../src/model/provider.ts";
import { InvalidEmail } from "../../src/entries/errors.ts";
import { type AccountWorld, openAccount, STORES } from "./_account_page.ts";

/** Verified addresses that no mail leads to. */
const OUT_OF_REACH: Readonly<Record<string, readonly [address: string, email?: Partial<EmailConfig>]>> = {
  "stored in capitals": ["Ada@Example.com"],
  "with an Ü, which a mail provider lowers": ["Ünal@example.com"],
  "with a quoted name": ['"ada king"@example.com'],
  "of a domain that the application refuses": ["ada@example.com", {
    normalizeIdentifier(address) {
      if (address.endsWith("@corp.example")) return address;
      throw new InvalidEmail("Only addresses of the company");
    },
  }],
  "that the application writes in another way": ["ada@example.com", {
    normalizeIdentifier: (address) => address.replace("@", "+auth@"),
  }],
};

for (const [how, adapter] of Object.entries(STORES)) {
  for (const [kind, [address, email]] of Object.entries(OUT_OF_REACH)) {
    test(`POST account keeps the last account beside a mailbox ${kind}, ${how} (AC-10)`, async () => {
      const world = await openAccount({ adapter: await adapter(), ...(email && { email }) });
      await verify(world, address);
      const { mail, accounts } = await world.data();
      assert.deepEqual([mail, accounts!.map(({ isRemovable }) => isRemovable)], [null, [false]]);
      const { params } = await world.change({ action: "remove", id: accounts![0]!.id });
      assert.deepEqual(params, { error: "LastWay" });
      assert.equal((await world.db.accounts()).length, 1);
    });
  }

  test(`POST account lets the last account go where a second mail provider accepts the address, ${how}`, async () => {
    const sent: string[] = [];
    const world = await openAccount({
      adapter: await adapter(),
      email: { normalizeIdentifier: () => "" },
      more: () => [{
        id: "post",
        name: "Post",
        type: "email",
        sendVerificationRequest: ({ identifier }) => void sent.push(identifier),
      }],
    });
    await verify(world, "ada@example.com");
    const { mail, accounts } = await world.data();
    assert.equal(mail?.name, "Post");
    const { params } = await world.change({ action: "remove", id: accounts![0]!.id });
    assert.deepEqual(params, { done: "removed" });
    await world.post("signin/post", { email: "ada@example.com" });
    assert.deepEqual(sent, ["ada@example.com"]);
  });
}

/** The address of Ada, as an import from another database or a provider may have stored it. */
async function verify({ db }: AccountWorld, email: string): Promise<void> {
  const [user] = await db.users();
  await db.adapter.updateUser({ id: user!.id, email, emailVerified: new Date(0) });
}
