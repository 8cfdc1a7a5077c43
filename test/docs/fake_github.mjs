/**
 * Takes the place of GitHub in the process of an application: loaded before it, as `--import` of Node and `--preload` of
 * Bun and Deno do. The other half is in `_follow.ts`: where the browser of the user is asked.
 *
 * @module
 */

const USER = { id: 1815, login: "ada", name: "Ada Lovelace", email: "ada@example.com" };
const ADDRESSES = [{ email: USER.email, primary: true, verified: true }];

const { fetch } = globalThis;

globalThis.fetch = async (input, init) => {
  const url = typeof input === "string" ? input : input.url ?? input.href;
  if (url === "https://github.com/login/oauth/access_token") return await token(new Request(url, init));
  if (url === "https://api.github.com/user") return Response.json(USER);
  if (url === "https://api.github.com/user/emails") return Response.json(ADDRESSES);
  return await fetch(input, init);
};

/** The code is the challenge of the request (RFC 7636), so that this process needs no memory of it. */
async function token(request) {
  const form = new URLSearchParams(await request.text());
  const bytes = new TextEncoder().encode(form.get("code_verifier") ?? "");
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const challenge = btoa(String.fromCharCode(...hash)).replaceAll("+", "-").replaceAll("/", "_").replace(
    /=+$/,
    "",
  );
  if (form.get("code") !== challenge) return Response.json({ error: "bad_verification_code" });
  return Response.json({ access_token: "a-token", token_type: "bearer", scope: "read:user,user:email" });
}
