import assert from "node:assert/strict";
import { test } from "node:test";
import { withTimeouts } from "../../src/providers/_smtp.ts";

const ALL = "connectionTimeout=10000&greetingTimeout=10000&socketTimeout=10000";

test("withTimeouts() adds time-outs to a URL", () => {
  assert.equal(withTimeouts("smtp://u:p%40ss@host:587"), `smtp://u:p%40ss@host:587?${ALL}`);
  assert.equal(withTimeouts("smtp://host?pool=true"), `smtp://host?pool=true&${ALL}`);
});

test("withTimeouts() keeps what a URL sets", () => {
  assert.equal(
    withTimeouts("smtp://host?greetingTimeout=1&name=a?b"),
    "smtp://host?greetingTimeout=1&name=a%3Fb&connectionTimeout=10000&socketTimeout=10000",
  );
});

test("withTimeouts() adds time-outs to options, and keeps what they set", () => {
  const options = Object.freeze({ host: "a", socketTimeout: 1 });
  assert.deepEqual(withTimeouts(options), {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 1,
    host: "a",
  });
  assert.deepEqual(withTimeouts({ url: "smtp://host", name: "a" }), { url: `smtp://host?${ALL}`, name: "a" });
});

test("withTimeouts() leaves a transport as it is", () => {
  const transport = { name: "a", send() {} };
  assert.equal(withTimeouts(transport), transport);
});
