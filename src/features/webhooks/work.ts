/**
 * What webhooks do, in one module.
 *
 * @module
 */

export { deliver } from "./deliver.ts";
export { list, retry } from "./list.ts";
export { tellOfSignIn } from "./signed_in.ts";
export { tellingStore } from "./telling_store.ts";
