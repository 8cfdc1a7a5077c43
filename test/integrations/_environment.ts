/**
 * Environment variables of one test. Those of the process belong to all test files, which run at the same time.
 *
 * @module
 */

import process from "node:process";
import type { Environment } from "../../src/config/env.ts";

/** Lets the integrations read other variables while a function runs. Other test files do not notice. */
export async function inEnvironment<T>(env: Environment, run: () => T | Promise<T>): Promise<T> {
  const { env: before } = process;
  const { toObject } = Deno.env;
  process.env = { ...env };
  Deno.env.toObject = () => ({ ...env }) as Record<string, string>;
  try {
    return await run();
  } finally {
    process.env = before;
    Deno.env.toObject = toObject;
  }
}
