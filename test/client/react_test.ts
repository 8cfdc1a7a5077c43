import assert from "node:assert/strict";
import { test } from "node:test";
// @ts-types="npm:@types/react@19.3.0"
import { createElement, type ReactNode } from "npm:react@19.3.1";
// @ts-types="npm:@types/react-dom@19/server"
import { renderToString } from "npm:react-dom@19.3.1/server";
import type { AuthConfig } from "../../mod.ts";
import { createClient } from "../../src/client/client.ts";
import { SessionProvider as NextSessionProvider } from "../../src/client/next.ts";
import { SessionProvider, type SessionProviderProps, useClient, useSession } from "../../src/client/react.ts";

const session = { user: { id: "1", name: "ada" }, expires: "" };

test("useSession() on a server has the session of the provider", () => {
  assert.equal(render({ session }), "authenticated ada");
  assert.equal(render({ session: null }), "unauthenticated nobody");
  assert.equal(render({}), "loading nobody");
});

test("SessionProvider on a server keeps nothing of a user for the next one", () => {
  const client = createClient();
  assert.equal(render({ session, client }), "authenticated ada");
  assert.equal(render({ client }), "loading nobody");
  assert.equal(client.getSnapshot().status, "loading");
});

test("useSession() that is required is loading on a server where no one is signed in", () => {
  assert.equal(render({ session: null }, { required: true }), "loading nobody");
});

const HOOKS: Readonly<Record<string, () => unknown>> = { useSession, useClient };
for (const [name, hook] of Object.entries(HOOKS)) {
  test(`${name}() without a provider says what to write`, () => {
    const Lost = (): ReactNode => String(hook());
    assert.throws(() => renderToString(createElement(Lost)), /Put <SessionProvider> around/);
  });
}

test("SessionProvider of Next has the path /api/auth, or the one that it is given", async () => {
  for (const basePath of [undefined, "/auth"]) {
    let url = "";
    const before = globalThis.fetch;
    try {
      globalThis.fetch = (input) => {
        url = String(input);
        return Promise.resolve(Response.json(null));
      };
      const Use = (): ReactNode => {
        const client = useClient();
        Object.assign(globalThis, { location: { href: "https://app.test/" } });
        client.getSession();
        return null;
      };
      renderToString(createElement(NextSessionProvider, { basePath }, createElement(Use)));
      await Promise.resolve();
    } finally {
      globalThis.fetch = before;
      Object.assign(globalThis, { location: undefined });
    }
    assert.equal(url, `https://app.test${basePath ?? "/api/auth"}/session`);
  }
});

const config = {
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, role: "admin" as const }) },
} satisfies AuthConfig<"jwt">;

test("the session has the type of the config", () => {
  const typed = createClient<typeof config>();
  const state = typed.getSnapshot();
  const role: "admin" | undefined = state.status === "authenticated" ? state.session.role : undefined;
  assert.equal(role, undefined);
  // Compiled, not run.
  const Typed = (): ReactNode => {
    const { data, status } = useSession<typeof config, true>({ required: true });
    // @ts-expect-error With `required` no one is without a session.
    if (status === "unauthenticated") return null;
    const role: "admin" | undefined = data?.role;
    return status === "authenticated" ? data.role : role;
  };
  assert.equal(typeof Typed, "function");
});

/** What a component below the provider shows. */
function render(props: SessionProviderProps, options?: { readonly required?: boolean }): string {
  const Show = (): ReactNode => {
    const { status, data } = useSession(options);
    return `${status} ${data?.user?.name ?? "nobody"}`;
  };
  return renderToString(createElement(SessionProvider, props, createElement(Show)));
}
