import assert from "node:assert/strict";
import { test } from "node:test";
import { type Context, Hono } from "npm:hono@4.13.19";
import { Hono as OldHono } from "npm:hono@4.0.0";
import { cors } from "npm:hono@4.13.19/cors";
import { setCookie } from "npm:hono@4.13.19/cookie";
import { secureHeaders } from "npm:hono@4.13.19/secure-headers";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import {
  type AuthVariables,
  HonoAuth,
  requireSession,
  type SessionVariables,
} from "../../src/integrations/hono/hono.ts";
import { config, signedIn } from "./_application.ts";

type Env = { Variables: SessionVariables<typeof config> };

const TOKEN = "latchkey.session-token";
const [JSON_TYPE, FORM_TYPE] = ["application/json", "application/x-www-form-urlencoded"] as const;

for (
  const [version, Framework] of Object.entries({ "4.13": Hono, "4.0": OldHono as unknown as typeof Hono })
) {
  /** Bodies that Hono has read before HonoAuth. */
  const readers: Readonly<Record<string, readonly [(c: Context) => Promise<unknown>, ...types: string[]]>> = {
    "c.req.text()": [(c) => c.req.text(), JSON_TYPE, FORM_TYPE],
    "c.req.json()": [(c) => c.req.json(), JSON_TYPE],
    "c.req.arrayBuffer()": [(c) => c.req.arrayBuffer(), JSON_TYPE, FORM_TYPE],
    "c.req.blob()": [(c) => c.req.blob(), JSON_TYPE, FORM_TYPE],
    "c.req.parseBody()": [(c) => c.req.parseBody(), JSON_TYPE, FORM_TYPE],
    "c.req.formData()": [(c) => c.req.formData(), FORM_TYPE],
  };
  for (const [name, [read, ...types]] of Object.entries(readers)) {
    for (const type of types) {
      test(`HonoAuth() on Hono ${version} uses the body of ${type} that ${name} has read`, async () => {
        const app = new Framework();
        app.use("*", async (c, next) => void (c.req.method === "POST" && await read(c), await next()));
        app.use("*", HonoAuth(config));
        const response = await app.request("/auth/csrf");
        const fields = { ...await response.json(), callbackUrl: "/a?b=é&c=+" };
        const left = await app.request("/auth/signout", {
          method: "POST",
          body: type === JSON_TYPE ? JSON.stringify(fields) : String(new URLSearchParams(fields)),
          headers: { "content-type": type, cookie: cookiesOf(response) },
        });
        assert.deepEqual(
          [left.status, left.headers.get("location")],
          [303, "http://localhost/a?b=%C3%A9&c=+"],
        );
      });
    }
  }

  test(`HonoAuth() on Hono ${version} names the cause if c.req.raw was read before it`, async () => {
    const app = new Framework();
    const errors: Error[] = [];
    app.onError((error, c) => (errors.push(error), c.text("failed", 500)));
    app.use("*", async (c, next) => void (await c.req.raw.text(), await next()));
    app.use("*", HonoAuth(config));
    const response = await app.request("/auth/signout", { method: "POST", body: "a=b" });
    assert.deepEqual([response.status, await response.text()], [500, "failed"]);
    assert.match(
      errors.join(),
      /has read it before\. Use HonoAuth before it, or read .* `c\.req\.json.* not with `c\.req\.raw`/,
    );
  });

  test(`HonoAuth() on Hono ${version} does not lose the fields of a form without a word if c.req.json() has failed`, async () => {
    const errors: Error[] = [];
    const app = new Framework();
    app.onError((error, c) => (errors.push(error), c.text("failed", 500)));
    app.use("*", async (c, next) => {
      if (c.req.method === "POST") await c.req.json().catch(() => null);
      await next();
    });
    app.use("*", HonoAuth(config));
    const response = await app.request("/auth/csrf");
    const { csrfToken } = await response.json();
    const left = await app.request("/auth/signout", {
      method: "POST",
      body: new URLSearchParams({ csrfToken }),
      headers: { cookie: cookiesOf(response) },
    });
    // Hono 4.0 has lost the text: the error says so.
    if (version === "4.0") assert.match(errors.join(), /has read it before\. Use HonoAuth before it/);
    else assert.deepEqual([left.status, left.headers.get("location")], [303, "http://localhost"]);
  });

  test(`HonoAuth() on Hono ${version} refuses a path that its requests do not reach, and says both`, async () => {
    for (const pattern of ["/members/*", "/members/:id/*", "/authx/*"]) {
      const app = new Framework();
      const errors: Error[] = [];
      app.onError((error, c) => (errors.push(error), c.text("failed", 500)));
      app.use(pattern, HonoAuth(config));
      const path = pattern.replace(":id", "1").replace("*", "page");
      assert.equal((await app.request(path)).status, 500);
      assert.ok(errors[0]!.message.includes(`"${pattern}": the library is at "/auth"`), errors[0]!.message);
    }
  });
}

test("HonoAuth() answers below its base path, in the application, in a part of it, and below a basePath of Hono", async () => {
  const own = (basePath: string): AuthConfig => ({ ...config, basePath });
  const apps: Readonly<Record<string, Hono>> = {
    "/auth": new Hono().use(HonoAuth(config)),
    "/x/auth": new Hono().route("/x", new Hono().use(HonoAuth(own("/x/auth")))),
    "/api/auth": new Hono().basePath("/api").use(HonoAuth(own("/api/auth"))),
    "/de/auth": new Hono().use("/:lang/*", HonoAuth(own("/de/auth"))),
    "/app/auth": new Hono().use("/auth/*", HonoAuth({ ...config, url: "https://app.example/app" })),
  };
  for (const [base, app] of Object.entries(apps)) {
    const path = base === "/app/auth" ? "/auth" : base;
    const response = await app.request(`${path}/session`, { headers: { cookie: await signedIn() } });
    assert.equal(response.status, 200, base);
    for (const other of [`${path}/nothing`, `${path}x/session`]) {
      assert.equal((await app.request(other)).status, 404, other);
    }
  }
});

test("HonoAuth() keeps headers and cookies of other middleware on the answers of the library", async () => {
  const app = new Hono();
  app.use(cors(), secureHeaders());
  app.use(async (c, next) => {
    setCookie(c, "before", "1");
    c.header("cache-control", "public");
    c.header("x-before", "1");
    await next();
    setCookie(c, "after", "1");
  });
  app.use(HonoAuth(config));
  app.get("/mine", async (c) => c.json(await (c.get("auth" as never) as () => unknown)()));
  for (const [path, name] of [["/auth/csrf", "latchkey.csrf-token"], ["/mine", TOKEN]] as const) {
    const { headers } = await app.request(path, { headers: { cookie: await signedIn() } });
    assert.deepEqual(headers.getSetCookie().map((each) => each.split("=")[0]).sort(), [
      "after",
      "before",
      name,
    ]);
    assert.equal(headers.get("cache-control"), "private, no-cache, no-store");
    assert.equal(headers.get("x-before"), "1");
    assert.equal(headers.get("access-control-allow-origin"), "*");
    assert.equal(headers.get("x-frame-options"), "SAMEORIGIN");
  }
});

test("HonoAuth() adds the cookie to responses that cannot be changed, and to those of an error", async () => {
  const app = new Hono<Env>().use(HonoAuth(config));
  app.use(async (c, next) => void (await c.var.auth(), await next()));
  app.get("/redirect", () => Response.redirect("https://other.example/"));
  app.get("/fail", () => {
    throw new Error("This is meant to fail.");
  });
  app.onError((_, c) => c.text("failed", 500));
  for (const path of ["/redirect", "/fail", "/nothing"]) {
    const { headers } = await app.request(path, { headers: { cookie: await signedIn() } });
    assert.equal(headers.getSetCookie().length, 1, path);
  }
});

test("HonoAuth() creates a config for each request from the bindings of the platform", async () => {
  const app = new Hono<{ Variables: AuthVariables; Bindings: Record<string, unknown> }>();
  let created = 0;
  app.use(HonoAuth((c) => {
    created++;
    return { ...config, secret: undefined, trustHost: undefined, basePath: c.env.PATH };
  }));
  const env = { AUTH_SECRET: config.secret, AUTH_TRUST_HOST: true, PATH: "/api/auth", DB: {} };
  const init = { headers: { cookie: await signedIn() } };
  for (const path of ["/api/auth/session", "/api/auth/session"]) {
    assert.equal((await (await app.request(path, init, env)).json()).user.name, "Ada");
  }
  assert.equal(created, 2);
});

test("HonoAuth() and requireSession() say at once how they are used", async () => {
  assert.throws(() => HonoAuth(undefined as never), /HonoAuth got undefined: write HonoAuth\(\{ providers/);
  assert.throws(() => HonoAuth({ providers: [], secret: "short" }), /secret/);
  assert.throws(
    () => HonoAuth(new Hono() as never),
    /HonoAuth got an application: write/,
  );
  const message = async (app: Hono) => {
    let text = "";
    app.onError((error, c) => c.text(text = error.message, 500));
    await app.request("/");
    return text;
  };
  assert.match(await message(new Hono().use(HonoAuth as never)), /write `app\.use\(HonoAuth\(config\)\)`/);
  assert.match(
    await message(new Hono().use(requireSession as never)),
    /write `app\.use\(requireSession\(\)\)`/,
  );
  assert.match(
    await message(new Hono().use(requireSession()).use(HonoAuth(config))),
    /HonoAuth does not run before this route\. Write `app\.use\(HonoAuth\(config\)\)` before all routes/,
  );
});

for (
  const [version, Framework] of Object.entries({ "4.13": Hono, "4.0": OldHono as unknown as typeof Hono })
) {
  test(`auth.require() on Hono ${version} answers as requireSession() does, whatever app.onError says`, async () => {
    const own = (onError?: (error: Error, c: Context) => Response) => {
      const app = new Framework<Env>().use(HonoAuth(config));
      app.get("/mine", async (c) => {
        setCookie(c, "mine", "1");
        return c.text((await c.var.auth.require()).id!);
      });
      return onError ? app.onError(onError) : app;
    };
    const handlers = [undefined, (_: Error, c: Context) => c.text("failed", 500)];
    for (const app of handlers.map((each) => own(each))) {
      const page = await app.request("/mine?a=b", { headers: { accept: "text/html" } });
      assert.deepEqual(
        [page.status, page.headers.get("location"), await page.text(), page.headers.getSetCookie().length],
        [303, "/auth/signin?callbackUrl=%2Fmine%3Fa%3Db", "", 1],
      );
      const script = await app.request("/mine");
      assert.deepEqual([script.status, await script.json()], [401, { message: "Sign in first." }]);
      assert.match(script.headers.get("content-type")!, /^application\/json/);
      const member = await app.request("/mine", { headers: { cookie: await signedIn() } });
      assert.equal(await member.text(), "1");
    }
    const shown = await own((error, c) => c.text(error.name, 403)).request("/mine");
    assert.deepEqual([shown.status, await shown.text()], [403, "SessionRequired"]);
  });
}

function cookiesOf(response: Response): string {
  return response.headers.getSetCookie().map((each) => each.split(";")[0]).join("; ");
}
