/**
 * The header in which a platform writes the address of a client, where clients cannot write it.
 *
 * @module
 */

import type { Environment } from "../../config/env.ts";

/** By the variable that a platform sets. */
const HEADERS: readonly (readonly [variable: string, header: string])[] = [
  // https://vercel.com/docs/headers/request-headers#x-vercel-forwarded-for
  ["VERCEL", "x-vercel-forwarded-for"],
  // https://docs.netlify.com/functions/optional-configuration
  ["NETLIFY", "x-nf-client-connection-ip"],
  // https://fly.io/docs/networking/request-headers
  ["FLY_APP_NAME", "fly-client-ip"],
];

/** The header of the platform on which this code runs; `undefined` for any other. */
export function addressHeaderOf(env: Environment): string | undefined {
  // https://developers.cloudflare.com/fundamentals/reference/http-headers
  if (globalThis.navigator?.userAgent === "Cloudflare-Workers") return "cf-connecting-ip";
  return HEADERS.find(([variable]) => env[variable])?.[1];
}
