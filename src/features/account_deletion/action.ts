/**
 * `GET account-deletion` and `POST account-deletion`: says what becomes of an account whose user has asked for its deletion, and
 * keeps it.
 *
 * @module
 */

import { issueCsrfToken } from "../../http/csrf.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { endpointUrl, toPage } from "../../http/urls.ts";
import { pageBase } from "../../pages/base.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import type { Setup } from "../../setup/setup.ts";
import { tellOfUndoing } from "./mails.ts";
import { deletionPage, type DeletionState } from "./pages/deletion.ts";
import { rulesOf } from "./rules.ts";
import { isOver, isPending, keep } from "./stored.ts";
import { type NamedDeletion, openDeletion } from "./token.ts";

/** Shows the page of a token; without one, leads to the sign-in, which finds out whose account it is. */
export async function showDeletion(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const token = incoming.query.get("token");
  const named = await openDeletion(token, setup);
  const state = named && await stateOf(named, setup);
  if (!token || !state) return { redirect: toPage("signIn", {}, incoming, setup) };
  const dueAt = new Date(named.dueAt).toISOString();
  if (setup.pages.accountDeletion) {
    return { redirect: toPage("accountDeletion", { token, state, dueAt }, incoming, setup) };
  }
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const page = await deletionPage({
    ...await pageBase(incoming, setup),
    action: endpointUrl("account-deletion", incoming.origin, setup),
    csrfToken,
    token,
    state,
    dueAt,
    signInUrl: toPage("signIn", {}, incoming, setup),
  });
  return toPageOutcome(page, cookies);
}

/** Keeps the account, and leads back to the page, which says so. */
export async function keepAccount(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const token = incoming.body?.token;
  const named = await openDeletion(token, setup);
  if (!named) return { redirect: toPage("signIn", {}, incoming, setup) };
  const { userId, dueAt } = named;
  if (await keep(userId, rulesOf(setup), dueAt) === "kept") await tellOfUndoing({ userId }, incoming, setup);
  const url = endpointUrl("account-deletion", incoming.origin, setup);
  return { redirect: `${url}?${new URLSearchParams({ token: String(token) })}` };
}

/** What has become of a deletion; `null` if the user has asked for another one since. */
async function stateOf({ userId, dueAt }: NamedDeletion, setup: Setup): Promise<DeletionState | null> {
  const rules = rulesOf(setup);
  const row = await rules.store.rows.find("deletions", { userId });
  if (!isPending(row)) return await rules.store.getUser(userId) ? "kept" : "deleted";
  if (isOver(row, rules)) return "deleted";
  return row.dueAt.getTime() === dueAt ? "pending" : null;
}
