/**
 * Time-outs of SMTP connections, and the version of Nodemailer.
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

/** The oldest version of Nodemailer that the package allows: major, minor, patch. */
export const OLDEST = [9, 1, 1] as const;

/** Whether a transport is of a version of Nodemailer that is new enough. Its own transports have the package's version. */
export function isRecent(transport: object): boolean {
  const { transporter } = transport as { readonly transporter?: { readonly version?: unknown } };
  const [, ...version] = /^(\d+)\.(\d+)\.(\d+)/.exec(String(transporter?.version)) ?? [];
  const i = OLDEST.findIndex((part, at) => Number(version[at] ?? part) !== part);
  return i === -1 || Number(version[i]) > OLDEST[i]!;
}
