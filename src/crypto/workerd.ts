/**
 * Cloudflare Workers.
 *
 * @module
 */

const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: string } };

/** Whether this is Cloudflare Workers: an isolate has 128 MB of memory. */
export const isWorkerd: boolean = navigator?.userAgent === "Cloudflare-Workers";
