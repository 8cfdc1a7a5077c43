/**
 * Projects as `npm create` of Astro, Hono and Nuxt makes them, for tests without GitHub, where these programs get their
 * templates: the settings that a page has to work with. Read on 2026-11-21; `SCAFFOLDS=latest` compares them with GitHub.
 *
 * @module
 */

/** Settings of a template. */
export interface Template {
  /** What a reader types. */
  readonly command: string;
  /** Repository, branch and folder on GitHub, with a slash at its end. */
  readonly source: string;
  /** The commit that was read, and its date. */
  readonly commit: string;
  /** Packages of `package.json`, by the field. */
  readonly packages: Readonly<
    Partial<Record<"dependencies" | "devDependencies", Readonly<Record<string, string>>>>
  >;
  /** Scripts of `package.json`. */
  readonly scripts: Readonly<Record<string, string>>;
  /** `tsconfig.json`. */
  readonly tsconfig: object;
  /** Further files that the page expects the reader to change or to keep. */
  readonly files: Readonly<Record<string, string>>;
}

/** Name of the page → the template. */
export const TEMPLATES = {
  astro: {
    command: "npm create astro@latest -- --template minimal",
    source: "withastro/astro/main/examples/minimal/",
    commit: "99d3d3d, 2026-08-22",
    packages: { dependencies: { astro: "^7.2.4" } },
    scripts: { dev: "astro dev", build: "astro build", preview: "astro preview", astro: "astro" },
    tsconfig: {
      extends: "astro/tsconfigs/strict",
      include: [".astro/types.d.ts", "**/*"],
      exclude: ["dist"],
    },
    files: { "astro.config.mjs": "// Settings: none.\nexport default {};\n" },
  },
  hono: {
    command: "npm create hono@latest -- --template nodejs",
    source: "honojs/starter/main/templates/nodejs/",
    commit: "82672ba, 2026-08-18",
    packages: {
      dependencies: { "@hono/node-server": "^2.1.1", hono: "^4.13.3" },
      devDependencies: { "@types/node": "^26.1.1", tsx: "^4.23.0", typescript: "^7.0.2" },
    },
    scripts: { dev: "tsx watch src/index.ts", build: "tsc", start: "node dist/index.js" },
    tsconfig: {
      compilerOptions: {
        target: "ESNext",
        module: "NodeNext",
        strict: true,
        verbatimModuleSyntax: true,
        skipLibCheck: true,
        types: ["node"],
        jsx: "react-jsx",
        jsxImportSource: "hono/jsx",
        rootDir: "./src",
        outDir: "./dist",
      },
      exclude: ["node_modules"],
    },
    files: { "src/index.ts": 'export const replaced = "by the files of the page";\n' },
  },
  nuxt: {
    command: "npm create nuxt@latest -- --template v4",
    source: "nuxt/starter/v4/",
    commit: "5522c41, 2026-06-22",
    packages: { dependencies: { nuxt: "^4.4.8", vue: "^3.5.38", "vue-router": "^5.1.0" } },
    scripts: {
      build: "nuxt build",
      dev: "nuxt dev",
      generate: "nuxt generate",
      preview: "nuxt preview",
      postinstall: "nuxt prepare",
    },
    tsconfig: {
      files: [],
      references: ["app", "server", "shared", "node"].map((part) => ({
        path: `./.nuxt/tsconfig.${part}.json`,
      })),
    },
    files: {
      "nuxt.config.ts":
        'export default defineNuxtConfig({ compatibilityDate: "2025-07-15", devtools: { enabled: true } });\n',
      "app/app.vue": "<template>\n  <NuxtWelcome />\n</template>\n",
    },
  },
} satisfies Record<string, Template>;

/** The project of a template as Markdown: files that a reader has. */
export function projectOf({ packages, scripts, tsconfig, files }: Template): string {
  const own = {
    "package.json": JSON.stringify(
      { name: "hello", type: "module", private: true, scripts, ...packages },
      null,
      2,
    ),
    "tsconfig.json": JSON.stringify(tsconfig, null, 2),
    ...files,
  };
  return Object.entries(own).map(([file, text]) => `\`\`\`text ${file}\n${text.trimEnd()}\n\`\`\`\n`).join(
    "\n",
  );
}

/** What GitHub has today. @returns `null` where GitHub is out of reach. */
export async function readToday(
  { source }: Template,
): Promise<Pick<Template, "packages" | "scripts" | "tsconfig"> | null> {
  const read = async (file: string) => {
    const response = await fetch(`https://raw.githubusercontent.com/${source}${file}`);
    if (!response.ok) throw new Error(`${source}${file} answers ${response.status}: the template has moved`);
    return JSON.parse((await response.text()).replaceAll(/^\s*\/\/.*$/gm, ""));
  };
  try {
    await (await fetch("https://raw.githubusercontent.com/")).body?.cancel();
  } catch {
    return null;
  }
  const { scripts, dependencies, devDependencies } = await read("package.json");
  const packages = { ...(dependencies && { dependencies }), ...(devDependencies && { devDependencies }) };
  return { scripts, packages, tsconfig: await read("tsconfig.json") };
}
