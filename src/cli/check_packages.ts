/**
 * Checks the packages that an application installs if its providers need them.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PasswordSettings } from "../model/provider.ts";
import type { Finding } from "../setup/finding.ts";
import type { Setup, SetupProvider } from "../setup/setup.ts";
import { isA, messageOf, propertyOf } from "../errors/thrown.ts";

/** The versions that the library is tested with, as in `peerDependencies` of its `package.json`. */
export const PACKAGES: Readonly<Record<string, string>> = {
  "@node-rs/argon2": "^2.0.0",
  "@simplewebauthn/server": "^14.0.0",
  bcryptjs: "^3.0.0",
  nodemailer: ">=9.1.1",
  standardwebhooks: "^1.1.1",
  uqr: "^0.1.0",
};

/** The packages of the kinds of password hashes, by their name in messages. */
const HASH_PACKAGES: Readonly<Record<string, string>> = {
  Argon2id: "@node-rs/argon2",
  WordPress: "bcryptjs",
  bcrypt: "bcryptjs",
};

/**
 * Checks the packages of a provider; nothing if it needs none.
 *
 * @param path Path of the module that has the config: the packages are beside it, or in a folder above.
 */
export async function packageFindings(provider: SetupProvider, path: string): Promise<readonly Finding[]> {
  const { hashes = [] } = provider as PasswordSettings;
  const kinds = hashes.map(async (kind): Promise<readonly Finding[]> => {
    const problem = await kind.assertSupported().then(() => null, messageOf);
    if (problem) return [wrong(problem)];
    return await installed(HASH_PACKAGES[kind.name] ?? null, path);
  });
  if (kinds.length) return once((await Promise.all(kinds)).flat());
  const problem = packageOf(provider) && await problemOf(provider);
  return problem ? [wrong(problem)] : await installed(packageOf(provider), path);
}

/**
 * Checks the packages of features, without which they go on.
 *
 * @param path Path of the module that has the config.
 */
export async function ownPackageFindings(
  { capabilities }: Pick<Setup, "capabilities">,
  path: string,
): Promise<readonly Finding[]> {
  const findings = [...capabilities].flatMap(({ ownPackage }) => ownPackage ?? []).map(
    async ({ name, check }) => {
      let problem = "";
      const warn = (code: string) => void (problem = code.replace(/^[a-z-]+: /, ""));
      await check({ error() {}, warn, debug() {} });
      if (!problem) return await installed(name, path);
      const [text = "", advice = ""] = problem.split(". ");
      return [{ name: "package", status: "warning", text, advice } satisfies Finding];
    },
  );
  return (await Promise.all(findings)).flat();
}

/** The findings without those that say the same: two kinds of hashes have one package. */
function once(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [finding.text, finding])).values()];
}

function wrong(text: string): Finding {
  return { name: "package", status: "wrong", text };
}

/** What there is to say about a package that can be used. */
async function installed(name: string | null, path: string): Promise<readonly Finding[]> {
  if (!name) return [];
  const version = await versionOf(name, dirname(path));
  const range = PACKAGES[name]!;
  if (version && !isIn(version, range)) {
    return [{
      name: "package",
      status: "warning",
      text: `${name} ${version} is installed; the library is tested with ${range}`,
      advice: `Run \`npm install ${name}@${range.replace(">=", "^")}\``,
    }];
  }
  return [{ name: "package", status: "ok", text: `${name}${version ? ` ${version}` : ""} is installed` }];
}

function packageOf(provider: SetupProvider): string | null {
  if (provider.type === "webauthn") return "@simplewebauthn/server";
  return provider.type === "email" && provider.assertInstalled ? "nodemailer" : null;
}

/** Returns what the library says about the package; `null` if it can use it. */
async function problemOf(provider: SetupProvider): Promise<string | null> {
  try {
    if (provider.type === "email") await provider.assertInstalled?.(provider);
    if (provider.type !== "webauthn") return null;
    let problem: string | null = null;
    const logger = { error: (error: Error) => void (problem = error.message), warn() {}, debug() {} };
    const { isPackageUsable } = await import("../sign_in/passkey/package.ts");
    await isPackageUsable(provider, logger);
    return problem;
  } catch (error) {
    return messageOf(error);
  }
}

/** Returns the version of an installed package; `null` if it is not in a folder `node_modules`, as with Deno. */
export async function versionOf(name: string, folder: string): Promise<string | null> {
  const file = join(folder, "node_modules", name, "package.json");
  if (!existsSync(file)) return folder === dirname(folder) ? null : await versionOf(name, dirname(folder));
  try {
    const version = propertyOf(JSON.parse(await readFile(file, "utf8")), "version");
    return typeof version === "string" ? version : null;
  } catch (error) {
    if (isA(error, SyntaxError)) return null;
    throw error;
  }
}

/** Compares a version with a range `^1.2.3` or `>=1.2.3`. */
function isIn(version: string, range: string): boolean {
  const [own, least] = [version, range].map((text) =>
    text.replace(/^\D+/, "").split(/[.-]/, 3).map(Number)
  ) as [
    number[],
    number[],
  ];
  // Before 1.0.0, each minor version may break something.
  const fixed = least[0] === 0 ? 2 : 1;
  if (range.startsWith("^") && own.slice(0, fixed).join() !== least.slice(0, fixed).join()) return false;
  const place = least.findIndex((number, index) => number !== own[index]);
  return place < 0 || own[place]! > least[place]!;
}
