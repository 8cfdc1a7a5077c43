/**
 * Reads the examples of the settings: objects that the compiler compares with the types, so that a field without an
 * example, or with a wrong one, does not compile.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { readManifest, root } from "../exports.ts";

/** The example of a field. */
export interface Example {
  /** The field with its value, as in the source, with comments, and without the indentation. */
  readonly code: string;
  /** The imports of values in its file, with public names of modules. */
  readonly imports: readonly Import[];
}

/** An import. */
export interface Import {
  /** Public name of the module. */
  readonly path: string;
  /** The imported names. */
  readonly names: readonly string[];
}

/** Examples, by the name of their object and their field: `session.maxAge`. */
export type Examples = ReadonlyMap<string, Example>;

/** Reads the examples of files. Each field begins with two spaces, as `deno fmt` formats it. */
export async function readExamples(files: readonly string[]): Promise<Examples> {
  const { exports } = await readManifest();
  const names = new Map(
    Object.entries(exports).map(([path, file]) => [file, `@latchkey/auth${path.slice(1)}`]),
  );
  const read = await Promise.all(files.map(async (file) => {
    const source = await readFile(new URL(file, root), "utf8");
    const imports = importsOf(source, names);
    const objects = source.matchAll(/^export const (\w+): [^]*? = \{\n([^]*?)\n\}[^\n]*;$/gm);
    return [...objects].flatMap(([, name, body]) =>
      fieldsIn(body!).map(([field, code]) =>
        [`${name}.${field}`, {
          code,
          imports,
        }] as const
      )
    );
  }));
  return new Map(read.flat());
}

/** The code of an example, with the code around it: `Resend({ … })`. */
export function toBlock({ code, imports }: Example, around = "…"): string {
  const isShort = !code.includes("\n");
  const [before = "", after = ""] = around.split("…");
  const field = around === "…" || !isShort ? code : code.replace(/,$/, "");
  const inside = isShort || around === "…" ? field : `\n${field.replaceAll(/^(?=.)/gm, "  ")}\n`;
  const text = isShort || around === "…"
    ? before + inside + after
    : before.trimEnd() + inside + after.trimStart();
  const lines = imports.flatMap(({ names, path }) => {
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
    return used.length ? [`import { ${used.join(", ")} } from "${path}";`] : [];
  });
  return [...lines, ...lines.length ? [""] : [], text].join("\n");
}

function fieldsIn(body: string): readonly (readonly [string, string])[] {
  const parts = body.split(/^(?= {2}(?:\/\/ |(?:async )?[\w[]))/m);
  const fields: [string, string][] = [];
  let comment = "";
  for (const part of parts) {
    const text = part.replaceAll(/^ {2}/gm, "").trimEnd();
    if (text.startsWith("//")) {
      comment += `${text}\n`;
      continue;
    }
    const [, name] = /^(?:async )?(\[\w+\]|\w+)/.exec(text)!;
    fields.push([name!, comment + text]);
    comment = "";
  }
  return fields;
}

/** The imports of values. Those of types, which only the file of the examples needs, are left out. */
function importsOf(source: string, names: ReadonlyMap<string, string>): readonly Import[] {
  const found = [...source.matchAll(/^import \{([^}]+)\} from "([^"]+)";$/gm)];
  return found.map(([, list, path]) => {
    const identifiers = list!.split(",").map((each) => each.trim()).filter((each) =>
      each && !each.startsWith("type ")
    );
    return { path: names.get(path!.replace(/^(?:\.\.\/)+/, "./")) ?? path!, names: identifiers };
  });
}
