/**
 * Checks the files of an application of Next: the route that answers the requests for the library, the pages, and the proxy.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { AuthConfig } from "../model/auth_config.ts";
import { edgeFindings, type NextApp } from "./check_next_edge.ts";
import { matcherFindings } from "./check_next_matcher.ts";
import { versionOf } from "./check_packages.ts";
import { codeOf, fileName, filesBelow, firstThat, shown } from "./app_files.ts";
import type { Finding } from "../setup/finding.ts";
import type { Setup } from "../setup/setup.ts";

/** Returns what is missing or without effect. Text decides, so only what is certain is reported. */
export async function nextFindings({ root, config, basePath, innerPath = basePath }: {
  /** The folder of its `package.json`. */
  readonly root: string;
  /** Its config. */
  readonly config: Pick<AuthConfig, "callbacks" | "pages">;
  /** The path of the library, from its setup. */
  readonly basePath: Setup["basePath"];
  /** The same path without that of AUTH_URL. Default: the same. */
  readonly innerPath?: Setup["innerPath"];
}): Promise<readonly Finding[]> {
  // With other extensions, Next reads other files.
  if (await mentions(root, NEXT_CONFIGS, /\bpageExtensions\b/)) return [];
  const parent = ["", "src"].find((each) => existsSync(join(root, each, "app")));
  if (parent === undefined) return [];
  const app = { root, parent };
  return [
    ...await routeFindings(app, { basePath, innerPath }),
    ...pagesFindings(config, await outerPath(root)),
    ...await proxyFindings(app, config),
    ...await edgeFindings(app, await versionOf("next", root)),
  ];
}

/** `basePath: ""` is none. */
const BASE_PATH = /\bbasePath\b(?!["']?\s*:\s*(?:""|''|``))/;

const NEXT_CONFIGS = ["next.config.ts", "next.config.mts", "next.config.js", "next.config.mjs"];

/** Finds out whether a route of the app folder, or of the older pages folder, can answer each path of the library. */
async function routeFindings(
  { root, parent }: NextApp,
  { basePath, innerPath }: Required<Pick<Setup, "basePath" | "innerPath">>,
): Promise<readonly Finding[]> {
  const app = join(root, parent, "app");
  const files = await filesBelow(app);
  // A folder that cannot be read, or is a file, says nothing.
  if (!files.length) return [];
  const routes = files.filter((file) => /(^|[\\/])route\.[jt]sx?$/.test(file));
  const paths = routes.flatMap((file) => catchAllPath(file) ?? []);
  const outer = await outerPath(root);
  const inner = outer === null ? suffixesOf(basePath) : withoutPrefix(basePath, outer);
  const answers = (wanted: string) => paths.some((path) => `${wanted}/`.startsWith(`${path}/`));
  if (inner.some(answers)) return [];
  if (await leadsElsewhere({ root, parent }, paths)) return [];
  const misplaced = outer === null || !answers(innerPath)
    ? null
    : outerAdvice({ basePath, innerPath, outer });
  if (misplaced !== null) return [{ name: "route", status: "warning", ...misplaced }];
  const folder = outer && inner[0] || innerPath;
  const advice = `Write ${shown(root, join(app, folder, "[...auth]", "route.ts"))}: ` +
    "`export const { GET, POST } = handlers;`, with `handlers` of `NextAuth(config)`";
  const own = paths.length ? `, only ${paths.map((path) => path || "/").join(", ")}` : "";
  return [{
    name: "route",
    status: "warning",
    text: `no route file of Next answers all paths below ${basePath}${own}: the sign-in page is not found`,
    advice,
  }];
}

/** Whether a rewrite, the proxy, an older page or a part of the path such as a language may lead a request to a route. */
async function leadsElsewhere({ root, parent }: NextApp, paths: readonly string[]): Promise<boolean> {
  if (paths.some((path) => path.includes("["))) return true;
  if (await mentions(root, NEXT_CONFIGS, /\brewrites\b/)) return true;
  const proxies = PROXIES.flatMap((name) => [name, `src/${name}`]);
  if (await mentions(root, proxies, /\b(?:handlers|rewrite)\b/)) return true;
  const older = await filesBelow(join(root, parent, "pages"));
  return older.some((file) => file.includes("[..."));
}

/** The base path of Next, which its config writes as text: empty without one; `null` if it is computed. */
async function outerPath(root: string): Promise<string | null> {
  const texts = await Promise.all(NEXT_CONFIGS.map((file) => codeOf(join(root, file))));
  const [first, ...others] = texts.flatMap((text) => [...text.matchAll(new RegExp(BASE_PATH.source, "g"))]);
  if (!first) return "";
  const [, , written] =
    /^\bbasePath["']?\s*:\s*(["'`])(\/[\w./~-]+)\1/.exec(first.input.slice(first.index)) ?? [];
  return others.length || written === undefined ? null : written;
}

/** The path without a prefix, in a list; none if it does not begin with that. */
function withoutPrefix(path: string, prefix: string): readonly string[] {
  return path.startsWith(`${prefix}/`) ? [path.slice(prefix.length)] : [];
}

/** Says that AUTH_URL and the base path of Next differ; `null` if they do not. @param outer The base path of Next. */
function outerAdvice(
  { basePath, innerPath, outer }: {
    readonly basePath: string;
    readonly innerPath: string;
    readonly outer: string;
  },
): Pick<Finding, "text" | "advice"> | null {
  if (outer && !basePath.startsWith(`${outer}/`)) {
    return {
      text:
        `Next has the \`basePath\` "${outer}", and the library is at ${basePath}: its sign-in page is not found`,
      advice:
        `Let AUTH_URL end with ${outer}, or write \`basePath: "${outer}${innerPath}"\` in the config of the library`,
    };
  }
  if (outer || basePath === innerPath) return null;
  const path = basePath.slice(0, -innerPath.length);
  return {
    text:
      `AUTH_URL has the path ${path}, and Next has no \`basePath\`: links lead to ${basePath}, where Next finds no route`,
    advice:
      `Write \`basePath: "${path}"\` in the config of Next, or AUTH_URL without its path. A proxy in front that ` +
      `removes ${path} needs neither`,
  };
}

/** Names each page of the config that is a path outside of the application. @param outer The base path of Next. */
function pagesFindings({ pages = {} }: Pick<AuthConfig, "pages">, outer: string | null): readonly Finding[] {
  if (!outer) return [];
  return Object.entries(pages).flatMap(([name, page]): readonly Finding[] => {
    if (typeof page !== "string" || !/^\/(?!\/)/.test(page)) return [];
    const { pathname } = new URL(page, "https://x");
    return `${pathname}/`.startsWith(`${outer}/`) ? [] : [{
      name: "pages",
      status: "warning",
      text: `\`pages.${name}\` leads to ${page}, which is outside of the \`basePath\` "${outer}" of Next`,
      advice: `Write the path that browsers see: \`${name}: "${outer}${page}"\``,
    }];
  });
}

/** `/shop/api/auth`, `/api/auth` and `/auth`: Next takes its own base path, whatever it is, off the path of a request. */
function suffixesOf(path: string): readonly string[] {
  const names = path.split("/").slice(1);
  return names.map((_, index) => `/${names.slice(index).join("/")}`);
}

/** The path of `app/api/(group)/auth/[...auth]/route.ts`: `/api/auth`; `null` if the route does not take all paths below it. */
function catchAllPath(file: string): string | null {
  const folders = file.split(/[\\/]/).slice(0, -1).filter((name) => !/^(\(.*\)|@.*)$/.test(name));
  if (!/^\[{1,2}\.\.\..+\]{1,2}$/.test(folders.at(-1) ?? "")) return null;
  return folders.slice(0, -1).map((name) => `/${name}`).join("");
}

/** Finds out whether Next runs the proxy, and whether the proxy refuses anyone. */
async function proxyFindings(
  { root, parent }: NextApp,
  config: Pick<AuthConfig, "callbacks">,
): Promise<readonly Finding[]> {
  const here = PROXIES.map((name) => join(root, parent, name)).filter(existsSync);
  const elsewhere = PROXIES.map((name) => join(root, parent ? "" : "src", name)).filter(existsSync);
  if (!here.length) {
    const lost = await firstThat(elsewhere, USES_AUTH, IS_PROXY);
    return lost === null ? [] : [{
      name: "proxy",
      status: "wrong",
      text: `Next does not run ${shown(root, lost)}: the file must stand beside the folder \`app\``,
      advice: `Move it to ${shown(root, join(root, parent, fileName(lost)))}`,
    }];
  }
  const version = await versionOf("next", root);
  const isOld = version !== null && Number(version.split(".")[0]) < 16;
  const ran = here.filter((file) => !isOld || fileName(file).startsWith("middleware."));
  const unread = ran.length ? null : await firstThat(here, USES_AUTH, IS_PROXY);
  if (unread !== null) {
    return [{
      name: "proxy",
      status: "wrong",
      text: `Next ${version} does not run ${shown(root, unread)}`,
      advice: `Call the file ${
        fileName(unread).replace("proxy", "middleware")
      }, and its export \`middleware\``,
    }];
  }
  const callbacks = (config.callbacks ?? {}) as NextCallbacks;
  return [
    ...await hasBasePath(root) ? await matcherFindings(root, ran) : [],
    ..."authorized" in callbacks
      ? await ignoredFindings(root, ran, callbacks)
      : await openFindings(root, ran),
  ];
}

/** Returns whether addresses of the home page have no slash at the end: it is then the base path alone. */
async function hasBasePath(root: string): Promise<boolean> {
  return await mentions(root, NEXT_CONFIGS, BASE_PATH) &&
    !await mentions(root, NEXT_CONFIGS, /\btrailingSlash\b["']?\s*:\s*true\b/);
}

/** The callback that only Next has: its type is that of the integration. */
interface NextCallbacks {
  readonly authorized?: unknown;
}

const PROXIES = ["proxy", "middleware"].flatMap((name) => ["ts", "js"].map((end) => `${name}.${end}`));

const USES_AUTH = /\bauth\b/i;

/** Exports what Next would run: a helper or a script may have this name, too. */
const IS_PROXY =
  /\bexport\s+(?:default\b|(?:async\s+)?(?:function|const)\s+(?:proxy|middleware)\b|(?:const\s*)?\{[^}]*\b(?:proxy|middleware|default)\b)/;

/** Names a proxy that is `auth` itself, for a config without `callbacks.authorized`. */
async function openFindings(root: string, proxies: readonly string[]): Promise<readonly Finding[]> {
  const open = await firstThat(proxies, IS_AUTH);
  // The application may add the callback where it calls `NextAuth`, or in any other file.
  if (open === null || await mentions(root, await sourcesOf(root), /\bauthorized\b/)) return [];
  return [{
    name: "proxy",
    status: "warning",
    text: `${
      shown(root, open)
    } refuses no one: it is \`auth\`, and the config has no \`callbacks.authorized\``,
    advice:
      'Write `callbacks: { authorized: ({ request, auth }) => auth !== null || request.nextUrl.pathname === "/" }`; ' +
      "or `authorized: () => true`, if each page and each API checks the session itself",
  }];
}

/** Names a proxy that calls `auth` with a function only, which then decides instead of `callbacks.authorized`. */
async function ignoredFindings(
  root: string,
  proxies: readonly string[],
  { authorized }: NextCallbacks,
): Promise<readonly Finding[]> {
  if (answersItself(String(authorized))) return [];
  const wrapped = await firstThat(proxies, { test: onlyWraps });
  return wrapped === null ? [] : [{
    name: "proxy",
    status: "warning",
    text: `\`callbacks.authorized\` guards nothing: ${
      shown(root, wrapped)
    } calls \`auth\` with a function, which decides instead`,
    advice:
      `Write in ${shown(root, wrapped)}: \`export async function ${
        fileName(wrapped).split(".")[0]
      }(request, event) { const response = await auth(request, event); if (!response.headers.has("x-middleware-next")) ` +
      "return response; … }`; or refuse the request in your function, and remove the callback",
  }];
}

/** Returns whether a callback refuses with a `Response` alone: that counts in any proxy. */
function answersItself(source: string): boolean {
  return /\bResponse\b|\bNextResponse\b/.test(source) &&
    !/\breturn\b(?!\s*(?:true\b|;|\}|(?:new\s+)?[\w.]*Response\b))/.test(source) && !/\bfalse\b/.test(source);
}

/** Returns whether a file calls `auth((request) => …)`, and never `auth(request, event)`. */
function onlyWraps(text: string): boolean {
  const names = ["auth", ...[...text.matchAll(/\bauth\s*(?:\bas\b|:)\s*(\w+)/g)].map(([, name]) => name)];
  const call = new RegExp(String.raw`(?<!\bfunction\s+)\b(?:${names.join("|")})(?:<[^()]*>)?\(\s*`);
  const wanted = text.split(call).slice(1);
  return wanted.some((after) => isFunction(after, text)) &&
    !wanted.some((after) => /^\w+[^(),=]*,/.test(after));
}

/** Returns whether what follows is a function, or the name of one of the file. */
function isFunction(after: string, text: string): boolean {
  if (/^(?:async\b|function\b|\(|\w+\s*=>)/.test(after)) return true;
  const [, name] = /^(\w+)\s*,?\s*\)/.exec(after) ?? [];
  return name !== undefined && new RegExp(String.raw`\b(?:const|function)\s+${name}\b`).test(text);
}

/** A proxy that is `auth` itself. */
const IS_AUTH = new RegExp(
  [
    // export { auth as proxy } from "@/auth"
    String.raw`\bexport\s*\{[^}]*\bauth\s+as\s+(?:proxy|middleware|default)\b`,
    // export default auth
    String.raw`\bexport\s+(?:default|const\s+(?:proxy|middleware)\s*=)\s+auth\s*(?:;|$)`,
    // export const { auth: proxy } = NextAuth(config)
    String.raw`\bexport\s+const\s*\{[^}]*\bauth\s*:\s*(?:proxy|middleware)\b`,
    // export default NextAuth(config).auth
    String.raw`\bexport\s+default\s+NextAuth\([\w.]+\)\.auth\s*(?:;|$)`,
  ].join("|"),
  "m",
);

async function mentions(root: string, files: readonly string[], pattern: RegExp): Promise<boolean> {
  return await firstThat(files.map((file) => join(root, file)), pattern) !== null;
}

/** The sources of an application, relative to its folder. */
async function sourcesOf(root: string): Promise<readonly string[]> {
  const own = (await filesIn(root)).filter((name) => !/^\.|^node_modules$/.test(name));
  const nested = own.map(async (
    name,
  ) => [name, ...(await filesBelow(join(root, name))).map((file) => join(name, file))]);
  return (await Promise.all(nested)).flat().filter((file) =>
    /\.[cm]?[jt]sx?$/.test(file) && !/[\\/](?:node_modules|\.next)[\\/]/.test(file)
  );
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []);
}
