/**
 * Time-outs of SMTP connections.
 *
 * @module
 */

/** How long a server may be silent, in milliseconds. Nodemailer's own defaults are minutes, longer than anybody waits. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

/** What `createTransport` of Nodemailer takes, with time-outs where it has none of its own. */
export function withTimeouts(server: string | object): string | object {
  if (typeof server === "string") return urlWithTimeouts(server);
  // A transport, other than its options, is handed on as it is.
  if ("send" in server) return server;
  if ("url" in server && typeof server.url === "string") {
    return { ...server, url: urlWithTimeouts(server.url) };
  }
  return { ...TIMEOUTS, ...server };
}

/** Nodemailer reads options from the query. */
function urlWithTimeouts(url: string): string {
  const [base, query] = url.split(/\?(.*)/s);
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(TIMEOUTS)) {
    if (!params.has(name)) params.set(name, String(value));
  }
  return `${base}?${params}`;
}
