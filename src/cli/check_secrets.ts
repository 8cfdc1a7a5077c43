/**
 * Checks whether the secrets of a config look random.
 *
 * @module
 */

import type { Finding } from "../setup/finding.ts";
import type { Setup } from "../setup/setup.ts";

/** Returns the finding on the secrets of a config that the library accepts. */
export function secretFinding({ secrets, proxySecrets }: Pick<Setup, "secrets" | "proxySecrets">): Finding {
  const name = "secret";
  if (secrets.some(looksTyped)) {
    return {
      name,
      status: "warning",
      text: "A secret looks typed, not random: an attacker who guesses it can sign in as any user",
      advice: "Write the output of `npx @latchkey/auth secret`",
    };
  }
  if (proxySecrets.some(looksTyped)) {
    return {
      name,
      status: "warning",
      text: "A secret of the redirect proxy looks typed, not random: an attacker may guess it",
      advice: "Write the output of `npx @latchkey/auth secret` into AUTH_REDIRECT_PROXY_SECRET",
    };
  }
  // A rotation names the secret that still seals twice.
  const different = new Set(secrets).size;
  const text = different > 1
    ? `${different} secrets: the newest seals and signs, and the others only open and verify`
    : `one, of ${secrets[0]!.length} characters`;
  return { name, status: "ok", text };
}

/** A random secret of 32 characters has more different ones, with hardly an exception. */
const DIFFERENT = 8;

/** Words of examples, and of what people type instead of a secret. The short ones may be in a random text by chance. */
const WORDS =
  /change|example|secret|replace|insert|random|password|keyboard|undefined|qwerty|(?<![a-z])(?:todo|your)(?![a-z])/i;

function looksTyped(secret: string): boolean {
  return new Set(secret).size < DIFFERENT || WORDS.test(secret) || !isMixed(secret) || isRepeated(secret) ||
    hasRun(secret);
}

/** Returns whether a text has no space, and letters of both cases, or letters and digits. Hexadecimal numbers are mixed. */
function isMixed(secret: string): boolean {
  const classes = [/[a-z]/, /[A-Z]/, /\d/].filter((each) => each.test(secret));
  return classes.length >= 2 && !/\s/.test(secret);
}

/** The longest part of a text that is looked for in the rest, in characters. */
const LONGEST = 20;

/** Returns whether a text is mostly one part, again and again. */
function isRepeated(secret: string): boolean {
  const longest = Math.min(LONGEST, Math.floor(secret.length / 2));
  return Array.from({ length: longest }, (_, index) => index + 1).some((length) => {
    const again = [...secret.slice(length)].filter((each, index) => each === secret[index]);
    return again.length >= (secret.length - length) / 2;
  });
}

/** Characters of a run, such as `12345678` or `hgfedcba`. */
const RUN = 8;

function hasRun(secret: string): boolean {
  let [run, last] = [1, 0];
  for (let index = 1; index < secret.length; index++) {
    const step = secret.charCodeAt(index) - secret.charCodeAt(index - 1);
    run = Math.abs(step) === 1 ? step === last ? run + 1 : 2 : 1;
    last = step;
    if (run >= RUN) return true;
  }
  return false;
}
