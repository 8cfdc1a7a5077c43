/**
 * The requests that Kit sends to the application itself while it answers one: `event.fetch("/api/me")` of a `load`. They have
 * the cookies that are set until then.
 *
 * @module
 */

/** The function of an event that sends them. */
interface KitFetch {
  /** The request of the browser. */
  readonly request: Request;
  fetch?: (input: string | URL | Request) => Promise<Response>;
}

/** What the outer request does about them. */
interface OuterRequest {
  /** Runs before one: a token that works once must be exchanged before two requests have it. */
  before(): Promise<unknown>;
  /** One has answered for one user: so does the outer request then. */
  becomePrivate(): void;
}

/** Watches the function. */
export function watchFetch(event: KitFetch, { before, becomePrivate }: OuterRequest): void {
  const { fetch, request: { url } } = event;
  if (!fetch) return;
  event.fetch = async (input, ...rest: []) => {
    const { origin } = new URL(input instanceof Request ? input.url : input, url);
    const isOwn = origin === new URL(url).origin;
    if (isOwn) await before();
    const response = await fetch(input, ...rest);
    if (isOwn && /\bno-store\b/i.test(response.headers.get("cache-control") ?? "")) becomePrivate();
    return response;
  };
}
