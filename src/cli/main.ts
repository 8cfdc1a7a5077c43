#!/usr/bin/env node
/**
 * The command `npx @latchkey/auth`, also `deno run -A jsr:@latchkey/auth/cli`: makes a secret, checks a config, shows
 * its pages, seals stored secrets again, prints the SQL of the tables.
 *
 * @module
 */

import { realpathSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { HELP, parseCommand, UsageError } from "./arguments.ts";
import { messageOf, propertyOf } from "../errors/thrown.ts";
import { redactor, secretsOf } from "./redaction.ts";
import { VERSION } from "./version.ts";

/**
 * Runs a command: writes to the standard output. It does not end the process.
 *
 * @param args Words after the name of the program, such as `["schema", "sqlite"]`.
 * @returns The exit code: 0 for done, 1 if `check`, `preview` or `reseal` has found something wrong, 2 for a command that does not exist.
 */
export async function main(args: readonly string[]): Promise<0 | 1 | 2> {
  try {
    const { text, code } = await run(parseCommand(args));
    await write(process.stdout, text);
    return code;
  } catch (error) {
    if (error instanceof UsageError) {
      await write(process.stderr, `${error.message}\n`);
      return 2;
    }
    await write(process.stderr, `${explain(args[0], error)}\n`);
    return 1;
  }
}

// The modules of an application may have opened servers and connections, which would keep the process alive.
if (isProgram()) process.exit(await main(process.argv.slice(2)));

/** An error of the system, such as a file that may not be written, needs no stack. Any other is a fault of the command. */
function explain(command: string | undefined, error: unknown): string {
  const hide = redactor(secretsOf(process.env));
  const start = `Cannot run "${command}": ${hide(messageOf(error))}`;
  if (typeof propertyOf(error, "syscall") === "string" || propertyOf(error, "name") === "PermissionDenied") {
    return start;
  }
  const stack = String(propertyOf(error, "stack")).split("\n").map(hide).join("\n");
  return `${start}\nThis is a fault of the command: https://github.com/latchkey/auth/issues\n${stack}`;
}

interface Result {
  readonly text: string;
  readonly code: 0 | 1;
}

async function run(command: ReturnType<typeof parseCommand>): Promise<Result> {
  switch (command.name) {
    case "help":
      return { text: HELP, code: 0 };
    case "version":
      return { text: `${VERSION}\n`, code: 0 };
    case "secret": {
      const { secret } = await import("./secret.ts");
      return { text: await secret(command, process.cwd()), code: 0 };
    }
    case "schema": {
      const { schema } = await import("./schema.ts");
      return { text: await schema(command), code: 0 };
    }
    case "check": {
      const { check } = await import("./check.ts");
      return await check(command);
    }
    case "preview": {
      const { preview } = await import("./preview.ts");
      return await preview(command);
    }
    case "reseal": {
      const { reseal } = await import("./reseal.ts");
      return await reseal(command);
    }
  }
}

/** Waits until the text is written: `process.exit` cuts off what a pipe has not yet taken. */
async function write(stream: NodeJS.WriteStream | typeof process.stdout, text: string): Promise<void> {
  await new Promise<void>((resolve) => stream.write(text, () => resolve()));
}

/** Returns whether this module is the program, and not imported by another. Node has `import.meta.main` from 24.2. */
function isProgram(): boolean {
  const { main } = import.meta as { readonly main?: boolean };
  if (main !== undefined) return main;
  const [, script] = process.argv;
  try {
    // npm starts a program by a link to it.
    return script !== undefined && realpathSync(script) === fileURLToPath(import.meta.url);
  } catch {
    return false;
  }
}
