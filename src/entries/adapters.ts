/**
 * The interface of the application's database, the records that it stores, and what one adapter lends to another.
 *
 * @module
 */

export type * from "../adapters/contract/types.ts";
export { type SecurityMethods, securityOf } from "../model/security_of.ts";
export { isDate } from "../values/is_date.ts";
