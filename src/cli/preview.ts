/**
 * `preview`: loads the config of an application, and writes a file with all its pages in its look.
 *
 * @module
 */

import { writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import process from "node:process";
import { type Environment, setEnvDefaults } from "../config/env.ts";
import { withLanguages } from "../config/languages.ts";
import { isA } from "../errors/thrown.ts";
import { ConfigError } from "../errors/errors.ts";
import { readAppUrl } from "../http/origin.ts";
import { all } from "../messages/languages.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { correctionsOf } from "../pages/brand/corrections.ts";
import type { PreviewCommand } from "./arguments.ts";
import { readEnvFiles } from "./env_files.ts";
import { loadConfig, LoadError } from "./load_config.ts";
import { renderPages } from "./preview_pages.ts";
import { withPictures } from "./preview_pictures.ts";
import { previewFile } from "./preview_view.ts";
import { projectOf } from "./project.ts";
import { redactor, secretsOf } from "./redaction.ts";
import { watchProcess } from "./watch_process.ts";

/** The result of the command. */
interface Previewed {
  /** Says which file the command has written, or why it has written none. */
  readonly text: string;
  /** Exit code: 1 if the command has written no file. */
  readonly code: 0 | 1;
}

/** The secret of a preview, which does not use that of the application. No one posts its forms. */
const SECRET = "a-secret-for-the-pages-of-a-preview-only";

/** The URL of an application whose config and environment name none. */
const URL_AT_HOME = "http://localhost:3000";

/** Writes the preview of the application in the current folder. */
export async function preview({ file, envFiles, out }: PreviewCommand): Promise<Previewed> {
  const folder = process.cwd();
  const { stop } = watchProcess("preview");
  try {
    const variables = await readEnvFiles(folder, envFiles);
    const missing = variables.find(({ status }) => status === "wrong");
    if (missing) return failed(missing.text);
    const { config, path } = await loadConfig(file, folder, process.env);
    const { hasFiles, handlerPath, folders } = await projectOf(dirname(path));
    const complete = completed(config, { hasFiles, handlerPath });
    const origin = readAppUrl(complete.url)?.origin ?? URL_AT_HOME;
    const theme = complete.theme ?? {};
    const pages = await renderPages({ ...complete, theme: await withPictures(theme, folders, origin) });
    const corrections = correctionsOf(theme);
    const app = theme.name ?? new URL(origin).host;
    await writeFile(resolve(folder, out), previewFile({ app, pages, corrections }));
    const [first = {}] = pages.values();
    const lines = [
      `Wrote ${out}: ${Object.keys(first).length} pages in ${pages.size} ${
        pages.size === 1 ? "language" : "languages"
      }. Open it in a browser`,
      ...corrections.map(({ option, place, scheme, asked, shown }) =>
        `${option} ${asked} is shown as ${shown} for ${place} on ${scheme} pages`
      ),
    ];
    return { text: lines.map((line) => `${line}\n`).join(""), code: 0 };
  } catch (error) {
    if (error instanceof LoadError) {
      return failed(`${error.message}${error.advice ? `. ${error.advice}` : ""}`);
    }
    if (isA(error, ConfigError)) return failed(error.message);
    throw error;
  } finally {
    stop();
  }
}

function failed(reason: string): Previewed {
  return { text: redactor(secretsOf(process.env))(`Cannot preview the pages: ${reason}\n`), code: 1 };
}

/** Completes the config as an integration does. Credentials that are missing get a stand-in. */
function completed(
  config: AuthConfig,
  { hasFiles, handlerPath }: { readonly hasFiles: boolean; readonly handlerPath: string },
): AuthConfig {
  const env = withStandIns(process.env);
  const url = config.url ?? (env.AUTH_URL || URL_AT_HOME);
  const basePath = config.basePath ?? readAppUrl(url, handlerPath)?.basePath ?? handlerPath;
  const languages = hasFiles || config.languages ? withLanguages(config, all) : undefined;
  const written = {
    ...config,
    url,
    basePath,
    languages,
    secret: SECRET,
    logger: { error() {}, warn() {}, debug() {} },
  };
  setEnvDefaults(env, written, true);
  return written;
}

/** Returns the variables, with a stand-in for each credential that is missing, so that the page has the button of each provider. */
function withStandIns(env: Environment): Environment {
  return new Proxy(env, {
    get: (target, name) => {
      const value = typeof name === "string" ? target[name] : undefined;
      if (value || typeof name !== "string") return value;
      if (/^AUTH_(?!REDIRECT_PROXY)\w+_(?:ID|SECRET|KEY)$/.test(name)) return "stand-in";
      return undefined;
    },
  });
}
