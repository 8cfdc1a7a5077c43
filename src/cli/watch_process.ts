/**
 * Follows the process while a module of the application is loaded.
 *
 * @module
 */

import { writeSync } from "node:fs";
import process from "node:process";
import type { Finding } from "../setup/finding.ts";
import { textOf } from "../errors/thrown.ts";

/** Follows the process while the application is loaded. */
interface Watch {
  /** Errors that it did not catch; a list that grows. */
  readonly accidents: readonly Finding[];
  /** Lets the process end. */
  stop(): void;
}

/**
 * Keeps the application from ending the process with an error in the background, such as one of a database pool, from
 * ending it on purpose without a report, and from writing to the standard output, which is for the report.
 *
 * @param command Name of the command that runs.
 */
export function watchProcess(command: "check" | "preview" | "reseal"): Watch {
  const accidents: Finding[] = [];
  const note = (error: unknown) =>
    void accidents.push({
      name: "file",
      status: "warning",
      text: `An error was not caught: ${textOf(error)}`,
    });
  const refuse = () => {
    writeSync(
      2,
      "Cannot read the config: a module of the application has ended the process. Move the config into a " +
        `file of its own, and name it: \`npx @latchkey/auth ${command} auth.config.ts\`\n`,
    );
    process.exitCode = 1;
  };
  process.on("uncaughtException", note);
  process.on("unhandledRejection", note);
  process.on("exit", refuse);
  console.log = console.info = console.debug = console.error;
  return { accidents, stop: () => void process.off("exit", refuse) };
}
