import assert from "node:assert/strict";
import { test } from "node:test";
import type { CheckedProvider } from "../../src/cli/check_providers.ts";
import { hasNoNetwork, withoutNetwork } from "../../src/cli/network.ts";
import { toWrong } from "../../src/cli/report.ts";
import { ProviderUnavailable } from "../../src/errors/errors.ts";

/** A provider whose hosts did not answer, for a reason of the runtime. */
function silent(reason: string, ...hosts: string[]): CheckedProvider {
  const findings = hosts.map((host) => {
    const err = new TypeError("fetch failed", { cause: new Error(reason) });
    return toWrong(
      "token",
      new ProviderUnavailable(`Cannot get "https://${host}/x": it could not be reached`, { err }),
    );
  });
  return {
    id: "idp",
    clock: null,
    findings: [{ name: "callback", status: "ok", text: "registered" }, ...findings],
  };
}

const AWAY = "getaddrinfo EAI_AGAIN api.github.com";
const UNKNOWN = "getaddrinfo ENOTFOUND github.com";

test("hasNoNetwork() holds if the runtime says so, or if several hosts are silent", () => {
  assert.ok(hasNoNetwork([silent(AWAY, "github.com")]));
  assert.ok(hasNoNetwork([silent(UNKNOWN, "github.com", "api.github.com")]));
  assert.ok(hasNoNetwork([silent(UNKNOWN, "github.com"), silent(UNKNOWN, "accounts.google.com")]));
  assert.ok(hasNoNetwork([silent("connect ENETUNREACH 1.2.3.4:443", "github.com")]));
});

test("hasNoNetwork() is false for one wrong name, a refused connection, an answer, and hosts of this machine", () => {
  const answered = { ...silent(UNKNOWN, "a.test"), clock: {} as never };
  for (
    const checked of [
      [silent(UNKNOWN, "typo.example")],
      [silent("connect ECONNREFUSED 1.2.3.4:443", "a.test", "b.test")],
      [silent("self-signed certificate", "a.test", "b.test")],
      [answered, silent(AWAY, "b.test")],
      [silent(AWAY, "localhost:9000", "127.0.0.1:9001")],
      [silent(AWAY)],
      [],
    ]
  ) assert.equal(hasNoNetwork(checked), false, JSON.stringify(checked));
});

test("withoutNetwork() skips the verdicts that need an answer, and keeps the others", () => {
  const { findings } = silent(AWAY, "github.com", "api.github.com");
  assert.deepEqual(withoutNetwork(findings).map(({ name, status }) => [name, status]), [
    ["callback", "ok"],
    ["network", "skipped"],
  ]);
  const names = (text: string) =>
    withoutNetwork([{ name: "tables", status: "wrong", text }]).map(({ name }) => name);
  assert.deepEqual(names("users, accounts: getaddrinfo ENOTFOUND db.neon.tech"), ["network"]);
  assert.deepEqual(names("users: the database does not answer within 10 seconds"), ["network"]);
  assert.deepEqual(names("users: connect ECONNREFUSED 127.0.0.1:5432"), ["tables"]);
  assert.deepEqual(names("accounts: not in the database"), ["tables"]);
  const local = silent(AWAY, "localhost:9000").findings;
  assert.deepEqual(withoutNetwork(local), local);
});
