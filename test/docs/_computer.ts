/**
 * The computer of a reader who follows a page: a home without settings, programs, and an environment.
 *
 * @module
 */

import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readManifest, root } from "../../tools/exports.ts";
import { bunBinary, hasBun, installBun, ourTarball } from "../_packages.ts";
import { isNightly } from "../_nightly.ts";
import { plainEnv, run } from "../_run.ts";

/** Programs by the name that a reader types: `node`, `bun`, `deno`. */
export type Programs = Readonly<Record<string, string>>;

/** Stands in for GitHub in each process. */
export const PRELOAD = fileURLToPath(new URL("test/docs/fake_github.mjs", root));

/** Whether the tests take the scaffolds of today: they need Google's fonts then. */
export function isLatest(): boolean {
  return Deno.env.get("SCAFFOLDS") === "latest";
}

/** Environment of the commands: a home without settings, the registries, and the programs first. */
export async function prepare(
  home: string,
  registry: string,
  programs: Programs,
): Promise<Record<string, string>> {
  await mkdir(join(home, "projects"));
  await mkdir(join(home, "bin"));
  await writeFile(join(home, ".npmrc"), `@latchkey:registry=${registry}/\n`);
  for (const [name, path] of Object.entries(programs)) await symlink(path, join(home, "bin", name));
  if (hasBun && !isNightly) await Promise.all([writeQuickNpm(home), writeQuickNpx(home)]);
  const { HOME = "", PATH = "", ...env } = withoutNpm(plainEnv());
  return {
    npm_config_cache: join(HOME, ".npm"),
    npm_config_audit: "false",
    npm_config_prefer_offline: "true",
    npm_config_update_notifier: "false",
    DENO_DIR: join(home, "deno"),
    DENO_NO_UPDATE_CHECK: "1",
    ...env,
    NO_COLOR: "1",
    HOME: home,
    PATH: [join(home, "bin"), PATH].join(delimiter),
    JSR_URL: `${registry}/`,
    NEXT_TELEMETRY_DISABLED: "1",
    ...await fontsWithoutNetwork(home),
    NODE_OPTIONS: `--import=${PRELOAD}`,
    BUN_OPTIONS: `--preload=${PRELOAD}`,
  };
}

/**
 * Writes an `npm` that installs with Bun, which takes a twentieth of the processor time. Our library is then the tarball:
 * Bun would take a version from its cache for the one in the registry. The nightly run has npm itself.
 */
async function writeQuickNpm(home: string): Promise<void> {
  await installBun();
  const { path, file } = await ourTarball();
  const ours = join(home, file);
  await cp(path, ours);
  const npm = (await run(".", "which", ["npm"])).trim();
  const { version } = await readManifest();
  const cache = join(Deno.env.get("HOME") ?? home, ".bun/install/cache");
  const script = `#!/bin/sh
[ "$1" = install ] || exec "${npm}" "$@"
shift
packages="" dev=""
for word in "$@"; do
  case "$word" in
    --save-dev) dev="--dev" ;;
    -*) ;;
    @latchkey/auth) packages="$packages @latchkey/auth@file:${ours}" ;;
    *) packages="$packages $word" ;;
  esac
done
if [ -z "$packages" ]; then set -- install; else set -- add $dev $packages; fi
export BUN_INSTALL_CACHE_DIR="${cache}"
sed -i 's#\\("@latchkey/auth": "\\)^[^"]*#\\1file:${ours}#' package.json
"${bunBinary}" "$@" --ignore-scripts --backend=hardlink --linker=hoisted --prefer-offline || exit
# The version is what npm writes, and what Deno reads.
sed -i 's#\\("@latchkey/auth": "\\)file:[^"]*#\\1^${version}#' package.json
`;
  await writeFile(join(home, "bin/npm"), script, { mode: 0o755 });
}

/**
 * Writes an `npx` that starts our command where it is installed, for half the processor time of npm's. What npm's does,
 * `test/runtimes/cli_test.ts` shows, and the nightly run has it.
 */
async function writeQuickNpx(home: string): Promise<void> {
  const npx = (await run(".", "which", ["npx"])).trim();
  const script = `#!/bin/sh
command=node_modules/.bin/latchkey
[ "$1" = @latchkey/auth ] && [ -e "$command" ] || exec "${npx}" "$@"
shift
exec node "$command" "$@"
`;
  await writeFile(join(home, "bin/npx"), script, { mode: 0o755 });
}

/** The fonts of `create-next-app` come from Google while Next builds. The tests run without a network as well. */
async function fontsWithoutNetwork(home: string): Promise<Record<string, string>> {
  if (isLatest()) return {};
  const face = "@font-face { font-family: Test; font-weight: 100 900; src: local(Arial) }";
  const fonts = ["Geist", "Geist+Mono"].map((family) => [
    `https://fonts.googleapis.com/css2?family=${family}:wght@100..900&display=swap`,
    face,
  ]);
  const path = join(home, "fonts.cjs");
  await writeFile(path, `module.exports = ${JSON.stringify(Object.fromEntries(fonts))};`);
  return { NEXT_FONT_GOOGLE_MOCKED_RESPONSES: path };
}

/** `npx` hands its own settings to what it starts, the folder of the reader's settings among them. */
function withoutNpm(env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_(?!config_registry$)/i.test(name)));
}
