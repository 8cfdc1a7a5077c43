/**
 * The interface of the application's database, and the records that it stores.
 *
 * @module
 */

export type * from "../adapters/types.ts";
export { isDate } from "../values/is_date.ts";
