/**
 * The account page: the feature `AccountPage`.
 *
 * @module
 */

export type { Feature } from "../model/feature.ts";
export { AccountPage } from "../features/account_page/account_page.ts";
export type {
  AccountPageOptions,
  AccountSectionName,
  OwnSection,
  OwnSectionPage,
} from "../features/account_page/options.ts";
