/**
 * Checks the cookies of a config as browsers do.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6265#section-5.3 | RFC 6265 §5.3}, and RFC 6265bis §5.7
 * @module
 */

import { isSecureUrl } from "../oauth/fetch.ts";
import type { Finding } from "./report.ts";
import type { Setup } from "../setup/setup.ts";
import type { CookieOption, CookieOptions } from "../http/types.ts";

/** Returns the cookies that browsers refuse, and what weakens the session cookie; the session cookie if there is neither. */
export function cookieFindings({ cookies, origin }: Pick<Setup, "cookies" | "origin">): readonly Finding[] {
  const name = "cookies";
  const refused = Object.entries(cookies).flatMap(([field, cookie]): Finding[] => {
    const objection = objectionTo(cookie, origin) ?? (field === "flow" ? objectionToFlow(cookie) : null);
    if (!objection) return [];
    const [reason, advice] = objection;
    return [{ name, status: "wrong", text: `\`cookies.${field}\`: ${reason}`, advice }];
  });
  const { name: cookie, options } = cookies.sessionToken;
  const weak = weaknesses(options, origin).map(([reason, advice]): Finding => {
    return { name, status: "warning", text: `\`cookies.sessionToken\`: ${reason}`, advice };
  });
  if (refused.length || weak.length) return [...refused, ...weak];
  return [{ name, status: "ok", text: [cookie, ...attributesOf(options)].join("; ") }];
}

type Objection = readonly [reason: string, advice: string];

function objectionTo({ name, options }: CookieOption, origin: string | undefined): Objection | null {
  const { secure, domain, path, sameSite, partitioned } = options;
  const refused = `browsers refuse "${name}"`;
  if (name.startsWith("__Host-") && (!secure || domain || path !== "/")) {
    return [
      `${refused}, because a name with __Host- needs \`secure\`, the path "/" and no domain`,
      "Leave `name`, `secure`, `path` and `domain` out: the library writes a name that fits",
    ];
  }
  if (name.startsWith("__Secure-") && !secure) {
    return [
      `${refused}, because a name with __Secure- needs \`secure\``,
      "Leave the name out, or set `secure: true`",
    ];
  }
  if (String(sameSite).toLowerCase() === "none" && !secure) {
    return [`${refused}, because \`sameSite: "none"\` needs \`secure\``, "Set `secure: true`, and use https"];
  }
  if (partitioned && !secure) {
    return [`${refused}, because \`partitioned\` needs \`secure\``, "Set `secure: true`, and use https"];
  }
  if (origin === undefined) return null;
  const { hostname } = new URL(origin);
  if (secure && !isSecureUrl(origin)) {
    return [
      `${refused} at ${origin}, because it is \`Secure\` and the site has no TLS`,
      "Set AUTH_URL to an https URL, or leave `useSecureCookies` out",
    ];
  }
  if (domain && !`.${hostname}`.endsWith(`.${domain.replace(/^\./, "")}`)) {
    return [
      `${refused} at ${origin}, because its domain is "${domain}"`,
      `Write "${hostname}" or a domain above it, or leave \`domain\` out`,
    ];
  }
  return null;
}

/** The provider sends the browser back, and a browser sends no `Strict` cookie with a request that another site began. */
function objectionToFlow({ options: { sameSite } }: CookieOption): Objection | null {
  const isStrict = sameSite === true || String(sameSite).toLowerCase() === "strict";
  return isStrict
    ? [
      "a browser that returns from a provider does not send a `Strict` cookie",
      'Leave `sameSite` out: it is "lax"',
    ]
    : null;
}

/** Returns what makes it easier to steal or to abuse a session. */
function weaknesses(
  { httpOnly, secure, sameSite }: CookieOptions,
  origin: string | undefined,
): readonly Objection[] {
  const weak: Objection[] = [];
  if (!httpOnly) {
    weak.push([
      "it is not `HttpOnly`, so each script in a page can read the session",
      "Leave `httpOnly` out: it is true",
    ]);
  }
  if (!secure && (origin ?? "https:").startsWith("https:")) {
    weak.push([
      "it is not `Secure`, so a browser also sends the session without TLS",
      "Leave `secure` and `useSecureCookies` out: on https they are true",
    ]);
  }
  if (String(sameSite).toLowerCase() === "none") {
    weak.push([
      'its `sameSite` is "none", so requests that other sites begin carry the session',
      'Leave `sameSite` out: it is "lax"',
    ]);
  }
  return weak;
}

function attributesOf({ secure, httpOnly, sameSite, domain, path }: CookieOptions): readonly string[] {
  return [
    ...(secure ? ["Secure"] : []),
    ...(httpOnly ? ["HttpOnly"] : []),
    ...(sameSite ? [`SameSite=${sameSite}`] : []),
    ...(domain ? [`Domain=${domain}`] : []),
    ...(path ? [`Path=${path}`] : []),
  ];
}
