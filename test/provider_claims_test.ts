import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

const folder = new URL("../src/providers/", import.meta.url);
const shared = fieldsOf(
  await readFile(new URL("../model/_provider_claims.ts", folder), "utf8"),
  "StandardClaims",
);

/** The claims of the table in OpenID Connect Core §5.1. */
const TABLE =
  "sub name given_name family_name middle_name nickname preferred_username profile picture website " +
  "email email_verified gender birthdate zoneinfo locale phone_number phone_number_verified address updated_at";

test("StandardClaims has all claims of OpenID Connect Core §5.1, and no other", () => {
  assert.deepEqual([...shared].sort(), TABLE.split(" ").sort());
});

test("a profile type that declares ten standard claims or more extends StandardClaims instead", async () => {
  let extended = 0;
  for (const file of (await readdir(folder)).filter((file) => /^[a-z\d].*\.ts$/.test(file))) {
    const source = await readFile(new URL(file, folder), "utf8");
    if (!source.includes('type: "oidc"')) continue;
    extended += Number(/ extends .*\bStandardClaims\b/.test(source));
    for (const [, type] of source.matchAll(/^export interface (\w+)/gm)) {
      const repeated = fieldsOf(source, type!).filter((field) => shared.includes(field));
      assert.ok(repeated.length < 10, `${file}: ${type} declares ${repeated}`);
    }
  }
  assert.ok(extended > 15, `${extended} files`);
});

/** Names of the fields that an interface declares itself. */
function fieldsOf(source: string, type: string): readonly string[] {
  const [, body] = new RegExp(`^export interface ${type}\\b[^{]*\\{\n(.*?)^\\}`, "ms").exec(source)!;
  return [...body!.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => name!);
}
