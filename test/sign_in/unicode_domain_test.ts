import assert from "node:assert/strict";
import { test } from "node:test";
import { toUnicodeDomain } from "../../src/sign_in/unicode_domain.ts";
import { toAddress } from "../../src/values/same_address.ts";

for (
  const domain of [
    "bücher.example",
    "a.münchen.example",
    "faß.example",
    "правительство.рф",
    "例子.测试",
    "डाटामेल.भारत",
    "他们为什么不说中文.com",
    "pročprostěnemluvíčesky.example",
    "なぜみんな日本語を話してくれないのか.jp",
    "a😀b.example",
  ]
) {
  test(`toUnicodeDomain() writes a domain as it was before: ${domain}`, () => {
    const address = toAddress(`ada@${domain}`)!;
    assert.match(address, /^[ -~]+$/);
    assert.equal(toUnicodeDomain(address), `ada@${domain}`);
  });
}

test("toUnicodeDomain() leaves what stands for no letters", () => {
  for (
    const label of [
      "ada@example.com",
      "xn--",
      "xn--99999999",
      "xn---",
      "xn--zzzzzzzzzzzzzzzzzzzzz.com",
      "axn--bcher-kva",
    ]
  ) {
    assert.equal(toUnicodeDomain(label), label);
  }
});
