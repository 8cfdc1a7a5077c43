/**
 * Writes the page of the environment variables.
 *
 * @module
 */

import { readProviders } from "../providers.ts";
import { type Listed, titleOf } from "../provider_pages.ts";
import { toEnvName } from "../../src/values/env_name.ts";

/** A variable that `setEnvDefaults` reads. */
interface Variable {
  readonly name: string;
  readonly field: string;
  readonly meaning: string;
}

/** The variables that belong to no provider. */
const VARIABLES: readonly Variable[] = [
  {
    name: "AUTH_SECRET",
    field: "[`secret`](config.md#secret)",
    meaning:
      "At least 32 random characters, such as the output of [`npx @latchkey/auth secret`](../cli.md#make-a-secret).",
  },
  {
    name: "AUTH_SECRET_1",
    field: "[`secret`](config.md#secret)",
    meaning:
      "A newer secret than `AUTH_SECRET`, for [a rotation](../recipes/sessions.md#rotate-the-secret). The newest " +
      "seals, all of them open. A `secret` in the config hides all four variables.",
  },
  {
    name: "AUTH_SECRET_2",
    field: "[`secret`](config.md#secret)",
    meaning: "A newer secret than `AUTH_SECRET_1`.",
  },
  {
    name: "AUTH_SECRET_3",
    field: "[`secret`](config.md#secret)",
    meaning: "A newer secret than `AUTH_SECRET_2`: the newest.",
  },
  {
    name: "AUTH_URL",
    field: "[`url`](config.md#url)",
    meaning:
      "URL of the application, as browsers see it: `https://example.com`. A path that ends with `/auth` is the path " +
      "of the handler; any other path is that of the application.",
  },
  {
    name: "AUTH_TRUST_HOST",
    field: "[`trustHost`](config.md#trusthost)",
    meaning:
      "`true` or `1`: trust the host of the request. `false` or `0`: do not. Any other value counts as no, and the log " +
      "says so. With `url` it has no effect.",
  },
  {
    name: "AUTH_REDIRECT_PROXY_URL",
    field: "[`redirectProxyUrl`](config.md#redirectproxyurl)",
    meaning: "URL of the deployment that receives all OAuth callbacks, up to and with its `basePath`.",
  },
  {
    name: "AUTH_REDIRECT_PROXY_SECRET",
    field: "[`redirectProxySecret`](config.md#redirectproxysecret)",
    meaning: "Seals the data that passes through the redirect proxy. At least 32 characters.",
  },
  {
    name: "VERCEL, CF_PAGES, DENO_DEPLOYMENT_ID",
    field: "[`trustHost`](config.md#trusthost)",
    meaning:
      "Set by Vercel, Cloudflare Pages and Deno Deploy. Each means yes, if `AUTH_TRUST_HOST` is not set: these " +
      "platforms set the `Host` header themselves.",
  },
  {
    name: "NEXTAUTH_URL, NEXTAUTH_SECRET",
    field: "none",
    meaning:
      "Variables of next-auth 4. The library does not read their values, and the log asks you to rename them to " +
      "`AUTH_URL` and `AUTH_SECRET`.",
  },
];

/** Writes the page. */
export async function environmentPage(): Promise<string> {
  const providers = (await readProviders()).filter((each) => variablesOf(each).length > 0);
  return [
    "<!-- Written by `deno task print`. The text is in `tools/settings/environment.ts`. -->",
    "# Environment variables",
    "The variables that are defaults of fields of [the config](config.md). A field that the config has goes before its " +
    "variable.",
    "The integrations read the environment of their platform: `process.env`, `Deno.env` or the bindings of a Worker. If " +
    "you call `Auth()` itself, call `setEnvDefaults(process.env, config)` before.",
    "```sh .env\nAUTH_SECRET=   # the output of `npx @latchkey/auth secret`\nAUTH_URL=https://example.com\n" +
    "AUTH_GITHUB_ID=\nAUTH_GITHUB_SECRET=\n```",
    "## The application",
    [
      "| Variable | Field | Meaning |",
      "| --- | --- | --- |",
      ...VARIABLES.map(({ name, field, meaning }) =>
        `| ${inCode(name.split(", "))} | ${field} | ${meaning} |`
      ),
    ].join("\n"),
    "An empty variable counts as missing. If something required is missing, the log names the variable.",
    "## Providers",
    "The name of a variable is `AUTH_`, the id of the provider in capitals with `_` for `-` and `.`, and the name " +
    "of the field:",
    [
      "| Variable | Field |",
      "| --- | --- |",
      "| `AUTH_<ID>_ID` | [`clientId`](oauth.md#clientid) |",
      "| `AUTH_<ID>_SECRET` | [`clientSecret`](oauth.md#clientsecret) |",
      "| `AUTH_<ID>_ISSUER` | [`issuer`](oauth.md#issuer) |",
      "| `AUTH_<ID>_KEY` | [`apiKey`](email.md#apikey) of an email provider |",
    ].join("\n"),
    "A provider whose `id` you change has variables with the new id. These are the names with the ids of the library. " +
    "The table has `AUTH_<ID>_ISSUER` where a provider needs it, or has several issuers; every provider with OAuth reads it.",
    [
      "| Provider | Variables |",
      "| --- | --- |",
      ...providers.map((each) =>
        `| [${titleOf(each.path, each.provider)}](../providers/${each.path}.md) | ${
          inCode(variablesOf(each))
        } |`
      ),
    ].join("\n"),
  ].join("\n\n") + "\n";
}

/** Names of the variables of a provider, as its doc comment lists them. */
function variablesOf({ provider, doc }: Pick<Listed, "provider" | "doc">): readonly string[] {
  const prefix = `AUTH_${toEnvName(provider.id)}_`;
  const text = doc.labelled.Environment ?? "";
  return [...new Set([...text.matchAll(/`(AUTH_\w+)`/g)].map(([, name]) => name!))]
    .filter((name) => name.startsWith(prefix));
}

function inCode(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}
