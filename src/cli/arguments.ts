/**
 * The command line: reads the words that the user wrote.
 *
 * @module
 */

import { parseArgs } from "node:util";

/** A command with its options. */
type Command =
  | HelpCommand
  | VersionCommand
  | SecretCommand
  | SchemaCommand
  | CheckCommand
  | PreviewCommand
  | ResealCommand;

/** Prints how to use the program. */
interface HelpCommand {
  /** Its name. */
  readonly name: "help";
}

/** Prints the version. */
interface VersionCommand {
  /** Its name. */
  readonly name: "version";
}

/** Makes a secret. */
interface SecretCommand {
  /** Its name. */
  readonly name: "secret";
  /** The file to write the secret into, from the current folder; `null` to print it. */
  readonly file: string | null;
}

/** Prints the SQL of the tables. */
export interface SchemaCommand {
  /** Its name. */
  readonly name: "schema";
  /** The database. */
  readonly database: typeof DATABASES[number];
  /** Prefix of the tables. Default: that of the adapter, `auth_`. */
  readonly prefix: string | undefined;
  /** Columns of the application's own in the table of users, with their types. */
  readonly userFields: Readonly<Record<string, string>>;
  /** Version of the tables that the database has; absent for all statements. */
  readonly from?: number;
  /** Which tables: all, or those that stand beside the tables of another adapter. */
  readonly part: "all" | "security";
}

/** Checks a config. */
export interface CheckCommand {
  /** Its name. */
  readonly name: "check";
  /** The file of the config, from the current folder; `null` to look for it. */
  readonly file: string | null;
  /** Files of the environment to read instead of `.env.local`, `.env` and `.dev.vars`. */
  readonly envFiles: readonly string[];
  /** Whether to send no request, neither to providers nor to the database. */
  readonly offline: boolean;
  /** Whether to print JSON. */
  readonly json: boolean;
}

/** Shows the pages of a config. */
export interface PreviewCommand extends Pick<CheckCommand, "file" | "envFiles"> {
  /** Its name. */
  readonly name: "preview";
  /** The file to write, from the current folder. */
  readonly out: string;
}

/** Seals again what an older secret has sealed. */
interface ResealCommand extends Pick<CheckCommand, "file" | "envFiles"> {
  /** Its name. */
  readonly name: "reseal";
}

/** The databases with SQL. */
export const DATABASES = ["sqlite", "postgres", "mysql"] as const;

/** How to use the program. */
export const HELP = `Usage: npx @latchkey/auth <command>

  secret                   prints a new secret for AUTH_SECRET
    --env [file]           writes it into .env, or another file, unless a secret is there

  check [file]             checks the config in auth.config.ts, auth.ts, …, or in a file, and what it needs
    --offline              sends no request to providers, and none to the database
    --env-file <file>      reads these variables instead of those in .env.local, .env and .dev.vars
    --json                 prints JSON

  preview [file]           writes a file that shows the pages in the look of the config, in each language,
                           on a phone and a desktop, light and dark, and the colours that it corrects
    --out <file>           writes it here instead of latchkey-preview.html
    --env-file <file>      reads these variables instead of those in .env.local, .env and .dev.vars

  reseal [file]            seals what is sealed in the database with the newest secret: secrets of
                           authenticator apps, tokens of providers
    --env-file <file>      reads these variables instead of those in .env.local, .env and .dev.vars

  schema <database>        prints the SQL of the tables for sqlite, postgres or mysql
    --prefix <prefix>      begins their names with this instead of auth_
    --user-fields <list>   adds columns of your own, such as role:text,isAdmin:boolean
    --from <version>       prints only what has been added since that version of the tables
    --security             prints only the tables that securityOf() needs beside another adapter

  help, --help, -h         prints this
  --version, -v            prints the version

The exit code is 0, 1 if check, preview or reseal finds something wrong, and 2 if a command cannot be run as written.
`;

/** The command line cannot be run as written. The message says what to write. */
export class UsageError extends Error {}

/**
 * Reads a command line.
 *
 * @param args Words after the name of the program.
 * @throws {UsageError} if a command or an option does not exist, or lacks its value.
 */
export function parseCommand(args: readonly string[]): Command {
  const [name = "help", ...rest] = args;
  if (rest.includes("--help") || rest.includes("-h")) return { name: "help" };
  switch (name) {
    case "help":
    case "--help":
    case "-h":
      return { name: "help" };
    case "version":
    case "--version":
    case "-v":
      return { name: "version" };
    case "secret":
      return parseSecret(rest);
    case "schema":
      return parseSchema(rest);
    case "check":
      return parseCheck(rest);
    case "preview":
      return parsePreview(rest);
    case "reseal":
      return parseReseal(rest);
  }
  throw new UsageError(
    `Cannot run "${name}": there is no such command. Write one of secret, check, preview, reseal, schema and help, such as ` +
      "`npx @latchkey/auth check`",
  );
}

function parseSecret(args: readonly string[]): SecretCommand {
  const { values, positionals } = parse("secret", args, { env: { type: "boolean" } });
  const [file = ".env"] = positionals;
  if (!values.env && positionals.length) {
    fail(
      "secret",
      `"${file}" has no effect. To write the secret into that file, write \`secret --env ${file}\``,
    );
  }
  assertAtMostOne("secret --env", positionals);
  return { name: "secret", file: values.env ? file : null };
}

function parseSchema(args: readonly string[]): SchemaCommand {
  const { values, positionals } = parse("schema", args, {
    prefix: { type: "string" },
    "user-fields": { type: "string" },
    from: { type: "string" },
    security: { type: "boolean" },
  });
  const [asked] = positionals;
  assertAtMostOne("schema", positionals);
  const database = DATABASES.find((each) => each === asked);
  if (!database) {
    fail(
      "schema",
      `${asked === undefined ? "it needs a database" : `"${asked}" is not a database with SQL`}. ` +
        "Write `schema sqlite`, `schema postgres` or `schema mysql`",
    );
  }
  if (values.from !== undefined && values["user-fields"] !== undefined) {
    fail(
      "schema",
      "`--user-fields` has no effect with `--from`, which prints additions of the library alone",
    );
  }
  if (values.security && values["user-fields"] !== undefined) {
    fail("schema", "`--user-fields` has no effect with `--security`, which prints no table of users");
  }
  if (values.from !== undefined && !/^\d+$/.test(values.from)) {
    fail("schema", `\`--from\` has "${values.from}". Write the number of a version, such as \`--from 1\``);
  }
  return {
    name: "schema",
    database,
    prefix: values.prefix,
    part: values.security ? "security" : "all",
    ...(values.from === undefined ? {} : { from: Number(values.from) }),
    userFields: values["user-fields"] === undefined ? {} : parseUserFields(values["user-fields"]),
  };
}

function parseUserFields(list: string): Readonly<Record<string, string>> {
  const pairs = list.split(",").map((pair) => pair.split(":").map((part) => part.trim()));
  const wrong = pairs.find((pair) => pair.length !== 2 || pair.some((part) => part === ""));
  if (wrong) {
    fail(
      "schema",
      `\`--user-fields\` has "${wrong.join(":")}". Write names with types, such as ` +
        "`--user-fields role:text,isAdmin:boolean`",
    );
  }
  return Object.fromEntries(pairs);
}

function parseCheck(args: readonly string[]): CheckCommand {
  const { values, positionals } = parse("check", args, {
    offline: { type: "boolean" },
    json: { type: "boolean" },
    "env-file": { type: "string", multiple: true },
  });
  assertAtMostOne("check", positionals);
  return {
    name: "check",
    file: positionals[0] ?? null,
    envFiles: values["env-file"] ?? [],
    offline: values.offline === true,
    json: values.json === true,
  };
}

function parsePreview(args: readonly string[]): PreviewCommand {
  const { values, positionals } = parse("preview", args, {
    out: { type: "string" },
    "env-file": { type: "string", multiple: true },
  });
  assertAtMostOne("preview", positionals);
  return {
    name: "preview",
    file: positionals[0] ?? null,
    envFiles: values["env-file"] ?? [],
    out: values.out ?? "latchkey-preview.html",
  };
}

function parseReseal(args: readonly string[]): ResealCommand {
  const { values, positionals } = parse("reseal", args, { "env-file": { type: "string", multiple: true } });
  assertAtMostOne("reseal", positionals);
  return { name: "reseal", file: positionals[0] ?? null, envFiles: values["env-file"] ?? [] };
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

/** @throws {UsageError} if an option does not exist, or lacks its value. */
function parse<const T extends Options>(command: string, args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const [reason] = (error as Error).message.split(/\. |\n/);
    fail(
      command,
      `${reason!.replace(/^[A-Z]/, (letter) => letter.toLowerCase())}. ` +
        "See `npx @latchkey/auth help`",
    );
  }
}

function assertAtMostOne(command: string, positionals: readonly string[]): void {
  if (positionals.length > 1) fail(command, `"${positionals[1]}" is one word too many`);
}

function fail(command: string, reason: string): never {
  throw new UsageError(`Cannot run "${command}": ${reason}`);
}
