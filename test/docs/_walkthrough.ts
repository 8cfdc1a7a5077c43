/**
 * What a page lets a reader do, from an empty folder to a signed-in user: commands, files, and what the reader then sees.
 *
 * @module
 */

/** One step of a page. */
export type Step =
  /** Commands, one per line. */
  | { readonly type: "commands"; readonly lines: readonly string[] }
  /** A file that the reader writes. */
  | { readonly type: "file"; readonly path: string; readonly text: string };

/** A row of the table below "What you should see". */
export interface Sight {
  /** A URL that the reader opens, or the text of a link or button that the reader presses. */
  readonly act: { readonly open: string } | { readonly press: string };
  /** Texts that are then on the page. */
  readonly texts: readonly string[];
}

/** A page, read as its reader follows it. */
export interface Walkthrough {
  /** All steps but the last command, in the order of the page. */
  readonly steps: readonly Step[];
  /** The last command: it starts the server. */
  readonly start: string;
  /** What the reader opens and sees. */
  readonly sights: readonly Sight[];
  /** Commands of other runtimes that start the same files, below a heading such as "On Deno and Bun". */
  readonly others: readonly (readonly string[])[];
  /** Commands that build the application and start what is built, below "Production"; empty if there is nothing to build. */
  readonly production: readonly string[];
}

/** The heading that ends the steps. A table follows. */
const END = /^#{2,3} What you should see$/m;

/** A section with commands of other runtimes. */
const OTHERS = /^## On \w+(?: and \w+)?$([^]*?)(?=^## )/m;

/** The section that builds the application. */
const PRODUCTION = /^## Production$([^]*?)(?=^## )/m;

/**
 * Reads a page.
 *
 * @param page Markdown. Blocks with a file name are files, `sh` blocks without one are commands; other blocks are neither.
 * @param port Takes the place of 8000, which another program may have.
 * @throws {Error} if it has no commands, or no table of what the reader sees.
 */
export function readWalkthrough(page: string, port = 8000): Walkthrough {
  const [before, after] = page.replaceAll("8000", String(port)).split(END);
  if (after === undefined) throw new Error('The page has no heading "What you should see"');
  const steps = stepsOf(before!);
  const last = steps.at(-1);
  if (last?.type !== "commands") {
    throw new Error("The last block before the table is not a command that starts the server");
  }
  const sights = [...after.split(/^## /m)[0]!.matchAll(/^\| (`http[^|]*|\*\*[^|]*)\|([^|]*)\|$/gm)].map(
    toSight,
  );
  if (sights.length === 0) throw new Error("The page does not say what the reader sees");
  const commands = { ...last, lines: last.lines.slice(0, -1) };
  const others = commandsOf(OTHERS.exec(after)?.[1] ?? "");
  const production = commandsOf(PRODUCTION.exec(after)?.[1] ?? "")[0] ?? [];
  return { steps: [...steps.slice(0, -1), commands], start: last.lines.at(-1)!, sights, others, production };
}

/** The files and commands of a part of a page. */
export function stepsOf(text: string): readonly Step[] {
  return [...text.matchAll(/^```(\w+)(?: (\S+))?\n([^]*?)^```$/gm)].flatMap(toStep);
}

function commandsOf(text: string): readonly (readonly string[])[] {
  return stepsOf(text).flatMap((step) => step.type === "commands" ? [step.lines] : []);
}

function toStep([, language, path, text]: RegExpExecArray): readonly Step[] {
  if (path) return [{ type: "file", path, text: text! }];
  return language === "sh" ? [{ type: "commands", lines: text!.trim().split("\n") }] : [];
}

function toSight([, what = "", shown = ""]: RegExpExecArray): Sight {
  const open = /^`(http\S+)`/.exec(what)?.[1];
  const press = /^\*\*(.+)\*\*/.exec(what)?.[1];
  if (!open && !press) throw new Error(`A row begins with neither a URL nor a button: ${what}`);
  return {
    act: open ? { open } : { press: press! },
    texts: [...shown.matchAll(/`([^`]+)`/g)].map(([, text]) => text!),
  };
}
