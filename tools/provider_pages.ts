/**
 * The pages of the providers, made of their modules and doc comments.
 *
 * @module
 */

import type { OAuthConfig, OIDCConfig, ProviderConfig } from "../src/model/provider.ts";
import { type DocComment, stepsOf } from "./doc_comment.ts";

/** A provider of the catalogue. */
export interface Listed {
  /** Sub-path below `providers/`. */
  readonly path: string;
  /** Name of its factory. */
  readonly name: string;
  /** What the factory returns without options. */
  readonly provider: ProviderConfig;
  /** The doc comment of the factory. */
  readonly doc: DocComment;
}

/** The page of a provider. */
export function providerPage({ path, name, provider, doc }: Listed): string {
  const { labelled, notes, links } = doc;
  const isOAuth = provider.type === "oauth" || provider.type === "oidc";
  const sections: readonly (readonly [string, string | undefined])[] = [
    ["Register", toRegistration(labelled, provider.id)],
    ["Environment", toEnvironment(provider, labelled.Environment)],
    ["Configure", toConfiguration({ path, name, doc })],
    ["Errors", labelled.Errors],
    ["Options", toSentence(labelled.Options)],
    ["Email", toSentence(labelled.Email)],
    ["Logout", toSentence(labelled.Logout)],
    ["Revocation", toSentence(labelled.Revocation)],
    ["Good to know", notes.map((note) => `- ${note}`).join("\n")],
    ["Facts", isOAuth ? toFacts(provider) : undefined],
    ["See also", links.map((link) => `- ${link}`).join("\n")],
  ];
  return [
    "<!-- Written by `deno task print` from the doc comment of the provider. -->",
    `# ${titleOf(path, provider)}`,
    ...(doc.deprecated ? [`**Deprecated.** ${toPages(doc.deprecated)}`] : []),
    `${KINDS[provider.type]} ${withoutSubject(doc.introduction)}`.trim(),
    ...sections.flatMap(([heading, text]) => text ? [`## ${heading}`, text] : []),
  ].join("\n\n") + "\n";
}

/** The table of the providers of one type, in the order of their names. */
export function providerTable(listed: readonly Listed[]): string {
  const rows = listed.map((each) => ({ ...each, title: titleOf(each.path, each.provider) }))
    .sort((a, b) => a.title.localeCompare(b.title, "en"))
    .map(({ path, name, provider, title }) =>
      `| [${title}](${path}.md) | \`providers/${path}\` | \`${name}\` | ${toTrust(provider)} |`
    );
  return ["| provider | import | name | verified addresses |", "| --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}

/** Titles of the pages where the name on the button does not say enough. By sub-path. */
const TITLES: Readonly<Record<string, string>> = {
  "azure-ad": "Microsoft Entra ID (azure-ad)",
  "microsoft-entra-id": "Microsoft Entra ID",
  "ory-hydra": "Ory Hydra",
  "twitter": "X (Twitter)",
};

/** The title of a page: the name on the button, unless readers look for the provider under another one. */
export function titleOf(path: string, { name }: ProviderConfig): string {
  return TITLES[path] ?? name;
}

const KINDS: Readonly<Record<ProviderConfig["type"], string>> = {
  oauth: "Sign-in by OAuth 2.",
  oidc: "Sign-in by OpenID Connect.",
  email: "",
  credentials: "",
  webauthn: "",
};

/** The introduction begins "Describes X.", which is the heading of the page. */
function withoutSubject(introduction: string): string {
  const isSentence = introduction.startsWith("Describes sign-in");
  if (isSentence) return introduction.replace("Describes sign-in", "Sign-in");
  return introduction.replace(/^Describes .*?\.(?=\s|$)/, "").trim();
}

/** Makes links to the pages of the providers that a text names by their sub-paths. */
function toPages(text: string): string {
  return text.replaceAll(/`@latchkey\/auth\/providers\/([\w-]+)`/g, "[$&]($1.md)");
}

function toSentence(text: string | undefined): string | undefined {
  return text && text.charAt(0).toUpperCase() + text.slice(1);
}

function toEnvironment(provider: ProviderConfig, text: string | undefined): string | undefined {
  const { id, type } = provider;
  const names = [...new Set([...text?.matchAll(/`(AUTH_\w+)`/g) ?? []].map(([, name]) => name!))];
  const prefix = `AUTH_${id.toUpperCase().replaceAll("-", "_")}`;
  const variables = names.length || type === "email"
    ? names
    : type === "oauth" || type === "oidc"
    ? [`${prefix}_ID`, `${prefix}_SECRET`]
    : [];
  if (!variables.length) return text;
  const issuer = defaultIssuer(provider);
  const lines = variables.map((name) =>
    issuer && name.endsWith("_ISSUER") ? `# Optional. The default is ${issuer}\n# ${name}=…` : `${name}=…`
  );
  const file = `\`\`\`sh\n${lines.join("\n")}\n\`\`\``;
  // A text that only lists the variables says nothing more.
  const words = text?.replaceAll(/`AUTH_\w+`/g, "").match(/\w{2,}/g);
  const isMore = words?.some((word) => word !== "and" && word !== "optional");
  return isMore ? `${file}\n\n${text}` : file;
}

/** The issuer of an application that sets none; `null` if the provider needs one. */
export function defaultIssuer(provider: ProviderConfig): string | null {
  if (!("issuer" in provider) || !provider.issuer || provider.issuer.includes("{issuer}")) return null;
  return provider.issuer.replace("{clientId}", "<client id>");
}

/**
 * What to do in the console, and the redirect URI to paste for a machine of one's own. Next has the library below `/api`: a
 * page that names only `/auth` would lead its users to a "redirect_uri mismatch".
 */
function toRegistration(
  { Register, Console, Local }: DocComment["labelled"],
  id: string,
): string | undefined {
  const path = `/auth/callback/${id}`;
  if (!Register?.includes(path)) return toSentence(Register);
  const hasSteps = stepsOf(Register).length > 0;
  const [address] = /https:\/\/[^\s,`]+/.exec(Console ?? "") ?? [];
  const isLinked = hasSteps && address !== undefined && Register.includes(address);
  const inNext = `\`<origin>/api${path}\``;
  return [
    ...(Console && !isLinked ? [`Console: ${toLinks(Console)}`] : []),
    ...(hasSteps
      ? [
        // Before the steps, so that a reader with Next registers the right URI.
        "`<origin>` is the URL of your application without a path, such as `https://example.com`. With " +
        `[Next](../frameworks/next.md), the redirect URI is ${inNext}: write \`/api/auth\` where a step says ` +
        "`/auth`.",
        toLinks(Register),
      ]
      : [`${toSentence(Register)} With [Next](../frameworks/next.md), it is ${inNext}.`]),
    `${hasSteps ? "The redirect URI on" : "On"} your own machine:\n\n${Local ?? toLocal(Register, path)}`,
  ].join("\n\n");
}

/** Makes links of the URLs that are not in code. */
function toLinks(text: string): string {
  return text.replaceAll(/(?<![`<])https:\/\/[^\s,)`]+?(?=[.,;:]?(?:[\s)`]|$))/g, "<$&>");
}

/** Where a redirect URI is accepted on a machine of one's own, as far as its registration says so. */
function toLocal(text: string, path: string): string {
  const [local, inNext] = ["", "/api"].map((prefix) => `http://localhost:8000${prefix}${path}`);
  if (text.includes("http://127.0.0.1")) {
    const host = (url: string | undefined) => url?.replace("localhost", "127.0.0.1");
    return `\`\`\`text\n${host(local)}\n\`\`\`\n\nWith Next: \`${host(inNext)}\`. ` +
      "Set `AUTH_URL` to `http://127.0.0.1:8000`, and open the application there: " +
      `\`${local}\` is refused.`;
  }
  const needsHttps = /https only|needs https|with https|must be https/.test(text) &&
    !/except (?:on )?localhost|in production/i.test(text);
  return needsHttps
    ? `\`${local}\` is refused, because it does not begin with https. Use an https tunnel to your machine, and register ` +
      `\`https://<host of the tunnel>${path}\`, with Next \`https://<host of the tunnel>/api${path}\`. Set \`AUTH_URL\` to ` +
      "the URL of the tunnel."
    : `\`\`\`text\n${local}\n\`\`\`\n\nWith Next: \`${inNext}\`.`;
}

function toConfiguration({ path, name, doc }: Pick<Listed, "path" | "name" | "doc">): string {
  const bare =
    `import { ${name} } from "@latchkey/auth/providers/${path}";\n\nconst config = { providers: [${name}] };`;
  const { Options = "", Environment = "", Register } = doc.labelled;
  // An issuer that the environment names need not stand in the code.
  const isInEnvironment = /^`issuer` \(required\)/.test(Options) && /_ISSUER`/.test(Environment);
  const isNeeded = (/\(required/.test(Options) && !isInEnvironment) || !Register;
  const code = isNeeded && doc.example ? doc.example : bare;
  const hasOptions = !/ = \w+\(\);/.test(doc.example);
  const more = !isNeeded && doc.example && hasOptions
    ? `\n\nWith options in code:\n\n\`\`\`ts\n${doc.example}\n\`\`\``
    : "";
  return `\`\`\`ts\n${code}\n\`\`\`${more}`;
}

/** What the module says without options. `{…}` stands for an option. */
function toFacts(provider: OAuthConfig | OIDCConfig): string {
  const { id, type, issuer, client, checks = ["pkce"], codeChallengeMethod = "S256" } = provider;
  const method = client?.token_endpoint_auth_method ?? (urlOf(provider.token) && "client_secret_basic");
  const isPublic = method === "none";
  const scope = paramsOf(provider).scope ?? (type === "oidc" && "openid profile email");
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["id", `\`${id}\``],
    ["protocol", type === "oidc" ? "OpenID Connect" : "OAuth 2"],
    ["redirect URI", `\`<origin>/auth/callback/${id}\``],
    ["issuer", issuer && `\`${issuer}\``],
    ["authorization endpoint", urlOf(provider.authorization) ?? "from discovery"],
    ["token endpoint", urlOf(provider.token) ?? "from discovery"],
    ["userinfo endpoint", urlOf(provider.userinfo) ?? (type === "oidc" ? "from discovery" : undefined)],
    ["revocation endpoint", urlOf(provider.revocation)],
    ["scopes", scope ? `\`${scope}\`` : "none are sent"],
    [
      "checks",
      [
        "state",
        ...(checks.includes("pkce") ? [`PKCE (${codeChallengeMethod})`] : []),
        ...(provider.type === "oidc" && provider.nonce !== false ? ["nonce"] : []),
      ]
        .join(", "),
    ],
    [
      "client authentication",
      isPublic ? "none (public client)" : method ? `\`${method}\`` : "from discovery",
    ],
    ["account id", type === "oidc" && !provider.profile ? "`sub`" : undefined],
  ];
  return [
    "| | |",
    "| --- | --- |",
    ...rows.filter(([, value]) => value).map(([name, value]) => `| ${name} | ${value} |`),
  ]
    .join("\n");
}

function paramsOf({ authorization }: OAuthConfig | OIDCConfig): Readonly<Record<string, unknown>> {
  if (typeof authorization !== "object") return {};
  const { params = {} } = authorization;
  return typeof params === "function" ? params({ clientId: "{clientId}" }) : params;
}

function urlOf(endpoint: string | { readonly url?: string } | undefined): string | undefined {
  const url = typeof endpoint === "string" ? endpoint : endpoint?.url;
  return url && `\`${url}\``;
}

/** Whether the provider vouches for addresses. */
function toTrust(provider: ProviderConfig): string {
  if (provider.type === "email") return "yes: an email proves the address";
  if (provider.type !== "oauth" && provider.type !== "oidc") return "no";
  const { type, verifiedEmail } = provider;
  if (verifiedEmail === true) return "all";
  if (typeof verifiedEmail === "function") return "as the profile says";
  return verifiedEmail === undefined && type === "oidc" ? "as `email_verified` says" : "no";
}
