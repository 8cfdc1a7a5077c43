/**
 * The page from which a request comes.
 *
 * @module
 */

/** Returns the page that has sent a form, as a path; `null` if it is not known, or of another origin. */
export function refererIn(
  header: (name: string) => string | null | undefined,
  origin: string,
): string | null {
  const referer = header("referer") ?? "";
  const url = URL.canParse(referer) ? new URL(referer) : null;
  return url?.origin === origin ? url.pathname + url.search : null;
}
