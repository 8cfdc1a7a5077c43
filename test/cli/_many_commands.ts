/**
 * Runs one command after the other in one process, with the function that the command itself calls.
 *
 * Each line of the standard input is an {@link Order}. The process writes to its standard output and its standard error what
 * the command writes, and then {@link END}: to the standard output with the exit code before it. It ends with its input.
 *
 * @module
 */

import process from "node:process";
import { createInterface } from "node:readline";
import { main } from "../../src/cli/main.ts";

/** A command to run. */
export interface Order {
  /** Words of the command. */
  readonly args: readonly string[];
  /** The current folder. */
  readonly folder: string;
  /** The variables, all of them. */
  readonly env: Readonly<Record<string, string>>;
}

/** A character that no command prints. */
export const END = "\0";

const { log, info, debug } = console;
const home = process.cwd();

if (import.meta.main) {
  for await (const line of createInterface({ input: process.stdin })) {
    const code = await runOrder(JSON.parse(line));
    await write(process.stderr, END);
    await write(process.stdout, `${END}${code}${END}`);
  }
}

/** Runs a command, and undoes what it leaves in its process. */
async function runOrder({ args, folder, env }: Order): Promise<number> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(folder);
  try {
    return await main(args);
  } finally {
    process.chdir(home);
    process.removeAllListeners("uncaughtException");
    process.removeAllListeners("unhandledRejection");
    Object.assign(console, { log, info, debug });
  }
}

async function write(stream: Pick<typeof process.stdout, "write">, text: string): Promise<void> {
  await new Promise<void>((resolve) => stream.write(text, () => resolve()));
}
