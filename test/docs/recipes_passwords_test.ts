import assert from "node:assert/strict";
import { scryptSync } from "node:crypto";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("recipes/passwords.md");

const PASSWORD = "correct horse battery";

page.section("Sign in with a name", (recipe) =>
  withQuickScrypt(async () => {
    const { config }: { config: AuthConfig<"database"> } = await recipe.load("auth.ts");
    const { checkPassword, removePassword, signUp } = await recipe.load("passwords.ts");
    const { sql } = await recipe.load("database.ts");
    recipe.sites[APP] = DenoAuth(config, async (_request, auth) => new Response((await auth())?.user.name));
    const browser = recipe.browser();
    const signIn = async (password: string) => {
      const form = await browser.open(`${APP}/auth/signin`);
      return await form.submit("/auth/callback/password", { username: " ADA ", password });
    };
    assert.equal(await signUp("Ada", PASSWORD), true);
    assert.equal(await signUp("ada", "another password"), false);
    assert.match((await browser.open(`${APP}/auth/signin`)).html, /href="\/register"/);
    assert.match((await signIn("wrong password")).url, /error=CredentialsSignin/);
    assert.equal((await signIn(PASSWORD)).text, "Ada");
    const { user } = await recipe.session(browser);

    const stored = () => sql.prepare("SELECT hash FROM passwords").get().hash;
    const store = (hash: string) => sql.prepare("UPDATE passwords SET hash = ?").run(hash);
    // A password with lower costs gets a new hash, also when two browsers sign in at once.
    store(cheapHash(PASSWORD));
    const both = await Promise.all([checkPassword("ada", PASSWORD), checkPassword("ada", PASSWORD)]);
    assert.deepEqual(both.map((found) => found?.id), [user.id, user.id]);
    assert.match(stored(), /^\$scrypt\$ln=17/);
    // The owner sets another password while someone signs in with the old one.
    for (const before of [cheapHash(PASSWORD), stored()]) {
      store(before);
      const checked = checkPassword("ada", PASSWORD);
      const after = cheapHash("the new password");
      store(after);
      assert.equal(await checked, null);
      assert.equal(stored(), after);
    }
    assert.equal(removePassword(user.id), true);
    assert.match((await signIn("the new password")).url, /error=CredentialsSignin/);
  }));

page.last();

/** A hash with lower costs than those of the library. */
function cheapHash(password: string): string {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = scryptSync(password, salt, 32, { N: 2 ** 12, r: 8, p: 1 });
  const [saltText, keyText] = [salt, key].map((bytes) => bytes.toBase64({ omitPadding: true }));
  return `$scrypt$ln=12,r=8,p=1$${saltText}$${keyText}`;
}
