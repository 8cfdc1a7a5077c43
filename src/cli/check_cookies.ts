/**
 * Checks the cookies of a config as browsers do.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6265#section-5.3 | RFC 6265 §5.3}, and RFC 6265bis §5.7
 * @module
 */

import { isSecureUrl } from "../http/bounded_request.ts";
import type { Finding } from "../setup/finding.ts";
import type { Setup } from "../setup/setup.ts";
import type { CookieOption, CookieOptions } from "../values/cookie.ts";

/** Returns the cookies that browsers refuse, and what weakens the session cookie; the session cookie if there is neither. */
export function cookieFindings({ cookies, origin }: Pick<Setup, "cookies" | "origin">): readonly Finding[] {
  const name = "cookies";
  const fields = Object.entries(cookies);
  const refused = fields.flatMap(([field, cookie]): Finding[] => {
    const first = fields.find(([, { name }]) => name === cookie.name)![0];
    const objection = objectionTo(cookie, origin) ?? (field === "flow" ? objectionToFlow(cookie) : null) ??
      (first === field ? null : sharedName(cookie, first));
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

/** Returns why browsers refuse a cookie; `null` if they accept it. */
function objectionTo({ name, options }: CookieOption, origin: string | undefined): Objection | null {
  const ofSite = origin === undefined ? [] : siteRulesOf(origin, options);
  const broken = [...rulesOf(name, options), ...ofSite].find(([isBroken]) => isBroken);
  return broken ? [`browsers refuse "${name}"${broken[1]}`, broken[2]] : null;
}

/** One cookie cannot have two values: each answer removes what the other has set. */
function sharedName({ name }: CookieOption, other: string): Objection {
  return [
    `"${name}" is the name of \`cookies.${other}\` as well, so that each replaces the other`,
    "Write another name, or leave `name` out",
  ];
}

type Rule = readonly [isBroken: unknown, reason: string, advice: string];

/** The rules for a cookie of any site. */
function rulesOf(
  name: string,
  { secure, domain, path, sameSite, partitioned }: CookieOptions,
): readonly Rule[] {
  return [
    [
      name.startsWith("__Host-") && (!secure || domain || path !== "/"),
      ', because a name with __Host- needs `secure`, the path "/" and no domain',
      "Leave `name`, `secure`, `path` and `domain` out: the library writes a name that fits",
    ],
    [
      name.startsWith("__Secure-") && !secure,
      ", because a name with __Secure- needs `secure`",
      "Leave the name out, or set `secure: true`",
    ],
    [
      String(sameSite).toLowerCase() === "none" && !secure,
      ', because `sameSite: "none"` needs `secure`',
      "Set `secure: true`, and use https",
    ],
    [
      partitioned && !secure,
      ", because `partitioned` needs `secure`",
      "Set `secure: true`, and use https",
    ],
  ];
}

/** The rules for a cookie of a site whose URL is known. */
function siteRulesOf(origin: string, { secure, domain }: CookieOptions): readonly Rule[] {
  const { hostname } = new URL(origin);
  return [
    [
      secure && !isSecureUrl(origin),
      ` at ${origin}, because it is \`Secure\` and the site has no TLS`,
      "Set AUTH_URL to an https URL, or leave `useSecureCookies` out",
    ],
    [
      domain && !`.${hostname}`.endsWith(`.${domain.replace(/^\./, "")}`),
      ` at ${origin}, because its domain is "${domain}"`,
      `Write "${hostname}" or a domain above it, or leave \`domain\` out`,
    ],
  ];
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
