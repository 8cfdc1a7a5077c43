/**
 * The program that all runtimes serve. It is JavaScript, as Node 20 runs nothing else.
 *
 * @module
 */

/** Where the application is as its users see it: behind a proxy that ends TLS. */
export const ORIGIN = "https://app.example";

/** Credentials and issuer come from the environment. */
export const config = {
  providers: [
    exampleId("example", {}),
    exampleId("example-form", { response_mode: "form_post" }),
  ],
  session: { updateAge: 0 },
  callbacks: {
    jwt: ({ token, trigger, session }) =>
      trigger === "update" ? { ...token, text: String(session?.text) } : token,
    session: ({ session, token }) => ({ ...session, text: token.text ?? null }),
  },
};

/** Answers what is not the library's: with status, and a value for a JSON body. */
export async function respond(pathname, readBody, auth) {
  if (pathname === "/") return [200, await auth()];
  if (pathname === "/twice") return [200, [await auth(), await auth()].map((session) => session?.user?.name)];
  if (pathname === "/echo") return [200, { name: (await auth())?.user?.name, body: await readBody() }];
  if (pathname === "/fail") throw new Error("This is meant to fail.");
  return [404, pathname];
}

/** The same for runtimes whose servers speak `Request` and `Response`. */
export async function respondToRequest(request, auth) {
  const { pathname } = new URL(request.url);
  if (pathname === "/redirect") {
    await auth();
    return Response.redirect(`${ORIGIN}/`);
  }
  const [status, value] = await respond(pathname, () => request.text(), auth);
  return Response.json(value, { status });
}

function exampleId(id, params) {
  return {
    id,
    name: "Example ID",
    type: "oidc",
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: "openid profile email", prompt: "login", ...params } },
  };
}
