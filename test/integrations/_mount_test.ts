import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../src/config/types.ts";
import { ConfigError, MissingSecret, UntrustedHost } from "../../src/errors.ts";
import { mount } from "../../src/integrations/_mount.ts";
import { config } from "./_application.ts";

test("mount() fills in what the environment has, and leaves the config alone", () => {
  const own = Object.freeze({ providers: Object.freeze([]) });
  const env = { AUTH_SECRET: "a-secret-of-more-than-32-characters", AUTH_TRUST_HOST: "true" };
  const mounted = mount<AuthConfig>(own, env);
  assert.deepEqual(mounted.config.secret, [env.AUTH_SECRET]);
  assert.deepEqual(Object.keys(own), ["providers"]);
});

test("mount() refuses a config that can't work, with what to write", () => {
  assert.throws(() => mount({ ...config, secret: undefined }, {}), MissingSecret);
  assert.throws(() => mount({ ...config, trustHost: false }, {}), UntrustedHost);
  assert.throws(() => mount({ ...config, basePath: "auth" }, {}), /Cannot use `basePath`/);
  const untyped = (providers: unknown) => ({ ...config, providers }) as AuthConfig;
  assert.throws(() => mount(untyped(undefined), {}), /Cannot use `providers`: list them in an array/);
  for (const providers of [[{}], [null], [() => undefined]]) {
    assert.throws(() => mount(untyped(providers), {}), /Cannot use a provider without an `id`/);
  }
});

test("mount() takes the origin from AUTH_URL", () => {
  assert.equal(mount(config, {}).origin, undefined);
  assert.equal(mount(config, { AUTH_URL: "" }).origin, undefined);
  assert.equal(mount(config, { AUTH_URL: "https://app.example/app" }).origin, "https://app.example");
  const own = { ...config, url: "https://own.example" };
  assert.equal(mount(own, { AUTH_URL: "https://app.example" }).origin, "https://own.example");
});

test("mount() refuses an AUTH_URL that is none", () => {
  for (const AUTH_URL of ["app.example", "javascript:alert(1)", "ftp://app.example"]) {
    assert.throws(() => mount(config, { AUTH_URL }), (error: Error) => {
      assert.ok(
        error instanceof ConfigError && error.message.includes("write an http or https URL"),
        error.message,
      );
      return true;
    });
  }
});

test("mount() owns what is below basePath, segment by segment", () => {
  const { owns } = mount(config, {});
  for (const path of ["/auth", "/auth/", "/auth/session", "/auth/a/b/c"]) {
    assert.equal(owns(path), true, path);
  }
  for (const path of ["/", "/authx", "/auth.txt", "/a/auth/session", "/Auth/session", "//auth/session"]) {
    assert.equal(owns(path), false, path);
  }
});

test("mount() owns /auth below the path of AUTH_URL, also where a proxy has removed that path", () => {
  const { owns } = mount(config, { AUTH_URL: "https://app.example/app" });
  assert.deepEqual([owns("/app/auth/session"), owns("/auth/session")], [true, true]);
  for (const path of ["/app", "/app/session", "/app/authx", "/appauth", "/app/app/auth/session"]) {
    assert.equal(owns(path), false, path);
  }
});

test("mount() owns what is below an AUTH_URL that ends with /auth, as with Auth.js", () => {
  const { owns } = mount(config, { AUTH_URL: "https://app.example/api/auth" });
  assert.deepEqual([owns("/api/auth/session"), owns("/auth/session"), owns("/api/x")], [true, false, false]);
});

test("mount() owns only actions at the root", () => {
  const { owns } = mount({ ...config, basePath: "/" }, {});
  assert.deepEqual([owns("/session"), owns("/signin/github")], [true, true]);
  assert.deepEqual([owns("/"), owns("/home"), owns("/sessions")], [false, false, false]);
});
