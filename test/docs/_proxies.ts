/**
 * Real proxies of Debian, with the files of a page: each on free ports, in a folder of its own that is gone afterwards.
 *
 * @module
 */

import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import type { Site } from "../../src/testing/mod.ts";
import { CERTIFICATE, KEY } from "../_certificate.ts";
import { freePort } from "../_free_port.ts";
import { findProgram } from "../_installed.ts";
import { passOn } from "./_pass_on.ts";

/** A program that can run the file of a page. */
export interface Proxy {
  /** Its tab on the page, which is also its package in lower case. */
  readonly name: string;
  /** The file of the page. */
  readonly file: string;
  /** Where it is; `undefined` if it is not installed. */
  readonly path: string | undefined;
  /** Writes the settings of a page for this computer. @returns The arguments of the program. */
  write(settings: string, place: Place): Promise<readonly string[]>;
}

/** What a test replaces in the settings of a page. */
interface Place {
  readonly folder: string;
  readonly http: number;
  readonly https: number;
}

/** A proxy that runs. */
export interface RunningProxy {
  /** Passes requests for an origin on to it, over TLS. */
  readonly site: Site;
  /** Sends a request with headers that no browser sends. @param host Default: that of the URL. */
  send(url: string, headers: Readonly<Record<string, string>>, host?: string): Promise<Response>;
  /** The port for plain http. */
  readonly http: number;
  stop(): Promise<void>;
}

/** The proxies that a test can run. Traefik is not in Debian. */
export const PROXIES: readonly Proxy[] = [
  { name: "nginx", file: "app.conf", path: findProgram("nginx"), write: writeNginx },
  { name: "Caddy", file: "Caddyfile", path: findProgram("caddy"), write: writeCaddy },
];

/** Starts a proxy. @param settings The file of the page, with the address of the application. */
export async function startProxy(proxy: Proxy, settings: string): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), `latchkey-${proxy.name}-`));
  const [http, https] = [freePort(), freePort()];
  await Promise.all([
    writeFile(join(folder, "fullchain.pem"), CERTIFICATE),
    writeFile(join(folder, "privkey.pem"), KEY),
  ]);
  const args = await proxy.write(settings, { folder, http, https });
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const server = spawn(proxy.path!, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  process.once("exit", () => {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  const isPlain = /listen 80 |http:\/\//.test(settings.replaceAll(/proxy_pass .*/g, ""));
  await listening(server, isPlain ? [https, http] : [https]);
  const send: RunningProxy["send"] = (url, headers, host) =>
    passOn(new Request(url, { headers }), https, host ? { host } : {}, true);
  const site: Site = (request) => passOn(request, https, {}, true);
  return { site, send, http, stop: () => stop(server, folder) };
}

/** The file is in the block `http`, as in the folder `conf.d` of Debian and of the image for Docker. */
async function writeNginx(settings: string, { folder, http, https }: Place): Promise<readonly string[]> {
  const own = settings.replaceAll("listen 80 ", `listen 127.0.0.1:${http} `)
    .replaceAll("listen 443 ", `listen 127.0.0.1:${https} `)
    .replaceAll("/etc/nginx/certs", folder);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`);
  const isRoot = process.getuid?.() === 0;
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `${isRoot ? "user root;" : ""} daemon off; worker_processes 1; pid ${join(folder, "pid")};
events {}
http { access_log off; ${temporary.join(" ")}
${own}
}
`,
  );
  return ["-e", "stderr", "-p", folder, "-c", file];
}

/** Without ACME: the certificate is that of the tests. */
async function writeCaddy(settings: string, { folder, http, https }: Place): Promise<readonly string[]> {
  const tls = `tls ${join(folder, "fullchain.pem")} ${join(folder, "privkey.pem")}`;
  const own = settings.replace("{\n", `{\n\tbind 127.0.0.1\n\t${tls}\n`);
  const file = join(folder, "Caddyfile");
  await writeFile(file, `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n${own}\n`);
  return ["run", "--adapter", "caddyfile", "--config", file];
}

/** Waits until a server accepts connections at each of its ports: it opens them one after the other. */
async function listening(server: ChildProcess, ports: readonly number[]): Promise<void> {
  let log = "";
  for (const stream of [server.stdout!, server.stderr!]) stream.on("data", (chunk) => log += chunk);
  for (const port of ports) {
    while (!await accepts(port)) {
      if (server.exitCode !== null) throw new Error(`The proxy ended with ${server.exitCode}: ${log}`);
      await wait(25);
    }
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

async function stop(server: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
  await rm(folder, { recursive: true, force: true });
}
