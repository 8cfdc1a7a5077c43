/**
 * Time-outs of SMTP connections, and the version of Nodemailer.
 *
 * @module
 */

/** How long a server may be silent, in milliseconds. Nodemailer's own defaults are minutes, longer than users wait. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

/** Adds time-outs to an argument of `createTransport` of Nodemailer, unless it sets them. */
export function withTimeouts(server: string | object): string | object {
  if (typeof server === "string") return urlWithTimeouts(server);
  // A transport has no options to add to.
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

/** Whether Nodemailer is recent enough. Its own transports carry the version of the package. */
export function isRecent(transport: object): boolean {
  const { transporter } = transport as { readonly transporter?: { readonly version?: unknown } };
  const [, ...version] = /^(\d+)\.(\d+)\.(\d+)/.exec(String(transporter?.version)) ?? [];
  const i = OLDEST.findIndex((part, at) => Number(version[at] ?? part) !== part);
  return i === -1 || Number(version[i]) > OLDEST[i]!;
}
