/**
 * What the READMEs of capabilities take from the sources and the documentation, as text.
 *
 * @module
 */

import { readdir, readFile } from "node:fs/promises";
import { root } from "./exports.ts";

/** The interfaces whose fields are the places of a capability. */
const PLACES = {
  Capability: "src/setup/setup.ts",
  Completing: "src/setup/completing.ts",
  Wrapping: "src/setup/wrapping.ts",
  NextPages: "src/setup/next_page.ts",
  NewUsers: "src/setup/new_user.ts",
  ShownWay: "src/setup/shown_way.ts",
  UserUpdate: "src/setup/user_update.ts",
  Identifying: "src/setup/identifiers.ts",
  SigningOut: "src/setup/sign_out.ts",
  OpenForms: "src/setup/open_form.ts",
  PassingUsers: "src/setup/passing_user.ts",
};

/** What stands in the repository. */
export interface Facts {
  /** The first sentence about each place of a capability. */
  readonly places: ReadonlyMap<string, string>;
  /** Path → code of the sources, without comments. */
  readonly sources: ReadonlyMap<string, string>;
  /** The fields that capabilities add to the account data: each has the name of its capability. */
  readonly accountData: readonly string[];
  /** The errors and warnings that `docs/errors.md` describes. */
  readonly messages: readonly string[];
}

/** Reads it. */
export async function readFacts(): Promise<Facts> {
  const errors = await readFile(new URL("docs/errors.md", root), "utf8");
  return {
    places: await readPlaces(),
    sources: await readSources(),
    accountData: await readFields("src/shapes/account_data.ts", "CapabilityAccountData"),
    messages: [...errors.matchAll(/^### ([A-Z]\w+(?= \{#)|[a-z][a-z-]+$)/gm)].map(([, name = ""]) => name),
  };
}

/** The names of the fields of an interface. */
async function readFields(path: string, name: string): Promise<readonly string[]> {
  const found = await readInterface(path, name);
  return [...found.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, field = ""]) => field);
}

/** The first sentence about each place. */
async function readPlaces(): Promise<ReadonlyMap<string, string>> {
  const interfaces = await Promise.all(
    Object.entries(PLACES).map(([name, path]) => readInterface(path, name)),
  );
  const found = interfaces.join("\n").matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\s+(?:readonly )?(\w+)\??[:(]/gs);
  return new Map([...found].map(([, comment = "", place = ""]) => {
    const text = comment.replace(/\s*\n\s*\*?\s*/g, " ").trim();
    return [place, /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text];
  }));
}

/** The code of the sources, without comments. */
async function readSources(): Promise<ReadonlyMap<string, string>> {
  const paths = (await readdir(new URL("src/", root), { recursive: true })).filter((path) =>
    path.endsWith(".ts")
  );
  return new Map(
    await Promise.all(
      paths.sort().map(async (path): Promise<readonly [string, string]> => {
        const text = await readFile(new URL(`src/${path}`, root), "utf8");
        return [`src/${path}`, text.replace(/\/\*.*?\*\//gs, "").replace(/^\s*\/\/.*$|\s\/\/\s.*$/gm, "")];
      }),
    ),
  );
}

/** The source of an interface. */
async function readInterface(path: string, name: string): Promise<string> {
  const text = await readFile(new URL(path, root), "utf8");
  return new RegExp(`^export interface ${name}\\b.*?^}`, "ms").exec(text)![0];
}
