/**
 * The account page: the feature `Account`.
 *
 * @module
 */

export type { Feature } from "../model/feature.ts";
export { Account } from "../features/account/account.ts";
