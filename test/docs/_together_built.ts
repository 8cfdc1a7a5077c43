/**
 * The applications of Next and SvelteKit that follow all recipes: the one of the framework's page with the files of the
 * recipes, built for production, on the packed tarball. It is built once, and started as often as a test wants.
 *
 * @module
 */

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";
import { builtApp, type Wanted } from "../frameworks/_app.ts";
import { NEXT_16_QUICK, wantedNext } from "../frameworks/_next_app.ts";
import { modernRuntime, VITE } from "../frameworks/_sveltekit_apps.ts";
import { type Server, startServer } from "./_built.ts";
import type { Project } from "./_recipe.ts";
import { API } from "./_together_town.ts";

/** A framework that builds. */
interface Framework {
  /** The application of its page. */
  readonly base: string;
  /** What the reader changes in it, as `docs/recipes/README.md` says. */
  complete(files: Map<string, string>): Promise<void>;
  /** How it is built. @param files As in `Wanted`. */
  wanted(files: readonly string[]): Promise<Wanted>;
  /** Arguments of Node that start it. */
  readonly start: readonly string[];
}

export const BUILT: Readonly<Record<string, Framework>> = {
  Next: {
    base: "examples/next",
    async complete(files) {
      const settings = await read(`${NEXT_16_QUICK}/next.config.mjs`);
      const types = JSON.parse(await read("examples/next/tsconfig.json"));
      types.compilerOptions.allowImportingTsExtensions = true;
      files.set("tsconfig.json", JSON.stringify(types));
      // As the recipe of the content security policy says.
      const before = /^ {2}(?:cacheComponents|partialPrefetching): true,\n/gm;
      files.set("next.config.mjs", settings.replaceAll(before, ""));
    },
    // The Node of this computer may have no `node:sqlite`.
    async wanted(files) {
      const build = [[...await modernRuntime(), "node_modules/next/dist/bin/next", "build"]];
      return { ...wantedNext("next_recipes", files), build };
    },
    start: ["node_modules/next/dist/bin/next", "start"],
  },
  SvelteKit: {
    base: "examples/sveltekit",
    async complete(files) {
      const variables = [
        ...["GOOGLE_ID", "GOOGLE_SECRET", "KEYCLOAK_SECRET", "RESEND_KEY"],
        ...["BOXYHQ_SAML_ID", "BOXYHQ_SAML_SECRET", "BOXYHQ_SAML_ISSUER"],
      ];
      const env = await read("examples/sveltekit/src/env.ts");
      const lines = variables.map((name) => `  AUTH_${name}: variable,\n`).join("");
      files.set("src/env.ts", env.replace(/^ {2}AUTH_GITHUB_ID[^]*?(?=^\}\);)/m, lines));
      // The script of the captcha, as `limits.md` says.
      const html = await read("examples/sveltekit/src/app.html");
      const captcha = "https://challenges.cloudflare.com/turnstile/v0/api.js";
      const script = `<script nonce="%sveltekit.nonce%" src="${captcha}" async defer></script>`;
      files.set("src/app.html", html.replace("%sveltekit.head%", `${script}\n%sveltekit.head%`));
      // A home page whose recipe shows the component alone has the data of the page of the framework.
      const data = await read("examples/sveltekit/src/routes/+page.server.ts");
      for (const file of [...files.keys()].filter((file) => /\/home-of-[^/]*\/\+page\.svelte$/.test(file))) {
        const server = file.replace(".svelte", ".server.ts");
        if (!files.has(server)) files.set(server, data.replaceAll('from "../', 'from "../../'));
      }
    },
    async wanted(files) {
      const program = await modernRuntime();
      const build = [["env", `AUTH_URL=${API}`, ...program, VITE, "build"]];
      return { name: "sveltekit_recipes", files, build, run: [...program, "build/index.js"] };
    },
    start: ["build/index.js"],
  },
};

async function read(path: string): Promise<string> {
  return await readFile(new URL(path, root), "utf8");
}

/** Builds the application of a framework. @returns Its folder. */
export async function build(framework: string, files: ReadonlyMap<string, string>): Promise<string> {
  const { base, complete, wanted } = BUILT[framework]!;
  const source = `.work/together/${framework.toLowerCase()}`;
  const folder = fileURLToPath(new URL(`${source}/`, root));
  const all = new Map(files);
  await complete(all);
  await rm(folder, { recursive: true, force: true });
  for (const [file, text] of all) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${text}\n`);
  }
  return await builtApp(await wanted([base, source]));
}

/** What starts it. */
export function builtProject(framework: string, folder: string): Project {
  let server: Server | undefined;
  return {
    async start(_, { platform, env }) {
      const settings = { ...env, NEXT_TELEMETRY_DISABLED: "1" };
      server = await startServer(BUILT[framework]!.start, { folder, platform, env: settings });
      return server.site;
    },
    load: () => ({}),
    printed: () => server?.printed() ?? "",
    stop: async () => await server?.stop(),
  };
}
