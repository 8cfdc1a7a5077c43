/**
 * The public interface as a text: a section for each sub-path, a block for each export. Exports that stand in another
 * sub-path are a line; a provider is a few lines.
 *
 * @module
 */

import { type Export, isProvider } from "./export.ts";

const WIDTH = 110;

/** An export that has its declaration elsewhere: `Account from ./types`, `default = GitHub`. */
const REFERENCE = /^([\w$]+) ((?:type )?from \S+.*|= [\w$]+)$/;

const DECLARATION = /^(?:type only: )?(?:abstract )?(?:class|const|enum|function|interface|type) ([\w$]+)/;

/** Writes a text. The exports are sorted by sub-path and name. */
export function toText(exports: readonly Export[]): string {
  const sections = [...Map.groupBy(exports, ({ path }) => path)].map(([path, all]) => {
    const lines = all.filter(isReference).map(({ name, text }) => `${name} ${text}`);
    const declarations = all.filter((each) => !isReference(each)).map(({ text }) => text);
    if (isProvider(path)) return `# ${path}\n\n${[...lines, ...declarations.map(fold)].join("\n")}\n`;
    return [`# ${path}`, ...(lines.length ? [lines.join("\n")] : []), ...declarations].join("\n\n") + "\n";
  });
  return sections.join("\n");
}

/** Reads a text that `toText()` has written. */
export function parseText(text: string): readonly Export[] {
  return text.split(/^# /m).slice(1).flatMap((section) => {
    const [path = "", ...lines] = section.trimEnd().split("\n");
    return exportsOf(path, blocksOf(lines, isProvider(path) ? " " : "\n"));
  });
}

/** Returns the name that a declaration has where it stands. */
export function declaredName(text: string): string | undefined {
  return DECLARATION.exec(text)?.[1];
}

function exportsOf(path: string, blocks: readonly string[]): readonly Export[] {
  const texts = new Map<string, string>();
  for (const block of blocks) {
    const [, alias, place] = REFERENCE.exec(block) ?? [];
    const name = alias ?? declaredName(block);
    if (name === undefined) throw new Error(`Cannot read the interface of "${path}": ${block.slice(0, 80)}`);
    const before = texts.get(name);
    texts.set(name, place ?? (before === undefined ? block : `${before}\n${block}`));
  }
  return [...texts].map(([name, text]) => ({ path, name, text }));
}

/** A block begins at the start of a line, with a word. The lines that follow are indented, or close a bracket. */
function blocksOf(lines: readonly string[], separator: string): readonly string[] {
  const blocks: string[][] = [];
  for (const line of lines.filter((each) => each.trim())) {
    if (/^\w/.test(line)) blocks.push([line]);
    else blocks.at(-1)?.push(separator === " " ? line.trim() : line);
  }
  return blocks.map((block) => block.join(separator));
}

/** Folds a declaration into lines of the same width. */
function fold(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && `${line} ${word}`.length > WIDTH) {
      lines.push(line);
      line = `  ${word}`;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join("\n");
}

function isReference({ name, text }: Export): boolean {
  return REFERENCE.test(`${name} ${text}`);
}
