import assert from "node:assert/strict";
import { test } from "node:test";
import { PROXIES, startProxy } from "../docs/_proxies.ts";
import { signedIn } from "./_application.ts";
import { send } from "./_express.ts";
import { CHANGED, config, GUARDED_DOORS, LOGIN, OWN, requestFor } from "./_guarded_doors.ts";

/** One door of each way to read a path. */
const BEHIND = [
  "Node",
  "Express 5",
  "Fastify",
  "h3 1",
  "Hono on Deno",
  "Hono on Node",
  "SvelteKit with adapter-node",
  "Deno",
];

/** A site of a proxy: it closes the paths of the library to all clients, or passes each request on. */
interface Site {
  readonly port: number;
  readonly isClosed: boolean;
  /** Whether nginx merges slashes, which is its default. */
  readonly merges: boolean;
  /** Whether nginx passes the path on that it has parsed, in place of the one that was sent. */
  readonly parses: boolean;
}

/** What each proxy is told of a site. The first one lets the test see that the proxy listens. */
const SETTINGS: Readonly<
  Record<string, { readonly first: string; write(host: string, site: Site): string }>
> = {
  nginx: {
    first: "server { listen 443 ssl; ssl_certificate /etc/nginx/certs/fullchain.pem; " +
      "ssl_certificate_key /etc/nginx/certs/privkey.pem; return 404; }",
    write: (host, { port, isClosed, merges, parses }) =>
      `server { listen 80 ; server_name ${host}; merge_slashes ${merges ? "on" : "off"};
  ${isClosed ? "location /auth/ { return 403; }" : ""}
  location / { proxy_set_header Host $host; proxy_pass http://127.0.0.1:${port}${parses ? "/" : ""}; } }`,
  },
  Caddy: {
    first: "first.example {\n\trespond 404\n}",
    write: (host, { port, isClosed }) =>
      `http://${host} {\n\tbind 127.0.0.1\n\t${
        isClosed ? "respond /auth/* 403" : ""
      }\n\treverse_proxy 127.0.0.1:${port}\n}`,
  },
};

const both = [false, true];

for (const proxy of PROXIES) {
  const { first, write } = SETTINGS[proxy.name]!;
  const variants = proxy.name === "nginx"
    ? both.flatMap((merges) => both.map((parses) => ({ merges, parses })))
    : [{ merges: true, parses: false }];

  test(`behind ${proxy.name}, no changed path passes its rule for the library, or a guard (CFG-07)`, {
    skip: !proxy.path && "not installed",
  }, async () => {
    await using stack = new AsyncDisposableStack();
    const reached: string[] = [];
    const sites = new Map<string, Site>();
    for (const [n, name] of BEHIND.entries()) {
      const { port } = stack.use(
        await GUARDED_DOORS[name]!.open(config, (path) => (reached.push(path), `page of ${path}`)),
      );
      for (const variant of variants) {
        for (const isClosed of both) sites.set(`s${sites.size}-${n}.test`, { port, isClosed, ...variant });
      }
    }
    const settings = [...sites].map(([host, site]) => write(host, site));
    const { http, stop } = await startProxy(proxy, [first, ...settings].join("\n"));
    stack.defer(stop);
    const cookie = await signedIn();
    for (const [host, site] of sites) {
      const label = `${BEHIND[Number(/-(\d+)/.exec(host)![1])]} ${JSON.stringify(site)}`;
      const ask = async (path: string, headers = {}) => {
        const text = await send(http, requestFor("GET", path, { host, ...headers }));
        assert.match(text, /^HTTP/, `${path} of ${label} is not answered`);
        return text;
      };
      for (const path of [...CHANGED, ...OWN]) {
        reached.length = 0;
        const text = await ask(path);
        if (site.isClosed) assert.doesNotMatch(text, /csrf-token=/i, `${path} ${label}`);
        assert.ok(reached.every((each) => each === LOGIN), `${path} passes as ${reached}: ${label}`);
      }
      const expectAnswer = async (path: string, expected: RegExp) => {
        const text = await ask(path, { cookie });
        assert.match(text, expected, `${path} of ${label} is answered by ${text}`);
      };
      if (!site.isClosed) await expectAnswer("/auth/csrf", /csrf-token=/i);
      for (const path of ["/members", "/members/x%20y"]) await expectAnswer(path, /page of /);
    }
  });
}
