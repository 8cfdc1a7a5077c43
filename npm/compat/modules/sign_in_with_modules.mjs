/**
 * Signs in once with each OAuth and OpenID provider module of `@auth/core`, on the `@auth/core` of this tree, with a
 * network in the process. Prints what came of each as JSON.
 *
 * @module
 */

import { readdir } from "node:fs/promises";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { answerAs, CODE, OPTIONS, SECRET } from "./network.mjs";

const [folder] = process.argv.slice(2);
const APP = "https://app.test";
/** Modules for mail and passkeys, whose packages are not there. */
const OTHERS = ["email.js", "index.js", "nodemailer.js", "passkey.js", "webauthn.js"];
const APP_SECRET = "a-secret-of-forty-characters-for-tests-0";

globalThis.fetch = (input, init) => Promise.resolve(answerAs(new Request(input, init), current));
// Some modules say on the console that they work around something.
console.warn = () => {};
/** The sign-in that runs, for the network. */
let current;

const { Auth } = await import("@auth/core");
const results = {};
const files = (await readdir(folder)).filter((name) => name.endsWith(".js"));
for (const file of files.filter((name) => !OTHERS.includes(name)).sort()) {
  const { default: create } = await import(pathToFileURL(`${folder}/${file}`).href);
  if (typeof create !== "function") continue;
  const id = file.slice(0, -".js".length);
  const provider = make(create, id);
  if (!["oauth", "oidc"].includes(provider.type)) continue;
  results[id] = await signIn(provider).then((user) => ({ user }), (error) => ({ error: error.message }));
}
console.log(JSON.stringify(results));

/** Makes the provider as its documentation says: with an issuer where it needs one. */
function make(create, id) {
  const client = { clientId: "client", clientSecret: SECRET, ...OPTIONS[id] };
  const withIssuer = () => create({ ...client, issuer: `https://${id}.example.com` });
  try {
    const provider = create({ ...client });
    const incomplete = provider.type === "oidc" && !provider.issuer;
    return incomplete || JSON.stringify(provider).includes("undefined") ? withIssuer() : provider;
  } catch {
    return withIssuer();
  }
}

async function signIn(provider) {
  const problems = [];
  const config = {
    providers: [provider],
    secret: APP_SECRET,
    trustHost: true,
    basePath: "/auth",
    logger: { error: (error) => problems.push(causeOf(error)), warn() {}, debug() {} },
  };
  const jar = new Map();
  const send = async (path, init = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...init.headers, ...(cookie && { cookie }) };
    const response = await Auth(new Request(new URL(path, APP), { ...init, headers }), config);
    for (const header of response.headers.getSetCookie()) keep(jar, header);
    return response;
  };
  const { options, type } = provider;
  const id = options?.id ?? provider.id;
  current = { id, type, issuer: options?.issuer ?? provider.issuer };
  const { csrfToken } = await (await send("/auth/csrf")).json();
  const started = await send(`/auth/signin/${id}`, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, callbackUrl: `${APP}/home` }),
  });
  const asked = new URL(started.headers.get("location"), APP);
  if (asked.origin === APP) throw new Error(problems.join("; ") || `it leads to ${asked.pathname}`);
  current.nonce = asked.searchParams.get("nonce");
  let answer = await send(...grant(asked, id));
  for (let hops = 0; hops < 3 && answer.headers.get("location")?.includes("/auth/callback/"); hops++) {
    answer = await send(answer.headers.get("location"));
  }
  const session = await (await send("/auth/session")).json();
  if (!session) throw new Error(problems.join("; ") || `${answer.status} ${answer.headers.get("location")}`);
  return session.user;
}

/** The request of a browser that returns from the provider. */
function grant(asked, id) {
  const { state, response_mode: mode } = Object.fromEntries(asked.searchParams);
  const params = new URLSearchParams({ code: CODE, ...(state && { state }) });
  if (mode !== "form_post") return [`/auth/callback/${id}?${params}`];
  const headers = { origin: asked.origin, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
  return [`/auth/callback/${id}`, { method: "POST", body: params, headers }];
}

function keep(jar, header) {
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(header);
  if (value === "" || /max-age=0(;|$)/i.test(header)) jar.delete(name);
  else jar.set(name, value);
}

/** The innermost error says what was wrong. */
function causeOf(error) {
  const inner = error?.cause?.err ?? error?.cause;
  return inner instanceof Error ? causeOf(inner) : String(error?.message ?? error);
}
