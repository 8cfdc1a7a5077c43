/**
 * Asks the API, which is on another origin.
 *
 * @module
 */

const api: string = import.meta.env.VITE_API_URL;

/** Sends a request as the user of this browser. Returns `null` if no one is signed in. */
export async function askApi<T>(method: string, path: string, body?: object): Promise<T | null> {
  const response = await fetch(`${api}/api${path}`, {
    method,
    credentials: "include",
    ...body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  });
  if (response.status === 401) return null;
  if (!response.ok) throw new Error(`The API answers ${response.status}`);
  return await response.json();
}

/** Returns the address of a page of the library, which leads back to this page. */
export function authUrl(page: "signin" | "signout" | "account"): string {
  return `${api}/auth/${page}?${new URLSearchParams({ callbackUrl: location.href })}`;
}
