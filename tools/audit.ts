/**
 * `deno task audit`: asks the registry for advisories about the packages that an application installs with the library:
 * in the versions that are tested, and the run-time dependencies also in the oldest version that `package.json` allows.
 *
 * Without a network it prints a line that begins with `skip:`. With `CI` set, that is a failure: the run before a release
 * must have an answer.
 *
 * @module
 */

import { readManifest } from "./exports.ts";
import { lockFor } from "./lock.ts";

/** Names of packages → versions. */
export type Versions = Readonly<Record<string, readonly string[]>>;

/** The part of an advisory that is printed. */
interface Advisory {
  /** Where it is described. */
  readonly url: string;
  /** What it is about. */
  readonly title: string;
  /** `low`, `moderate`, `high` or `critical`. */
  readonly severity: string;
  /** Range of the versions that have the fault. */
  readonly vulnerable_versions: string;
}

/** Names of packages → their advisories. */
type Advisories = Readonly<Record<string, readonly Advisory[]>>;

/** Where npm asks: `npm audit` does the same. */
const ENDPOINT = "-/npm/v1/security/advisories/bulk";

if (import.meta.main) {
  const registry = Deno.env.get("npm_config_registry") ?? "https://registry.npmjs.org/";
  const { code, text } = await audit({ registry, mustAnswer: Boolean(Deno.env.get("CI")) });
  console.log(text);
  Deno.exit(code);
}

/**
 * Asks a registry, and says what it answers.
 *
 * @returns The exit code of the program, and what it prints.
 */
export async function audit(
  { registry, mustAnswer }: { readonly registry: string; readonly mustAnswer: boolean },
): Promise<{ readonly code: number; readonly text: string }> {
  const versions = await auditedVersions();
  const { advisories, obstacle } = await askRegistry(registry, versions);
  if (!advisories) {
    const text = `skip: the audit, as ${registry} does not answer: ${obstacle}`;
    return { code: mustAnswer ? 1 : 0, text };
  }
  const lines = linesOf(advisories);
  const text = lines.join("\n") || `No advisory for ${Object.keys(versions).length} packages.`;
  return { code: lines.length ? 1 : 0, text };
}

/** The packages that an application installs with the library, and their versions. */
export async function auditedVersions(): Promise<Versions> {
  const { npm } = await lockFor(["mod.ts", "src"]);
  const { imports } = await readManifest();
  const oldest = Object.values(imports).map((specifier) => specifier.replace("npm:", "").replace("@^", "@"));
  const keys = [...new Set([...Object.keys(npm), ...oldest])];
  const pairs = keys.map((key) => /^(@?[^@]+)@([^_]+)/.exec(key) ?? []);
  const grouped = Map.groupBy(pairs, ([, name = ""]) => name);
  return Object.fromEntries(
    [...grouped].map(([name, pairs]) => [name, pairs.map(([, , version = ""]) => version)]),
  );
}

async function askRegistry(
  registry: string,
  versions: Versions,
): Promise<{ readonly advisories: Advisories | null; readonly obstacle?: string }> {
  try {
    const response = await fetch(new URL(ENDPOINT, registry), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(versions),
      signal: AbortSignal.timeout(60_000),
    });
    if (!response.ok) return { advisories: null, obstacle: `status ${response.status}` };
    return { advisories: await response.json() };
  } catch (error) {
    return { advisories: null, obstacle: String(error) };
  }
}

/** One line for each advisory. */
function linesOf(advisories: Advisories): readonly string[] {
  return Object.entries(advisories).flatMap(([name, found]) =>
    found.map(({ url, title, severity, vulnerable_versions }) =>
      `${severity}: ${name} ${vulnerable_versions}: ${title} (${url})`
    )
  );
}
