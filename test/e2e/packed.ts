/**
 * The Chromium of npm's `@sparticuz/chromium`, for computers without a browser.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** A browser, and what it needs around it. */
export interface Packed {
  /** Path of the program. */
  readonly executablePath: string;
  /** Environment variables: where its libraries and fonts are. */
  readonly env: Readonly<Record<string, string>>;
}

const VERSION = "147.0.0";

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
    await inEnvironment({
      TMPDIR: own,
      // It unpacks the libraries that it needs only where it believes to be on Lambda.
      AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x",
    }, async () => {
      const { default: packed } = await import("npm:@sparticuz/chromium@147.0.0");
      await packed.executablePath();
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

/** Sets variables as long as a function runs: the package reads its settings from nowhere else. */
async function inEnvironment(
  settings: Readonly<Record<string, string>>,
  run: () => Promise<void>,
): Promise<void> {
  // The package sets variables of its own when it is imported.
  const before = Deno.env.toObject();
  try {
    for (const [name, value] of Object.entries(settings)) Deno.env.set(name, value);
    await run();
  } finally {
    for (const name of Object.keys(Deno.env.toObject())) if (!(name in before)) Deno.env.delete(name);
    for (const [name, value] of Object.entries(before)) Deno.env.set(name, value);
  }
}
