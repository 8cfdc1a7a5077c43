/**
 * Where people have a browser that the tests can drive.
 *
 * @module
 */

import { posix, win32 } from "node:path";

/** What is known of a computer. */
export interface Computer {
  /** Its system, as Deno calls it. */
  readonly os: string;
  /** The environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Checks that there is a file. */
  readonly exists: (path: string) => boolean;
}

/** Variables that name the browser to use. Lighthouse, Playwright's users and Puppeteer know them. */
export const VARIABLES = ["CHROME_PATH", "CHROMIUM_PATH", "PUPPETEER_EXECUTABLE_PATH"] as const;

/** Names on the path. The Chromium of a distribution comes first: it is the one that tests are written with. */
const PROGRAMS = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "microsoft-edge-stable",
  "microsoft-edge",
];

/** Folders that are not on the path of a service or of a task. */
const LINUX_FOLDERS = ["/usr/bin", "/usr/local/bin", "/snap/bin"];

const LINUX_FILES = ["/opt/google/chrome/chrome", "/opt/microsoft/msedge/msedge"];

const MACOS_PROGRAMS = ["Chromium", "Google Chrome", "Microsoft Edge"];

const WINDOWS_PROGRAMS = [
  ["Chromium", "Application", "chrome.exe"],
  ["Google", "Chrome", "Application", "chrome.exe"],
  ["Microsoft", "Edge", "Application", "msedge.exe"],
];

/**
 * Lists the browsers of a computer, the best first.
 *
 * If one of `VARIABLES` is set, it names the only one: a user who sets it does not want another one.
 */
export function installedBrowsers({ os, env, exists }: Computer): readonly string[] {
  const wanted = VARIABLES.map((name) => env[name]).find(Boolean);
  if (wanted) return [wanted];
  const places = os === "windows" ? windowsPlaces(env) : os === "darwin" ? macPlaces(env) : [];
  const everywhere = os === "windows" ? [] : linuxPlaces(env);
  return [...new Set([...places, ...everywhere])].filter(exists);
}

function linuxPlaces({ PATH = "" }: Computer["env"]): readonly string[] {
  const folders = [...PATH.split(":").filter((folder) => folder.startsWith("/")), ...LINUX_FOLDERS];
  return [...PROGRAMS.flatMap((name) => folders.map((folder) => posix.join(folder, name))), ...LINUX_FILES];
}

function macPlaces({ HOME }: Computer["env"]): readonly string[] {
  const folders = ["/Applications", ...(HOME ? [posix.join(HOME, "Applications")] : [])];
  return MACOS_PROGRAMS.flatMap((name) =>
    folders.map((folder) => posix.join(folder, `${name}.app`, "Contents", "MacOS", name))
  );
}

function windowsPlaces(env: Computer["env"]): readonly string[] {
  const folders = [env["ProgramFiles"], env["ProgramFiles(x86)"], env["LOCALAPPDATA"]].filter((each) =>
    !!each
  );
  return WINDOWS_PROGRAMS.flatMap((parts) => folders.map((folder) => win32.join(folder!, ...parts)));
}
