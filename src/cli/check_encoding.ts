/**
 * Tries the application's own `jwt.encode` and `jwt.decode`: a session that loses claims of the library is read as an ended one.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { decode, encode } from "../model/jwt.ts";
import type { JWT } from "../values/types.ts";
import type { Finding } from "../setup/finding.ts";
import type { Setup } from "../setup/setup.ts";
import { messageOf } from "../errors/thrown.ts";

/** The claims of the library, as a token may have them. */
const OWN = {
  auth_time: 1_893_456_000,
  gen: 1,
  gen_sub: "2",
  named_gen: 1,
  amr: ["pwd", "otp"],
  aal: 2,
  latchkey_sid: "check",
  latchkey_stored: true,
} satisfies JWT;

/** Returns which claims are lost. No user is involved: the token is of one who does not exist. */
export async function encodingFindings(
  { strategy, secrets, cookies, generations, store }: Setup,
  { jwt }: AuthConfig,
): Promise<readonly Finding[]> {
  if (strategy !== "jwt" || !jwt?.encode && !jwt?.decode) return [];
  const name = "sessions";
  const token: JWT = { sub: "check", name: "check", email: "check@example.com", picture: null, ...OWN };
  const params = { secret: [...secrets], salt: cookies.sessionToken.name };
  let claims: JWT | null;
  try {
    const text = await (jwt.encode ?? encode)({ ...params, token, maxAge: 60 });
    claims = await (jwt.decode ?? decode)({ ...params, token: text });
  } catch (error) {
    return [{ name, status: "skipped", text: `${TRIED}, which fails: ${messageOf(error)}` }];
  }
  if (!claims) return [{ name, status: "skipped", text: `${TRIED}, which is not accepted` }];
  // Those that nothing reads without a database, or without one that keeps generations, may go.
  const isRead = (claim: string) =>
    /^(?:gen|named)/.test(claim) ? generations !== null : !claim.startsWith("latchkey_") || store !== null;
  const own = Object.entries(OWN).filter(([claim]) => isRead(claim));
  const lost = own.flatMap(([claim, value]) =>
    JSON.stringify(claims[claim]) === JSON.stringify(value) ? [] : [`\`${claim}\``]
  );
  if (!lost.length) return [];
  return [{
    name,
    status: lost.includes("`gen`") ? "wrong" : "warning",
    text:
      `\`jwt.encode\` or \`jwt.decode\` loses claims of the library: ${
        lost.join(", ")
      }. Sessions without them are read as ` +
      "ended ones, or as those of users who have to confirm that it is them",
    advice: "Encode all claims: `encode: ({ token, … }) => sign({ ...token, … })`",
  }];
}

const TRIED = "`jwt.encode` and `jwt.decode` were tried with a made-up token";
