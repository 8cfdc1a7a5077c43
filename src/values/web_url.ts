/**
 * URLs of the web.
 *
 * @module
 */

/** Returns whether a URL has the scheme https or http. */
export function isWebUrl(url: string): boolean {
  return /^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "");
}
