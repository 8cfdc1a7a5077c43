/**
 * The password in the list of ways to sign in of the account page, and in `GET account-data`.
 *
 * @module
 */

import { dated, listRow } from "../../pages/account_parts.ts";
import type { AccountSection } from "../../setup/account_section.ts";
import { toIso } from "../../values/iso_date.ts";
import { linkTarget } from "../../pages/layout.ts";
import { markup } from "../../markup/html.ts";
import { drawSign, KEY } from "../../pages/mark.ts";
import { passwordProvider } from "./setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { readPassword, removePassword } from "./store.ts";
import { ownIdentifier } from "./typed_user.ts";
import { toPage } from "../../http/urls.ts";

/** The password of a user who has an address and can type it, or a name. Its page is that of the endpoint `password`. */
export const PASSWORD_SECTION: AccountSection<Setup> = {
  name: "password",
  async read({ user }, _request, setup) {
    const provider = passwordProvider(setup);
    if (!user || await ownIdentifier(user, provider, setup) === null) return {};
    const { hash, setAt } = await readPassword(user, provider.store);
    const isSet = hash !== null;
    return { password: { isSet, setAt: isSet ? toIso(setAt) : null } };
  },
  // Among the ways to sign in.
  toStaffCard: () => Promise.resolve(null),
  toRow(page, { incoming }, setup) {
    const { data, accountUrl: callbackUrl, locale: { messages: { signIn, password } } } = page;
    if (!data.password) return Promise.resolve([]);
    const { isSet, setAt } = data.password;
    const url = toPage("password", { callbackUrl }, incoming, setup);
    const html = listRow(signIn.password, {
      picture: drawSign(KEY),
      details: [dated(password.setAt, setAt, page)],
      actions: markup`<a class="button plain small" href="${linkTarget(url, page.origin)}">${
        isSet ? password.change : password.add
      }</a>`,
    });
    return Promise.resolve([{
      html,
      way: isSet ? signIn.password : null,
      done: { "password-changed": password.changed },
    }]);
  },
};

/** Removes a password that was set since a time. */
export async function removePasswordSince(userId: string, since: Date, setup: Setup): Promise<void> {
  const { store } = passwordProvider(setup);
  const row = await store.rows.find("security", { userId });
  if (row?.passwordSetAt && row.passwordSetAt >= since) await removePassword(userId, store);
}
