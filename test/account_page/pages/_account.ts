import { accountPage } from "../../../src/features/account_page/pages/account.ts";
import { sessionsPart } from "../../../src/features/account_page/pages/sessions.ts";
import { waysPart } from "../../../src/features/account_page/pages/ways.ts";
import type { AccountPage, AccountPart } from "../../../src/pages/account_types.ts";
import type { Page } from "../../../src/pages/types.ts";

/** The account page before its parts are made, and what those need. */
export type WholePage =
  & Omit<AccountPage, "parts">
  & Parameters<typeof waysPart>[1]
  & {
    /** The parts of other sections. Default: none. */
    readonly others?: readonly AccountPart[];
  };

/** Makes the account page with the parts that every one has. */
export async function wholePage({ others = [], ...page }: WholePage): Promise<Page> {
  return await accountPage({
    ...page,
    parts: [waysPart(page, page), ...others, sessionsPart(page, new Map([["github", "GitHub"]]))],
  });
}
