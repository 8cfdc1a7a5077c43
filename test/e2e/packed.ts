/**
 * The Chromium of npm's `@sparticuz/chromium`: it has no windows, and takes a third of the processor time of one that has.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { run } from "../compat/_trees.ts";

/** A browser, and its environment. */
export interface Packed {
  /** Path of the program. */
  readonly executablePath: string;
  /** Environment variables: where its libraries and fonts are. */
  readonly env: Readonly<Record<string, string>>;
}

const VERSION = "147.0.0";

/** Has a process of its own: variables of this one belong to all test files, which run at the same time. */
const UNPACK = new URL("_unpack_chromium.ts", import.meta.url);

const work = fileURLToPath(new URL("../../.work/", import.meta.url));

/**
 * Unpacks it into `.work`, unless it is there already.
 *
 * @throws {Error} on computers for which it is not made.
 */
export async function unpackChromium(): Promise<Packed> {
  if (Deno.build.target !== "x86_64-unknown-linux-gnu") {
    throw new Error(`it is for x64 Linux with glibc, and this is ${Deno.build.target}`);
  }
  const folder = `${work}chromium-${VERSION}`;
  if (!existsSync(folder)) await unpackInto(folder);
  const env = { LD_LIBRARY_PATH: `${folder}/al2023/lib`, FONTCONFIG_PATH: `${folder}/fonts` };
  return { executablePath: `${folder}/chromium`, env };
}

/** Several test runs may do so at once: each unpacks a folder of its own, and the first to finish gives it its name. */
async function unpackInto(folder: string): Promise<void> {
  await mkdir(work, { recursive: true });
  const own = await mkdtemp(`${work}chromium-`);
  try {
    await run(own, Deno.execPath(), ["run", "-A", fileURLToPath(UNPACK)], {
      TMPDIR: own,
      // It unpacks the libraries that it needs only where it believes to be on Lambda.
      AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x",
    });
    await writeFile(
      `${own}/fonts/fonts.conf`,
      `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n` +
        `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>\n`,
    );
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
