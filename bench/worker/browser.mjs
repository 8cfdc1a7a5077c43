/**
 * Requests as a browser sends them, and the cookies that it keeps.
 *
 * @module
 */

/** Where the application is. Its cookies have the prefixes of https. */
export const ORIGIN = "https://app.example.com";

/** A script of the application's asks. */
export function get(path, cookie) {
  return new Request(`${ORIGIN}/auth${path}`, { headers: withCookie(FETCH, cookie) });
}

/** The user opens a page of the application's. */
export function open(path) {
  return new Request(`${ORIGIN}/auth${path}`, { headers: { ...NAVIGATE, "sec-fetch-site": "same-origin" } });
}

/** The user submits a form of the application's. */
export function post(path, fields, cookie) {
  const headers = withCookie(SUBMIT, cookie);
  return new Request(`${ORIGIN}/auth${path}`, { method: "POST", headers, body: fields });
}

/** The request of a user who returns from another site. */
export function arrive(url, cookie) {
  return new Request(url, { headers: withCookie(ARRIVE, cookie) });
}

/** The `Cookie` header after an answer. */
export function cookiesAfter(cookie, response) {
  const cookies = new Map(cookie ? cookie.split("; ").map(nameAndValue) : []);
  for (const line of response.headers.getSetCookie()) {
    const [pair, ...attributes] = line.split("; ");
    const [name, value] = nameAndValue(pair);
    if (value === "" || attributes.some((attribute) => /^max-age=0$/i.test(attribute))) cookies.delete(name);
    else cookies.set(name, value);
  }
  return [...cookies].map((pair) => pair.join("=")).join("; ");
}

/** Headers that a browser sends with every request. */
export const BROWSER = {
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-GB,en;q=0.9,de;q=0.8",
  "host": "app.example.com",
  "sec-ch-ua": '"Chromium";v="156", "Not)A;Brand";v="24"',
  "sec-ch-ua-mobile": "?0",
  "sec-ch-ua-platform": '"Linux"',
  "user-agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
};

const FETCH = {
  ...BROWSER,
  "accept": "application/json",
  "referer": `${ORIGIN}/dashboard`,
  "sec-fetch-dest": "empty",
  "sec-fetch-mode": "cors",
  "sec-fetch-site": "same-origin",
};

const NAVIGATE = {
  ...BROWSER,
  "accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-user": "?1",
  "upgrade-insecure-requests": "1",
};

const SUBMIT = {
  ...NAVIGATE,
  "content-type": "application/x-www-form-urlencoded",
  "origin": ORIGIN,
  "referer": `${ORIGIN}/auth/signin`,
  "sec-fetch-site": "same-origin",
};

const ARRIVE = { ...NAVIGATE, "referer": "https://idp.example.net/", "sec-fetch-site": "cross-site" };

function withCookie(headers, cookie) {
  return cookie ? { ...headers, cookie } : headers;
}

function nameAndValue(pair) {
  const at = pair.indexOf("=");
  return [pair.slice(0, at), pair.slice(at + 1)];
}
