import assert from "node:assert/strict";
import { test } from "node:test";
import { isOneFactor, MARK, transportsOf } from "../../src/values/one_factor.ts";

const PASSKEYS: readonly (readonly [
  transports: string | null | undefined,
  shown: readonly string[],
  isOne: boolean,
])[] = [
  [undefined, [], false],
  [null, [], false],
  ["", [], false],
  ["usb", ["usb"], false],
  ["usb,,nfc", ["usb", "nfc"], false],
  [`${MARK}session`, [], true],
  [`usb,${MARK}session,nfc`, ["usb", "nfc"], true],
];

test("transportsOf() leaves out the word that marks a passkey as one factor, and isOneFactor() sees it", () => {
  assert.equal(MARK, "1fa:", "stored passkeys have it");
  for (const [transports, shown, isOne] of PASSKEYS) {
    assert.deepEqual(transportsOf({ transports }), shown, String(transports));
    assert.equal(isOneFactor({ transports }), isOne, String(transports));
  }
});
