import assert from "node:assert/strict";
import { test } from "node:test";
import { Email } from "../../src/providers/email.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { DOORS, mine } from "./_doors.ts";
import { ask, type Listening, toCookie } from "./_entries.ts";
import { send } from "./_express.ts";
import { IDP } from "./_application.ts";

/** What a client says of the host of the site, in each header that some server or proxy reads. */
const SPOOF: Readonly<Record<string, string>> = {
  "x-forwarded-for": "192.0.2.7",
  "x-forwarded-host": "evil.example",
  "x-forwarded-server": "evil.example",
  "x-forwarded-port": "8443",
  "x-forwarded-proto": "https",
  "x-forwarded-prefix": "/evil",
  "x-forwarded-scheme": "https",
  "x-original-host": "evil.example",
  "x-original-url": "/evil",
  "x-rewrite-url": "/evil",
  "x-host": "evil.example",
  "x-http-host-override": "evil.example",
  "x-url-scheme": "https",
  "front-end-https": "on",
  "forwarded": "for=192.0.2.7;host=evil.example;proto=https",
  "cf-visitor": '{"scheme":"https"}',
  "true-host": "evil.example",
  "x-real-host": "evil.example",
};

/** An application with a provider and a mail, and the links that it has mailed. */
function application(extra: Partial<AuthConfig>) {
  const mailed: string[] = [];
  const lines: string[] = [];
  const config = {
    secret: "a-secret-of-more-than-32-characters",
    adapter: Memory(),
    providers: [
      IDP,
      Email({ id: "mail", name: "Mail", sendVerificationRequest: ({ url }) => void mailed.push(url) }),
    ],
    logger: { error: (error) => void lines.push(error.message), warn() {} },
    ...extra,
  } as AuthConfig;
  return { config, mailed, lines };
}

/** Sends the forms of the sign-in page, and returns the redirect URI that the provider gets. */
async function signIn(server: Listening, headers: Readonly<Record<string, string>>): Promise<string> {
  const csrf = await ask(server, "/auth/csrf", { headers: { ...headers } });
  const { csrfToken } = await csrf.json();
  const post = (path: string, form: Record<string, string>) =>
    ask(server, path, { headers: { ...headers, cookie: toCookie(csrf) }, form: { csrfToken, ...form } });
  await post("/auth/signin/mail", { email: "ada@example.com" });
  const started = await post("/auth/signin/idp", {});
  return new URL(started.headers.get("location")!).searchParams.get("redirect_uri")!;
}

for (const [name, open] of Object.entries(DOORS)) {
  test(`${name}: with AUTH_URL, mails and redirect URIs lead there, whatever a client sends (CFG-04, CFG-11)`, async () => {
    const { config, mailed, lines } = application({ url: "https://app.example" });
    await using server = await open(config, mine());
    for (const host of ["evil.example", "app.example", "evil.app.example:8443"]) {
      const uri = await signIn(server, { ...SPOOF, host });
      assert.equal(uri, "https://app.example/auth/callback/idp", lines.join("\n"));
      assert.match(mailed.pop()!, /^https:\/\/app\.example\/auth\/callback\/mail\?/);
    }
  });

  test(`${name}: with trustHost, mails and redirect URIs lead to the Host header, never to that of a forwarding header (CFG-04)`, async () => {
    const { config, mailed, lines } = application({ trustHost: true });
    await using server = await open(config, mine());
    // With https, a server that does not believe it refuses the form: see `misplacedOrigin()`.
    const spoof = { ...SPOOF, "x-forwarded-proto": "http", host: "app.example" };
    const uri = new URL(await signIn(server, spoof));
    assert.equal(uri.host, "app.example", lines.join("\n"));
    const link = new URL(mailed.pop()!);
    assert.equal(link.host, "app.example");
    assert.doesNotMatch(link.href, /evil/);
  });

  test(`${name}: with neither, no request begins a sign-in, whatever proxy is trusted (CFG-01, N07)`, async () => {
    const { config, mailed } = application({});
    const started = await Promise.resolve().then(() => open(config, mine())).catch((error: Error) => error);
    if (started instanceof Error) {
      return assert.match(started.message, /Cannot trust the request's host: set AUTH_URL/);
    }
    await using server = started;
    for (const host of ["app.example", "evil.example", "localhost", `127.0.0.1:${server.port}`]) {
      for (const headers of [{ host }, { ...SPOOF, host }]) {
        for (const path of ["/auth/csrf", "/auth/signin", "/auth/session"]) {
          assert.equal((await ask(server, path, { headers })).status, 500, path);
        }
        await ask(server, "/auth/signin/mail", { headers, form: { email: "ada@example.com" } });
      }
    }
    assert.deepEqual(mailed, []);
  });
}

/** Doors to servers that hand over the target of a request as the client has sent it. */
for (const name of ["Node", "Connect", "Koa", "Fastify", "h3 1", "Express 5", "Express 4"]) {
  test(`${name}: the host of a target in absolute form does not count (CFG-13)`, async () => {
    const { config } = application({ trustHost: true });
    await using server = await DOORS[name]!(config, mine());
    for (const target of ["http://evil.example/auth/providers", "https://evil.example:8443/auth/providers"]) {
      const lines = [
        `GET ${target} HTTP/1.1`,
        "Host: app.example",
        "X-Forwarded-Host: evil.example",
        "Connection: close",
      ];
      const answer = await send(server.port, `${lines.join("\r\n")}\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 (200|404|400) /, target);
      assert.doesNotMatch(answer, /evil/, target);
    }
  });
}
