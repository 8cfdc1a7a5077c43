/**
 * A world in which users delete their accounts: Ada is signed in at `idp`, and has proven her mailbox.
 *
 * Take `openDeletion()` for all tests of `AccountDeletion()`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { outside } from "../../src/core/outside.ts";
import { AccountDeletion } from "../../src/entries/account_deletion.ts";
import type {
  AccountDeletionFeature,
  AccountDeletionOptions,
  OutsideAccountDeletion,
} from "../../src/entries/account_deletion.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { AdapterDeletion } from "../../src/adapters/contract/types.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { type AccountWorld, openAccount } from "./_account_page.ts";
import type { DatabaseOptions } from "./_database.ts";
import { APP } from "./_world.ts";

/** Her address. */
export const ADA = "ada@example.com";

/** The default of `gracePeriod`, in seconds. */
export const GRACE = 14 * 86_400;

/** A world in which Ada can delete her account. */
export interface DeletionWorld extends AccountWorld {
  /** Her id. */
  readonly id: string;
  /** Ids of the users whom the application was asked to erase. */
  readonly erased: string[];
  /** What the outside of requests can do. */
  readonly staff: OutsideAccountDeletion;
  /** Posts the form that deletes the account. @returns The page that it leads to. */
  request(browser?: Browser): Promise<Page>;
  /** Signs in at `idp`. @returns The page that it leads to. */
  enter(browser?: Browser): Promise<Page>;
  /** The row of the deletion. */
  row(): Promise<AdapterDeletion | null>;
}

/** Opens one. */
export async function openDeletion(
  { deletion = {}, features = [], ...options }: DatabaseOptions & {
    readonly deletion?: AccountDeletionOptions;
  } = {},
): Promise<DeletionWorld> {
  const erased: string[] = [];
  const own = AccountDeletion({
    ...deletion,
    erase: (user) => (erased.push(user.id), deletion.erase?.(user)),
  });
  const url = APP;
  const base = await openAccount({
    ...options,
    url,
    email: { notices: true, ...options.email },
    features: [...features, own],
  });
  const { browser, db } = base;
  const [{ id } = { id: "" }] = await db.users();
  await db.adapter.updateUser({ id, emailVerified: new Date(base.platform.now()) });
  const config = base.config as AuthConfig & { readonly features: readonly [AccountDeletionFeature] };
  return {
    ...base,
    id,
    erased,
    staff: outside(config).accountDeletion,
    async request(visitor = browser) {
      const { status, path, params } = await base.change({ action: "delete-account", confirm: ADA }, visitor);
      assert.equal(`${status} ${path}`, "303 /auth/account-deletion", base.log());
      return await visitor.open(`${APP}${path}?${new URLSearchParams(params)}`);
    },
    async enter(visitor = browser) {
      base.idp.login({ sub: "ada", name: "Ada Lovelace", email: ADA });
      return await (await visitor.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp");
    },
    row: async () => await db.adapter.rows.find("deletions", { userId: id }),
  };
}
