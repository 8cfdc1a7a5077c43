/**
 * Users whose stored address no form takes, or another mailbox has: a provider keeps what some services have given out.
 *
 * @module
 */

import assert from "node:assert/strict";
import { openPasswords } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { APP, oauth2 } from "./_world.ts";
import { chosen } from "../_short.ts";

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (
    const email of [
      "ada..x@docomo.example",
      "o’brien@example.com",
      "adaﬁ@example.com",
      "\u212Aate@example.com",
    ]
  ) {
    for (const isVerified of [true, false]) {
      testForms(
        `A password that could never be typed isn't set: ${email}, ${isVerified}, ${strategy}`,
        async () => {
          const world = openPasswords({
            session: { strategy },
            more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
          });
          world.idp.login({ sub: "ada", name: "Ada", email });
          await world.signIn({ provider: "other" });
          const [user] = await world.db.users();
          const emailVerified = isVerified ? new Date(0) : null;
          await world.db.adapter.updateUser({ id: user!.id, email, emailVerified });
          await world.signIn({ provider: "other" });
          const page = await world.browser.open(`${APP}/auth/password`);
          assert.equal(new URL(page.url).searchParams.get("error"), "NotAvailable", world.log());
          const answer = await world.post("password", { password: "lovely engine weaves" });
          assert.match(answer.headers.get("location")!, /error=NotAvailable/);
          const row = await world.db.adapter.rows.find("security", { userId: user!.id });
          assert.equal(row?.passwordHash ?? null, null);
          assert.deepEqual(world.mails, []);
          const data = await (await world.browser.fetch(`${APP}/auth/account-data`)).json();
          assert.equal(data.password, null, "the account page offers none");
        },
      );
    }
  }
}
