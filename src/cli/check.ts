/**
 * `check`: loads the config of an application, checks it and what it needs, and reports.
 *
 * @module
 */

import { dirname } from "node:path";
import process from "node:process";
import type { CheckCommand } from "./arguments.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { openConfig } from "./check_config.ts";
import { environmentFindings, type NamedProvider } from "./check_environment.ts";
import { gitFindings } from "./check_git.ts";
import { nextFindings } from "./check_next.ts";
import { ownPackageFindings } from "./check_packages.ts";
import { checkProvider } from "./check_providers.ts";
import { sealedFindings } from "./check_sealed.ts";
import { settingsFindings } from "./check_settings.ts";
import { tableFindings } from "./check_tables.ts";
import { clockFinding, providerClockFindings } from "./clock.ts";
import type { Environment } from "../config/env.ts";
import type { Finding } from "../setup/finding.ts";
import { FILES, readEnvFiles } from "./env_files.ts";
import { TOLERANCE } from "../oauth/exchange.ts";
import { toDefinition } from "../config/listed.ts";
import { loadConfig, type LoadedConfig, LoadError } from "./load_config.ts";
import { hasNoNetwork, withoutNetwork } from "./network.ts";
import { projectOf } from "./project.ts";
import { secretsIn, secretsOf } from "./redaction.ts";
import { hasWrong, type Part, redacted, type Report, toJson, toText } from "./report.ts";
import type { Setup } from "../setup/setup.ts";
import type { Adapter } from "../adapters/contract/types.ts";
import { watchProcess } from "./watch_process.ts";

/** The report as text, and the exit code. */
interface Checked {
  /** What to print. */
  readonly text: string;
  /** 1 if something is wrong. */
  readonly code: 0 | 1;
}

/** Runs the checks in the current folder. */
export async function check({ file, envFiles, offline, json }: CheckCommand): Promise<Checked> {
  const folder = process.cwd();
  const env: Environment = process.env;
  const { accidents, stop } = watchProcess("check");
  const secrets: string[] = [];
  let parts: readonly Part[];
  try {
    const variables = await readEnvFiles(folder, envFiles);
    secrets.push(...secretsOf(env));
    parts = await checkAll({ file, folder, env, envFiles, offline, variables, accidents, secrets });
  } finally {
    stop();
  }
  const report: Report = redacted({ runtime: runtimeName(), parts }, secrets);
  return { text: json ? toJson(report) : toText(report, layoutOf(env)), code: hasWrong(report) ? 1 : 0 };
}

async function checkAll(
  { file, folder, env, envFiles, offline, variables, accidents, secrets }:
    & Pick<CheckCommand, "file" | "envFiles" | "offline">
    & {
      readonly folder: string;
      readonly env: Environment;
      readonly variables: readonly Finding[];
      /** Errors of the application that nothing caught. */
      readonly accidents: readonly Finding[];
      /** Texts that the report must not show. It grows with those of the config. */
      readonly secrets: string[];
    },
): Promise<readonly Part[]> {
  let loaded: LoadedConfig;
  try {
    loaded = await loadConfig(file, folder, env);
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    const { message, advice } = error;
    const found: Finding = { name: "file", status: "wrong", text: message, advice };
    return [{ title: "Config", findings: [found, ...variables, ...accidents] }];
  }
  const { config, path } = loaded;
  const project = await projectOf(dirname(path));
  const { setup, broken, findings } = await openConfig(config, env, project);
  secrets.push(...secretsIn(config, setup));
  const unread = environmentFindings(env, namesOf(config));
  // An error of the library may have said it already.
  const environment = unread.filter(({ text }) =>
    !findings.some((each) => each.text.includes(text.split(" ")[0]!))
  );
  const packages = setup ? await ownPackageFindings(setup, path) : [];
  const kept = setup ? await gitFindings(folder, envFiles.length ? envFiles : FILES, setup) : [];
  const files = setup && project.nextRoot
    ? await nextFindings({
      root: project.nextRoot,
      config,
      basePath: setup.basePath,
      innerPath: setup.innerPath,
    })
    : [];
  const settings = setup ? await settingsFindings(project.folders, setup) : [];
  const { clock, parts } = setup ? await checkOutside(loaded, setup, { offline }) : NOTHING;
  const faulty = [...broken].map(([id, text]): Part => ({
    title: titleOf({ id }),
    findings: [{ name: "options", status: "wrong", text }],
  }));
  const order = namesOf(config).map(titleOf);
  const placeOf = ({ title }: Part) => order.includes(title) ? order.indexOf(title) : order.length;
  return [
    {
      title: "Config",
      findings: [
        ...loaded.findings,
        ...variables,
        ...findings,
        ...environment,
        ...kept,
        ...files,
        ...settings,
        ...packages,
        ...clock,
        ...accidents,
      ],
    },
    ...[...faulty, ...parts].sort((a, b) => placeOf(a) - placeOf(b)),
  ];
}

function titleOf({ id }: Pick<NamedProvider, "id">): string {
  return `Provider ${id}`;
}

const NOTHING = { clock: [], parts: [] } as const;

/** Checks providers and database, all at the same time. */
async function checkOutside(
  { config, path, standIns }: LoadedConfig,
  setup: Setup,
  { offline }: Pick<CheckCommand, "offline">,
): Promise<{ readonly clock: readonly Finding[]; readonly parts: readonly Part[] }> {
  const { adapter } = config;
  const skipped: Finding = { name: "tables", status: "skipped", text: "no request was sent (--offline)" };
  const [tables, ...checked] = await Promise.all([
    adapter && !offline ? databaseFindings(adapter, config, setup) : adapter ? [skipped] : [],
    ...[...setup.providers.values()].map((provider) => checkProvider(provider, { setup, path, offline })),
  ]);
  const readings = checked.flatMap(({ clock }) => clock ?? []);
  const isCutOff = hasNoNetwork(checked);
  const asks = !offline &&
    [...setup.providers.values()].some(({ type }) => type === "oauth" || type === "oidc");
  const judged = (findings: readonly Finding[]) => isCutOff ? withoutNetwork(findings) : findings;
  const providers = checked.map(({ id, findings, clock }): Part => ({
    title: titleOf({ id }),
    findings: [...judged(findings), ...providerClockFindings(clock, readings, TOLERANCE)],
  }));
  return {
    clock: asks ? [clockFinding(readings, TOLERANCE)] : [],
    parts: [...providers, {
      title: "Database",
      findings: standIns?.wasCalled ? [standIns.database()] : judged(tables),
    }],
  };
}

/** One after the other: a single connection is enough. */
async function databaseFindings(
  adapter: Adapter,
  config: AuthConfig,
  setup: Setup,
): Promise<readonly Finding[]> {
  return [...await tableFindings(adapter, setup, config), ...await sealedFindings(setup, config)];
}

/** Returns the providers of a config that may be invalid. */
function namesOf({ providers }: AuthConfig): readonly NamedProvider[] {
  // `openConfig` reports an entry that is not a provider.
  return providers.flatMap((listed) => {
    const { id, type } = Object(toDefinition(listed)) as NamedProvider;
    return typeof id === "string" ? [{ id, type }] : [];
  });
}

function runtimeName(): string {
  const { deno, bun, node } = process.versions as Readonly<Record<string, string | undefined>>;
  if (deno) return `Deno ${deno}`;
  return bun ? `Bun ${bun}` : `Node ${node}`;
}

/** Characters of a line in a file, and the most on a screen. */
const COLUMNS = 110;

/** @see {@link https://no-color.org | NO_COLOR} */
function layoutOf({ NO_COLOR, TERM }: Environment): Parameters<typeof toText>[1] {
  const { isTTY, columns } = process.stdout;
  return {
    columns: isTTY ? Math.min(columns ?? COLUMNS, COLUMNS) : COLUMNS,
    isColored: isTTY === true && !NO_COLOR && TERM !== "dumb",
  };
}
