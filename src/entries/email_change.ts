/**
 * The change of an email address: the feature `EmailChange`.
 *
 * @module
 */

export type { Feature } from "../model/feature.ts";
export { EmailChange } from "../features/email_change/email_change.ts";
export type { EmailChangeOptions } from "../features/email_change/options.ts";
