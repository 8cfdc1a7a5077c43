/**
 * `fetch` of a page with the rules of CORS, which the test browser leaves out.
 *
 * @see {@link https://fetch.spec.whatwg.org/#http-cors-protocol | Fetch §3.3, §4.8}
 * @module
 */

import type { Page } from "../src/testing/mod.ts";

/** Headers and types that a script may send without a question (Fetch §2.2.2). */
const SIMPLE = new Set(["accept", "accept-language"]);
const SIMPLE_TYPES = new Set(["application/x-www-form-urlencoded", "text/plain"]);

/** Headers that a script may read without a permission (Fetch §2.2.6). */
const READABLE = new Set([
  "cache-control",
  "content-language",
  "content-length",
  "content-type",
  "expires",
  "pragma",
]);

/** Creates the `fetch` of a page. It rejects as a browser does, with the reason that a browser writes to its console. */
export function corsFetch(
  page: Pick<Page, "url" | "fetch">,
): (url: string, init?: RequestInit) => Promise<Response> {
  const { origin } = new URL(page.url);
  return async (url, init = {}) => {
    if (new URL(url).origin === origin || init.mode === "no-cors") return await page.fetch(url, init);
    const { method = "GET", headers, credentials } = init;
    const refuse = (why: string): never => {
      throw new TypeError(`CORS refuses ${method} ${url} for ${origin}: ${why}`);
    };
    const readable = (response: Response): Response => {
      const [allowed, withCookies] = ["origin", "credentials"].map((name) =>
        response.headers.get(`access-control-allow-${name}`)
      );
      if (allowed !== origin) refuse(`the answer is for ${allowed}`);
      if (credentials === "include" && withCookies !== "true") refuse("the answer is without cookies");
      const exposed = listIn(response, "access-control-expose-headers");
      const read = new Response(response.body, response);
      for (const name of [...read.headers.keys()]) {
        if (!READABLE.has(name) && !exposed.includes(name)) read.headers.delete(name);
      }
      return read;
    };
    const asked = [...new Headers(headers)].flatMap(([name, value]) =>
      SIMPLE.has(name) || (name === "content-type" && SIMPLE_TYPES.has(value)) ? [] : name
    );
    if (asked.length || !["GET", "HEAD", "POST"].includes(method)) {
      const question = {
        "access-control-request-method": method,
        ...(asked.length && { "access-control-request-headers": asked.join() }),
      };
      const preflight = await page.fetch(url, { method: "OPTIONS", headers: question, credentials: "omit" });
      readable(preflight);
      if (!preflight.ok) refuse(`the question has status ${preflight.status}`);
      const methods = preflight.headers.get("access-control-allow-methods") ?? "";
      if (method !== "POST" && !methods.includes(method)) refuse(`only ${methods} are allowed`);
      const missing = asked.filter((name) =>
        !listIn(preflight, "access-control-allow-headers").includes(name)
      );
      if (missing.length) refuse(`${missing} may not be sent`);
    }
    return readable(await page.fetch(url, init));
  };
}

function listIn({ headers }: Response, name: string): readonly string[] {
  return (headers.get(name) ?? "").toLowerCase().split(",").map((each) => each.trim());
}
