/**
 * The files of an application of Next, and what `check` says of them.
 *
 * @module
 */

import { check, ENV, said } from "./_command.ts";

/** The file of the route. */
export const ROUTE = "app/api/auth/[...auth]/route.ts";
/** A config that closes every page to strangers. */
export const GUARDED = "{ providers: [], callbacks: { authorized: ({ auth }) => auth !== null } }";

/** The files of an application of Next, without faults. The command never loads the route and the proxy. */
export const FILES: Readonly<Record<string, string>> = {
  "package.json": '{ "dependencies": { "next": "16.0.0" } }',
  "auth.config.ts": `export const config = ${GUARDED};`,
  "auth.ts": 'import { config } from "./auth.config";\nexport const { handlers, auth } = NextAuth(config);',
  [ROUTE]: 'import { handlers } from "@/auth";\n\nexport const { GET, POST } = handlers;',
  "proxy.ts": 'export { auth as proxy } from "@/auth";',
};

/** Checks the application with other files. @param files `null` removes one. @returns What is said of its files. */
export async function checkNext(files: Readonly<Record<string, string | null>>, env = ENV) {
  const all = Object.entries({ ...FILES, ...files }).flatMap(([file, text]) =>
    text === null ? [] : [[file, text] as const]
  );
  const { findings, code } = await check({ env, files: Object.fromEntries(all) }, ["--offline"]);
  const [route, pages, proxy, edge] = ["route", "pages", "proxy", "edge"].map((name) => said(findings, name));
  return { route: route!, pages: pages!, proxy: proxy!, edge: edge!, code };
}

/** Next in the folder of packages. */
export const installed = (version: string) => ({
  "node_modules/next/package.json": JSON.stringify({ name: "next", version }),
});
/** The config with a path of the library. */
export const at = (path: string, config = "{ providers: [], callbacks: { authorized: () => true } }") => ({
  "auth.config.ts": `export const config = { ...${config}, basePath: "${path}" };`,
});
