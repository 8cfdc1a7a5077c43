/**
 * A world in which users change their addresses: Ada is signed in at `idp`, and has proven her mailbox.
 *
 * Take `openChange()` for all tests of `EmailChange()`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { EmailChange } from "../../src/entries/email_change.ts";
import { type AccountWorld, DONE, openAccount } from "./_account_page.ts";
import type { DatabaseOptions } from "./_database.ts";
import { APP } from "./_world.ts";

/** Her address, and the one that she changes it to. */
export const [OLD, NEW] = ["ada@example.com", "ada@new.example"];

/** A world in which Ada can change her address. */
export interface ChangeWorld extends Omit<AccountWorld, "ask"> {
  /** Her id. */
  readonly id: string;
  /** The address that is stored. */
  address(): Promise<string | null>;
  /** Asks for an address. @returns The link to it. */
  ask(email?: string): Promise<string>;
  /** Asks for it, and proves it. @returns The link that undoes it. */
  move(email?: string): Promise<string>;
}

/** Opens a world in which Ada has proven her mailbox. */
export async function openChange(options: DatabaseOptions = {}): Promise<ChangeWorld> {
  const base = await openAccount({
    url: APP,
    ...options,
    email: { notices: true, ...options.email },
    features: [...options.features ?? [], EmailChange()],
  });
  const { db, mails, browser, platform } = base;
  const [{ id } = { id: "" }] = await db.users();
  await db.adapter.updateUser({ id, emailVerified: new Date(platform.now()) });
  const ask = async (email = NEW) => {
    assert.deepEqual(
      await base.change({ action: "change-email", email }),
      DONE("email-link-sent"),
      base.log(),
    );
    const { purpose, identifier, url } = mails.at(-1)!;
    assert.deepEqual([purpose, identifier], ["emailChange", email]);
    return url;
  };
  return {
    ...base,
    id,
    ask,
    address: async () => (await db.adapter.getUser(id))?.email ?? null,
    async move(email = NEW) {
      const page = await browser.open(await ask(email));
      platform.tick(1);
      const done = await page.submit("/auth/account");
      assert.match(done.url, /done=email-changed/, base.log());
      const told = mails.findLast(({ purpose }) => purpose === "emailChanged")!;
      platform.tick(1);
      return told.url;
    },
  };
}
