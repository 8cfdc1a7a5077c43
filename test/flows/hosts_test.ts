import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { all } from "../../src/messages/languages.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { GitHub } from "../../src/providers/github.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { Resend } from "../../src/providers/resend.ts";
import { SECRET } from "./_world.ts";

/** A config with each kind of form, which counts how often its sign-in page is made. */
function open(options: Partial<AuthConfig> = {}) {
  const made = { times: 0 };
  const mark = () => {
    made.times++;
    return Promise.resolve({ default: { viewBox: "0 0 24 24", paths: [{ d: "M0 0h24v24z" }] } });
  };
  const config = {
    secret: SECRET,
    trustHost: true,
    providers: [
      { ...GitHub({ clientId: "c", clientSecret: "s" }), style: { mark } },
      Resend({ apiKey: "k", from: "a@example.com" }),
      Passkey(),
      Credentials({ credentials: { email: { type: "email" } }, authorize: () => null }),
    ],
    adapter: Memory(),
    languages: all,
    logger: { warn: () => {} },
    ...options,
  } satisfies AuthConfig;
  const show = async (origin: string, query = "", headers: HeadersInit = {}) => {
    const response = await Auth(new Request(`${origin}/auth/signin${query}`, { headers }), config);
    const html = (await response.text()).replace(/name="csrfToken" value="[^"]*"/g, "");
    return { html, policy: response.headers.get("content-security-policy")!, status: response.status };
  };
  return { show, made, config };
}

test("the sign-in page is made once for all hosts that clients name, for each language and scheme", async () => {
  const { show, made } = open();
  for (let i = 0; i < 100; i++) await show(`https://host${i}.test`);
  assert.equal(made.times, 1);
  for (let i = 0; i < 100; i++) await show(`http://host${i}.test:${8000 + i}`);
  assert.equal(made.times, 2);
  for (let i = 0; i < 100; i++) await show(`https://host${i}.test`, "", { "accept-language": "de" });
  assert.equal(made.times, 3);
});

const ORIGINS = [
  "https://app.test",
  "http://app.test:8080",
  "https://xn--bcher-kva.example",
  "http://127.0.0.1:3000",
  "http://[::1]:3000",
  "https://a'b&c.test",
];

const VISITS = ["", "?callbackUrl=/home&error=AccessDenied", "?email=ada@example.com&error=InvalidEmail"];

for (const origin of ORIGINS) {
  test(`the sign-in page for ${origin} is that of an application which has it as \`url\``, async () => {
    const [trusting, fixed] = [open(), open({ url: origin })];
    await trusting.show("https://another.test");
    await trusting.show("http://another.test");
    for (const visit of VISITS) {
      const shown = await trusting.show(origin, visit);
      assert.deepEqual(shown, await fixed.show(origin, visit));
      assert.equal(shown.status, 200);
      assert.doesNotMatch(shown.html + shown.policy, /another|\.invalid/);
    }
  });
}
