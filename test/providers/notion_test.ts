import assert from "node:assert/strict";
import { test } from "node:test";
import { signIn } from "./_catalogue.ts";
import notion from "./catalogue/notion.ts";

test("Notion() refuses the bot of an internal integration, which has no user", async () => {
  const [exchange] = notion.profile!;
  const json = { object: "user", id: "bot-1", type: "bot", bot: { owner: { type: "workspace" } } };
  const { user, log } = await signIn({ ...notion, profile: [{ ...exchange!, json }] });
  assert.equal(user, null);
  assert.match(log, /Make the integration public/);
});
