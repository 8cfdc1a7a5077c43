import {
  accountPage,
  passkeysPart,
  sessionsPart,
  waysPart,
} from "../../../src/features/account_page/pages/account.ts";
import type { AccountPage, AccountPart } from "../../../src/pages/account_types.ts";
import type { Page } from "../../../src/pages/types.ts";

type PasskeysContext = Parameters<typeof passkeysPart>[1];

type WaysContext = Parameters<typeof waysPart>[1];

/** The account page before its parts are made, and what those need. */
export type WholePage =
  & Omit<AccountPage, "parts">
  & Parameters<typeof waysPart>[1]
  & Parameters<typeof passkeysPart>[1]
  & {
    /** The parts of other sections. Default: none. */
    readonly others?: readonly AccountPart[];
  };

/** Makes the account page with the parts that every one has. */
export async function wholePage({ others = [], ...page }: WholePage): Promise<Page> {
  const parts = [waysPart(page, page), passkeysPart(page, page), ...others, sessionsPart(page)];
  return await accountPage({ ...page, parts });
}
