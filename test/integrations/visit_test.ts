import assert from "node:assert/strict";
import { test } from "node:test";
import { cookieAfter } from "../../src/integrations/mount/visit.ts";
import type { SetCookie } from "../../src/values/cookie.ts";

const set: SetCookie[] = [
  { name: "a", value: "é 1", options: {} },
  { name: "b", value: "", options: { maxAge: 0 } },
];

test("cookieAfter() leaves the cookies that were not set since as they are, also odd ones, and those of another path (SE-40)", () => {
  const rows: readonly (readonly [sent: string | null, then: string])[] = [
    [null, "a=%C3%A9%201"],
    ["", "a=%C3%A9%201"],
    ["a=0; b=2; c=%zz", "a=%C3%A9%201; c=%zz"],
    [' a = 0;\tb=2\t;; c="x y"; a=3; b=4', 'a=%C3%A9%201; c="x y"; a=3'],
    ["ab=1; ba=2; A=3", "ab=1; ba=2; A=3; a=%C3%A9%201"],
    ["c; =d; e=f=g", "c; =d; e=f=g; a=%C3%A9%201"],
  ];
  for (const [sent, then] of rows) assert.equal(cookieAfter(sent, set), then, String(sent));
  assert.equal(cookieAfter("a=1; b=2", []), "a=1; b=2");
});

test("cookieAfter() makes no name that a browser keeps for one host of another name (SE-20)", () => {
  for (const before of ["\u00a0", "\u2003", "\ufeff", "\v", "\f"]) {
    const sent = `${before}__Host-latchkey.session-token=eve`;
    assert.equal(cookieAfter(`${sent}; b=1`, set), `${sent}; a=%C3%A9%201`);
  }
});
