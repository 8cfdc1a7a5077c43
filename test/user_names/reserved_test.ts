import assert from "node:assert/strict";
import { test } from "node:test";
import { skeletonsOf } from "../../src/features/user_names/look_alikes.ts";
import { parseUserName } from "../../src/features/user_names/name.ts";
import { isReservedName, RESERVED } from "../../src/features/user_names/reserved.ts";
import { ACTIONS } from "../../src/http/endpoints.ts";

const isReserved = (text: string, own?: readonly string[]) => {
  const name = parseUserName(text, { minLength: 1 });
  return "key" in name ? isReservedName(name, own) : name.wrong;
};

const looksOf = (shown: string) => skeletonsOf({ shown, key: shown });

test("isReservedName() holds the names of mailboxes, of the application and of paths", () => {
  for (
    const name of [
      "postmaster",
      "Admin",
      "ROOT",
      "support",
      "api",
      "www",
      "null",
      "me",
      "everyone",
      "here",
      ...ACTIONS.keys(),
    ]
  ) {
    assert.equal(isReserved(name), true, name);
  }
  for (const name of RESERVED) assert.equal(isReserved(name), true, name);
});

for (
  const name of [
    "adm1n",
    "ADM1N",
    "ａｄｍｉｎ",
    "ad-min",
    "no_reply",
    "r00t",
    "sign.in",
    "supp0rt",
    "ѕаӏеѕ",
    "РОРЗ",
    "гооТ",
  ]
) {
  test(`isReservedName() is not misled by ${name}`, () => {
    assert.equal(isReserved(name), true);
  });
}

test("a reserved name with one letter of another script is not a name at all", () => {
  assert.equal(isReserved("аdmin"), "characters");
  assert.equal(isReservedName({ shown: "аdmin", key: "аdmin" }), true);
});

test("isReservedName() adds the names that the application reserves", () => {
  const own = ["Acme Inc", "SCOPE", ""];
  assert.deepEqual([isReserved("scope"), isReserved("scope", own), isReserved("ѕсоре", own)], [
    false,
    true,
    true,
  ]);
  assert.deepEqual([isReserved("acme-1nc", own), isReserved("ada", own)], [true, false]);
});

test("no reserved name looks like a first name", () => {
  const names = (
    "ada aisha alan ali alice anna bea ben bill billie carl claire dan edit eli ella elle emil emma eric finn gail hal ian ida ilan ines iris " +
    "jill joel kai leia leo lia lil lily lian lisa liu mai mali max mia mila milo nan nia nils nina noel olga otto paul phil rob roi sal sally " +
    "silas theo tim toni uli vi will xi yi you zoe"
  ).split(" ");
  const taken = new Set(RESERVED.flatMap(looksOf));
  assert.deepEqual(names.filter((name) => looksOf(name).some((look) => taken.has(look))), []);
});
