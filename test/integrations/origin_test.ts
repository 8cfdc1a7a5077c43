import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { encode } from "../../src/model/jwt.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { createAuthenticator } from "../flows/_authenticator.ts";
import { ask, ENTRIES, type Listening, type Sent, toCookie } from "./_entries.ts";
import { IDP } from "./_application.ts";

const ORIGIN = "https://app.example";
const SECRET = "a-secret-of-more-than-32-characters";
const NAME = "__Host-latchkey.session-token";

/** What a client says of the host, none of which is true. */
const SPOOFS: Readonly<Record<string, Record<string, string>>> = {
  "Host": { host: "evil.example" },
  "Host of a subdomain": { host: "evil.app.example" },
  "Host with another port": { host: "app.example:8443" },
  "forwarding headers": {
    host: "10.0.0.5:3000",
    forwarded: "host=evil.example;proto=http",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "http",
    "x-original-host": "evil.example",
  },
};

/** An application with every kind of provider, and what it was told. */
function application() {
  const mails: string[] = [];
  const seen: string[] = [];
  const lines: string[] = [];
  const config: AuthConfig = {
    providers: [
      { ...IDP, name: "Provider" },
      {
        id: "mail",
        name: "Mail",
        type: "email",
        sendVerificationRequest: ({ url }) => void mails.push(url),
      },
      {
        id: "password",
        name: "Password",
        type: "credentials",
        credentials: {},
        authorize: (_credentials, request) => (seen.push(request.url), null),
      },
      Passkey(),
    ],
    adapter: Memory(),
    session: { strategy: "jwt", updateAge: 0 },
    callbacks: { redirect: ({ url, baseUrl }) => (seen.push(baseUrl), url) },
    logger: {
      error: (error) => void lines.push(`${error.name}: ${error.message}`),
      warn: (text) => void lines.push(text),
    },
  };
  return { config, mails, seen, lines };
}

for (const [entry, start] of Object.entries(ENTRIES)) {
  for (const [what, spoof] of Object.entries(SPOOFS)) {
    test(`${entry}() with AUTH_URL ignores a forged ${what} (CFG-11)`, async () => {
      const { config, mails, seen, lines } = application();
      await using server = await start(config, { AUTH_SECRET: SECRET, AUTH_URL: ORIGIN });
      const { send, post } = client(server, spoof);

      assert.match((await send("/auth/csrf")).headers.get("set-cookie")!, /^__Host-.+; Secure/);
      const page = await (await send("/auth/signin")).text();
      assert.match(page, /https:\/\/app\.example\/auth\/signin\/idp/);
      assert.doesNotMatch(page, /evil|:8443|10\.0\.0\.5|127\.0\.0\.1/);

      const asked = await post("/auth/signin/idp", { callbackUrl: "/home" });
      const { searchParams } = new URL(asked.headers.get("location")!);
      assert.equal(searchParams.get("redirect_uri"), `${ORIGIN}/auth/callback/idp`);
      assert.match(asked.headers.get("set-cookie")!, /^__Host-latchkey\.flow\..+; Secure/);

      await post("/auth/signin/mail", { email: "ada@example.com" });
      assert.deepEqual(mails.map((url) => new URL(url).origin), [ORIGIN], lines.join("\n"));
      await post("/auth/callback/password", {});
      assert.deepEqual(new Set(seen), new Set([ORIGIN, `${ORIGIN}/auth/callback/password`]));

      const token = await encode({ token: { sub: "1", name: "Ada" }, secret: SECRET, salt: NAME });
      const session = await send("/", { headers: { cookie: `${NAME}=${token}` } });
      assert.equal(await session.text(), "Ada");
      assert.match(session.headers.get("set-cookie")!, /^__Host-.+; Secure/);
      const plain = await send("/", { headers: { cookie: `latchkey.session-token=${token}` } });
      assert.equal(await plain.text(), "stranger");
    });

    test(`${entry}() with AUTH_URL rejects a form from the origin of a forged ${what} (CS-16)`, async () => {
      const { config, mails } = application();
      await using server = await start(config, { AUTH_SECRET: SECRET, AUTH_URL: ORIGIN });
      const { post } = client(server, spoof);
      for (const scheme of ["http", "https"]) {
        for (const site of [{}, { "sec-fetch-site": "same-origin" }] as Record<string, string>[]) {
          const headers = { origin: `${scheme}://${spoof["x-forwarded-host"] ?? spoof.host}`, ...site };
          const refused = await post("/auth/signin/mail", { email: "ada@example.com" }, headers);
          assert.match(refused.headers.get("location")!, /\?.*error=(MissingCSRF|Configuration)/);
        }
      }
      assert.deepEqual(mails, []);
    });

    test(`${entry}() with AUTH_URL rejects a passkey of the origin of a forged ${what} (WA-28)`, async () => {
      const { config, lines } = application();
      await using server = await start(config, { AUTH_SECRET: SECRET, AUTH_URL: ORIGIN });
      const { send, post } = client(server, spoof);
      const register = async (lies: { readonly origin?: string; readonly rpId?: string }) => {
        const asked = await send("/auth/webauthn-options/passkey?action=register&email=ada%40example.com");
        const { options } = await asked.json();
        assert.equal(options.rp.id, "app.example");
        const data = await createAuthenticator(ORIGIN).create(options, lies);
        return await post("/auth/callback/passkey", { action: "register", data: JSON.stringify(data) }, {
          cookie: toCookie(asked),
        });
      };
      const host = spoof.host!;
      for (const lies of [{ origin: `https://${host}` }, { origin: `http://${host}` }, { rpId: host }]) {
        const refused = await register(lies);
        assert.match(refused.headers.get("location")!, /error=WebAuthnVerificationError/, lines.join("\n"));
        assert.doesNotMatch(refused.headers.get("set-cookie") ?? "", /session-token=[^;]/);
      }
      const accepted = await register({});
      assert.match(toCookie(accepted), /__Host-latchkey\.session-token=./, lines.join("\n"));
    });
  }

  test(`${entry}() prefers the url of the config to AUTH_URL`, async () => {
    const { config } = application();
    const env = { AUTH_SECRET: SECRET, AUTH_URL: "https://other.example" };
    await using server = await start({ ...config, url: ORIGIN }, env);
    const page = await (await ask(server, "/auth/signin")).text();
    assert.match(page, /https:\/\/app\.example\//);
    assert.doesNotMatch(page, /other\.example/);
  });

  test(`${entry}() warns once of a request for another host than that of AUTH_URL`, async () => {
    const { config, lines } = application();
    await using server = await start(config, { AUTH_SECRET: SECRET, AUTH_URL: ORIGIN });
    const warnings = () => lines.filter((line) => line.startsWith("url-host-mismatch: "));
    await ask(server, "/auth/session", { headers: { host: "app.example" } });
    const forwarded = { host: "10.0.0.5", "x-forwarded-host": "app.example, proxy.example" };
    await ask(server, "/auth/session", { headers: forwarded });
    assert.deepEqual(warnings(), []);
    for (const host of ["one.example", "two.example"]) {
      await ask(server, "/auth/session", { headers: { host } });
    }
    const [warning, ...others] = warnings();
    assert.match(warning!, /http:\/\/one\.example\b.* https:\/\/app\.example\b.* set AUTH_URL/);
    assert.deepEqual(others, []);
  });
}

/** A client whose every request has these headers, and that posts as a page of the application does. */
function client(server: Listening, spoof: Record<string, string>) {
  const send = (path: string, { headers, ...more }: Sent = {}) =>
    ask(server, path, { headers: { ...spoof, ...headers }, ...more });
  return {
    send,
    async post(
      path: string,
      form: Record<string, string>,
      { cookie, ...headers }: Record<string, string> = {},
    ) {
      const csrf = await send("/auth/csrf");
      const { csrfToken } = await csrf.json();
      const cookies = [toCookie(csrf), cookie].filter(Boolean).join("; ");
      return await send(path, {
        form: { csrfToken, ...form },
        headers: { origin: ORIGIN, ...headers, cookie: cookies },
      });
    },
  };
}
