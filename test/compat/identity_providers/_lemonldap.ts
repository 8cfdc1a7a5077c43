/**
 * LemonLDAP::NG, a real OpenID provider in Perl, if Debian's packages are installed: on a free port, with its demo users.
 *
 * @module
 */

import { execFile, spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { exportPKCS8, exportSPKI, generateKeyPair } from "jose";
import { freePort } from "../../_free_port.ts";
import { answers } from "./_answers.ts";
import { end, START } from "./_limits.ts";

/** A running server. */
export interface LemonLdap {
  /** Its issuer. */
  readonly issuer: string;
  /** What it has printed. */
  log(): string;
  stop(): Promise<void>;
}

/** A client: options without their common prefix, and the claims that it receives. */
export interface LemonLdapClient {
  readonly options: Readonly<Record<string, string | number>>;
  readonly claims: Readonly<Record<string, string>>;
}

const PORTAL = "/usr/share/lemonldap-ng/portal/htdocs/index.psgi";
const PACKAGES =
  "lemonldap-ng libgd-securityimage-perl libimage-magick-perl libcrypt-openssl-rsa-perl libcrypt-openssl-bignum-perl " +
  "libcrypt-openssl-x509-perl libcrypt-urandom-perl libio-string-perl libstring-random-perl";

/** What the packages of the portal only recommend. */
const MODULES = [
  "Plack::Runner",
  "GD::SecurityImage",
  "Image::Magick",
  "Crypt::OpenSSL::RSA",
  "Crypt::OpenSSL::Bignum",
  "Crypt::OpenSSL::X509",
  "Crypt::URandom",
  "IO::String",
  "String::Random",
];

/** Starts the server with some clients, by their names. */
export async function startLemonLdap(
  clients: Readonly<Record<string, LemonLdapClient>>,
): Promise<LemonLdap | { readonly missing: string }> {
  if (!existsSync(PORTAL) || !await hasModules()) {
    return { missing: `lemonldap: not installed: apt-get install ${PACKAGES}` };
  }
  const folder = await mkdtemp(join(tmpdir(), "latchkey-lemonldap-"));
  const port = freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const settings = await writeSettings(folder, issuer, clients);
  const args = ["--host", "127.0.0.1", "--port", `${port}`, "--env", "deployment", PORTAL];
  const server = spawn("plackup", args, { env: { ...process.env, LLNG_DEFAULTCONFFILE: settings } });
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  process.once("exit", () => {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  let log = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (chunk) => log += chunk);
  await answers(`${issuer}/.well-known/openid-configuration`, () => server.exitCode === null).catch(
    (error) => {
      server.kill("SIGKILL");
      throw new Error(`LemonLDAP::NG does not start: ${log.slice(0, 5000)}`, { cause: error });
    },
  );
  return {
    issuer,
    log: () => log,
    stop: async () => {
      await end(server, ended);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function hasModules(): Promise<boolean> {
  const args = [...MODULES.map((name) => `-M${name}`), "-e1"];
  return await promisify(execFile)("perl", args, { timeout: START * 1000 }).then(() => true, () => false);
}

/** @returns The file to start it with. */
async function writeSettings(
  folder: string,
  issuer: string,
  clients: Readonly<Record<string, LemonLdapClient>>,
): Promise<string> {
  for (const name of ["conf", "sessions", "persistent", "cache"]) {
    await mkdir(join(folder, name, "lock"), { recursive: true });
  }
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const storage = (name: string) => ({
    Directory: join(folder, name),
    LockDirectory: join(folder, name, "lock"),
    generateModule: "Lemonldap::NG::Common::Apache::Session::Generate::SHA256",
  });
  const config = {
    cfgNum: 1,
    cfgVersion: "2.16.1",
    cfgDate: "1",
    cfgAuthor: "tests",
    key: "a key of the tests",
    authentication: "Demo",
    userDB: "Same",
    passwordDB: "Null",
    registerDB: "Null",
    // They send mail, and would need more packages.
    portalDisplayRegister: 0,
    portalDisplayResetPassword: 0,
    demoExportedVars: { cn: "cn", mail: "mail", uid: "uid" },
    exportedVars: {},
    groups: {},
    macros: { _whatToTrace: "lc($_user)" },
    whatToTrace: "_whatToTrace",
    cookieName: "lemonldap",
    securedCookie: 0,
    domain: "127.0.0.1",
    portal: `${issuer}/`,
    locationRules: { "127.0.0.1": { default: "accept" } },
    globalStorage: "Apache::Session::File",
    globalStorageOptions: storage("sessions"),
    persistentStorage: "Apache::Session::File",
    persistentStorageOptions: storage("persistent"),
    localSessionStorage: "",
    timeout: 72_000,
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: issuer,
    oidcServicePrivateKeySig: await exportPKCS8(privateKey),
    oidcServicePublicKeySig: await exportSPKI(publicKey),
    oidcServiceKeyIdSig: "key-1",
    oidcRPMetaDataOptions: prefixed(clients),
    oidcRPMetaDataExportedVars: Object.fromEntries(
      Object.entries(clients).map(([name, { claims }]) => [name, claims]),
    ),
  };
  await writeFile(join(folder, "conf", "lmConf-1.json"), JSON.stringify(config));
  const file = join(folder, "lemonldap-ng.ini");
  await writeFile(
    file,
    [
      "[all]",
      "logLevel = warn",
      "logger = Lemonldap::NG::Common::Logger::Std",
      "userLogger = Lemonldap::NG::Common::Logger::Std",
      "[configuration]",
      "type = File",
      `dirName = ${join(folder, "conf")}`,
      "localStorage = Cache::FileCache",
      `localStorageOptions = { 'namespace' => 'config', 'cache_root' => '${join(folder, "cache")}' }`,
      "[portal]",
      "staticPrefix = /static",
      "templateDir = /usr/share/lemonldap-ng/portal/templates",
      "languages = en",
    ].join("\n"),
  );
  return file;
}

function prefixed(clients: Readonly<Record<string, LemonLdapClient>>): object {
  return Object.fromEntries(
    Object.entries(clients).map(([name, { options }]) => [
      name,
      Object.fromEntries(
        Object.entries(options).map(([option, value]) => [`oidcRPMetaDataOptions${option}`, value]),
      ),
    ]),
  );
}
