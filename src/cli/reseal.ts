/**
 * `reseal`: loads the config of an application, and seals with its newest secret what an older one has sealed.
 *
 * @module
 */

import { dirname } from "node:path";
import process from "node:process";
import type { CheckCommand } from "./arguments.ts";
import { isUnreadSecret, openConfig } from "./check_config.ts";
import { adviceFor, countOf } from "./check_sealed.ts";
import { readEnvFiles } from "./env_files.ts";
import { sealedKinds } from "../sign_in/hooks.ts";
import { loadConfig, LoadError } from "./load_config.ts";
import { projectOf } from "./project.ts";
import { redactor, secretsIn, secretsOf } from "./redaction.ts";
import type { Finding } from "../setup/finding.ts";
import { toWrong } from "./report.ts";
import type { SealedKind, SealedRows } from "../model/sealed_rows.ts";
import type { Setup } from "../setup/setup.ts";
import { watchProcess } from "./watch_process.ts";

/** What was done as text, and the exit code. */
interface Resealed {
  /** What to print. */
  readonly text: string;
  /** 1 if something stays that no secret opens, or nothing could be done. */
  readonly code: 0 | 1;
}

/** Seals again what the database of the application in the current folder keeps. */
export async function reseal({ file, envFiles }: Pick<CheckCommand, "file" | "envFiles">): Promise<Resealed> {
  const { stop } = watchProcess("reseal");
  try {
    return await resealIn(process.cwd(), file, envFiles);
  } finally {
    stop();
  }
}

async function resealIn(folder: string, file: string | null, envFiles: readonly string[]): Promise<Resealed> {
  const env = process.env;
  const secrets: string[] = [];
  const failed = (reason: string): Resealed => ({
    text: redactor(secrets)(`Cannot reseal: ${reason}\n`),
    code: 1,
  });
  const variables = await readEnvFiles(folder, envFiles);
  secrets.push(...secretsOf(env));
  const missing = variables.find(isWrong);
  if (missing) return failed(sentenceOf(missing));
  try {
    const { config, path } = await loadConfig(file, folder, env);
    const { setup, findings } = await openConfig(config, env, await projectOf(dirname(path)));
    secrets.push(...secretsIn(config, setup));
    // What is wrong with an address or a provider is no reason to stop. A secret that the command made up is, and one
    // that the config hides: all rows would seem to be sealed with the newest.
    const wrong = findings.find((each) =>
      isWrong(each) && (each.name === "secret" || !setup) || isUnreadSecret(each.text)
    );
    if (wrong || !setup) return failed(wrong ? sentenceOf(wrong) : "the config cannot be used");
    const kinds = await sealedKinds(setup);
    if (kinds.length === 0) {
      const text = "Nothing to do: the database has nothing that a command seals again\n";
      return { text, code: 0 };
    }
    const lines: string[] = [];
    let code: Resealed["code"] = 0;
    for (const kind of kinds) {
      const counts = await kind.reseal(setup);
      lines.push(textOfCounts(kind, counts));
      if (counts.unreadable) code = 1;
    }
    return { text: lines.join(""), code };
  } catch (error) {
    if (error instanceof LoadError) {
      return failed(`${error.message}${error.advice ? `. ${error.advice}` : ""}`);
    }
    return failed(
      `${toWrong("database", error).text}. What is sealed again by then stays so: run the command once more`,
    );
  }
}

function textOfCounts(kind: SealedKind<Setup>, { newest, older, unreadable }: SealedRows): string {
  const lines = [
    `Sealed ${countOf(older, kind)} again with the newest secret. It has sealed ${newest} before`,
    ...unreadable ? [`None of the secrets opens ${countOf(unreadable, kind)}. ${adviceFor(kind)}`] : [],
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function isWrong({ status }: Finding): boolean {
  return status === "wrong";
}

function sentenceOf({ text, advice }: Finding): string {
  return advice ? `${text}. ${advice}` : text;
}
