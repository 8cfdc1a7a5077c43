/**
 * The account page: the feature `AccountPage`.
 *
 * @module
 */

export type { Feature, WithFunctions } from "../model/feature.ts";
export type { OwnForm } from "../values/own_form.ts";
export type { AccountData } from "../shapes/account.ts";
export type { AccountChangeForm, AccountPageCalls, AccountPageForms } from "../shapes/account_page.ts";
export { AccountPage, type AccountPageFeature } from "../features/account_page/account_page.ts";
export type {
  AccountPageOptions,
  AccountSectionName,
  OwnSection,
  OwnSectionPage,
} from "../features/account_page/options.ts";
