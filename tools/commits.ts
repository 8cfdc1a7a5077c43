/**
 * Checks the messages of commits: `deno run -A tools/commits.ts main..HEAD`. `--file <path>` checks the one message in a
 * file, as the hook in `.githooks` does.
 *
 * @see {@link https://www.conventionalcommits.org/en/v1.0.0/ | Conventional Commits}
 *
 * @module
 */

import { readFile } from "node:fs/promises";

/** What a commit can be. A body has to say why the library is changed. */
export const TYPES: Readonly<Record<string, "body" | "no body needed">> = {
  feat: "body",
  fix: "body",
  refactor: "body",
  perf: "body",
  docs: "no body needed",
  test: "no body needed",
  style: "no body needed",
  ci: "no body needed",
  chore: "no body needed",
};

/** How many characters a subject may have. Most programs cut longer ones off. */
const SUBJECT = 72;

/** How many characters a line of a body may have, unless it is one word, such as a URL. */
const LINE = 120;

/** How git begins the message of a merge. CI reads no commits that have two parents. */
const MERGE = /^Merge (?:branch|branches|remote-tracking branch|tag|commit|pull request) /;

/** How git begins the message of a commit that a rebase melts into another one. A range must have none of them. */
const UNFINISHED = /^(?:amend|fixup|squash)! /;

/** Lists what is wrong with a message. Empty if nothing is. */
export function faultsOf(message: string): readonly string[] {
  const [subject = "", ...rest] = message.trimEnd().split("\n");
  const [, type = "", breaks] = /^([a-z]+)(?:\([a-z\d_/-]+\))?(!)?: \S/.exec(subject) ?? [];
  if (!Object.hasOwn(TYPES, type)) {
    return [
      `begin with a type, such as "fix: " or "fix(pages): ". The types are ${Object.keys(TYPES).join(", ")}`,
    ];
  }
  const hasBody = rest.some((line) => line.trim());
  const length = [...subject].length;
  return [
    ...(length > SUBJECT ? [`the first line has ${length} characters: write at most ${SUBJECT}`] : []),
    ...(/[.\s]$/.test(subject) ? ["the first line ends without a full stop"] : []),
    ...(rest[0] ? ["leave the second line empty"] : []),
    ...(rest.some((line) => [...line].length > LINE && /\S\s+\S/.test(line))
      ? [`a line of the body has more than ${LINE} characters`]
      : []),
    ...(!hasBody && breaks ? ["say in the body what applications must write instead"] : []),
    ...(!hasBody && !breaks && TYPES[type] === "body"
      ? [`say in the body why: a "${type}" changes the library`]
      : []),
  ];
}

if (import.meta.main) {
  Deno.exit(await check(Deno.args).catch(({ message }: Error) => (console.error(message), 1)));
}

/** Prints what is wrong, and returns the exit code. */
async function check([range = "", file = ""]: readonly string[]): Promise<number> {
  const messages = range === "--file" ? await messagesIn(file) : await messagesOf(range);
  const wrong = messages.map((message) => ({ message, faults: faultsOf(message) }))
    .filter(({ faults }) => faults.length);
  for (const { message, faults } of wrong) {
    console.error([message.split("\n")[0], ...faults.map((fault) => `  ${fault}`)].join("\n"));
  }
  const count = `${messages.length} commit${messages.length === 1 ? "" : "s"}`;
  if (!wrong.length) console.log(`${count}: the messages are well-formed`);
  else console.error(`\n${wrong.length} of ${count} need another message: see "Commits" in CONTRIBUTING.md`);
  return wrong.length ? 1 : 0;
}

/** The message in a file; none if it is that of a merge, or of a commit that a rebase melts into another one. */
async function messagesIn(file: string): Promise<readonly string[]> {
  const message = withoutComments(await readFile(file, "utf8"));
  return MERGE.test(message) || UNFINISHED.test(message) ? [] : [message];
}

/** The messages of the commits in a range, without those of merges. */
async function messagesOf(range: string): Promise<readonly string[]> {
  if (!/^[^-\s]\S*\.\.\S+$/.test(range)) {
    throw new TypeError(`Cannot check the commits "${range}": name a range, such as main..HEAD`);
  }
  const { success, stdout, stderr } = await new Deno.Command("git", {
    args: ["log", "--no-merges", "--reverse", "--format=%B%x00", range, "--"],
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!success) throw new Error(`Cannot read the commits ${range}: ${text(stderr).trim()}`);
  return text(stdout).split("\0").map((message) => message.trim()).filter(Boolean);
}

/** A message as git takes it over from the editor. */
function withoutComments(text: string): string {
  const [message = ""] = text.split(/^# -+ >8 -+$/m);
  return message.replaceAll(/^#.*\n?/gm, "").trim();
}
