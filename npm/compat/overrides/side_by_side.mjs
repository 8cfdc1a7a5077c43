/**
 * Both libraries in one process, with one secret: prints whether they stay apart.
 *
 * @module
 */

import * as theirs from "@auth/core";
import * as theirErrors from "@auth/core/errors";
import TheirCredentials from "@auth/core/providers/credentials";
import * as ours from "@latchkey/auth";
import * as ourErrors from "@latchkey/auth/errors";
import OurCredentials from "@latchkey/auth/providers/credentials";

const APP = "https://app.test";
const person = { id: "1", name: "Ada", email: "ada@example.com" };
const config = (Credentials) => ({
  providers: [Credentials({ credentials: { name: {} }, authorize: () => person })],
  secret: "a-secret-of-forty-characters-for-tests-0",
  trustHost: true,
  basePath: "/auth",
  logger: { error() {}, warn() {}, debug() {} },
});
const sides = {
  ours: { Auth: ours.Auth, config: config(OurCredentials) },
  theirs: { Auth: theirs.Auth, config: config(TheirCredentials) },
};

const [mine, other] = [await signIn(sides.ours), await signIn(sides.theirs)];
console.log(JSON.stringify({
  signedIn: [await userOf(sides.ours, mine), await userOf(sides.theirs, other)],
  accepted: [await userOf(sides.ours, other), await userOf(sides.theirs, mine)],
  together: [
    await userOf(sides.ours, new Map([...other, ...mine])),
    await userOf(sides.theirs, new Map([...other, ...mine])),
  ],
  errors: [
    new ourErrors.AccessDenied() instanceof theirErrors.AuthError,
    new theirErrors.AccessDenied() instanceof ourErrors.AuthError,
  ],
  markers: [ours.raw === theirs.raw, ours.customFetch === theirs.customFetch],
}));

async function signIn(side) {
  const jar = new Map();
  const { csrfToken } = await (await send(side, jar, "/auth/csrf")).json();
  const body = new URLSearchParams({ csrfToken, name: "Ada" });
  await send(side, jar, "/auth/callback/credentials", { method: "POST", body });
  return jar;
}

async function userOf(side, jar) {
  return (await (await send(side, new Map(jar), "/auth/session")).json())?.user?.name ?? null;
}

async function send({ Auth, config }, jar, path, init = {}) {
  const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
  const response = await Auth(new Request(APP + path, { ...init, headers: { cookie } }), config);
  for (const header of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(header);
    jar.set(name, value);
  }
  return response;
}
