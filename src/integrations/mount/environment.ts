/**
 * The environment variables of the process, or those that a platform hands over with each request.
 *
 * @module
 */

import type { Environment } from "../../config/env.ts";

/**
 * Returns the variables of the process; `null` where a platform hands them over with each request, as Cloudflare
 * Workers do.
 */
export function processEnvironment(): Environment | null {
  if (typeof navigator === "object" && navigator.userAgent === "Cloudflare-Workers") return null;
  if (typeof Deno === "object") return denoEnvironment();
  const { process } = globalThis as { readonly process?: { readonly env?: Environment } };
  return process?.env ?? null;
}

/** Returns the variables of Deno: all of them, or those that it has permission to read. */
function denoEnvironment(): Environment {
  try {
    return Deno.env.toObject();
  } catch {
    return new Proxy({}, { get: (_, name) => readGranted(String(name)) });
  }
}

/** Returns whether a variable can be read. Deno asks for a permission. */
export function isGranted(variable: string): boolean {
  return typeof Deno !== "object" ||
    Deno.permissions.querySync({ name: "env", variable }).state === "granted";
}

/**
 * Returns the variables among the bindings that a platform hands over with a request. A binding may also be a number or
 * a boolean, which a variable cannot be, or an object, such as a database.
 *
 * @param bindings May be anything.
 * @param rest Read where the bindings have no such variable.
 */
export function bindingEnvironment(bindings: unknown, rest: Environment | null = null): Environment {
  const has = typeof bindings === "object" && bindings !== null;
  const read = (name: string) =>
    has ? toText((bindings as Readonly<Record<string, unknown>>)[name]) : undefined;
  return new Proxy({}, {
    get: (_, name) => typeof name === "string" ? read(name) ?? rest?.[name] : undefined,
  });
}

function readGranted(variable: string): string | undefined {
  return isGranted(variable) ? Deno.env.get(variable) : undefined;
}

function toText(binding: unknown): string | undefined {
  return ["string", "number", "boolean"].includes(typeof binding) ? String(binding) : undefined;
}
