import assert from "node:assert/strict";
import { test } from "node:test";
import { Discord, type DiscordProfile } from "../../src/providers/discord.ts";

/** The picture of a user with these fields. */
async function imageOf(fields: Partial<DiscordProfile>): Promise<string | null | undefined> {
  const user = { id: "80351110224678912", username: "countess", discriminator: "0", avatar: null, ...fields };
  return (await Discord().profile!(user as DiscordProfile, {})).image;
}

test("Discord(): a picture that does not move is a PNG", async () => {
  assert.equal(
    await imageOf({ avatar: "8342729096ea3675442027381ff50dfe" }),
    "https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png",
  );
});

test("Discord(): the default picture follows from the id", async () => {
  // 80351110224678912 >> 22 is 19157197529.
  assert.equal(await imageOf({}), "https://cdn.discordapp.com/embed/avatars/5.png");
});

test("Discord(): the default picture of an old account name follows from its four digits", async () => {
  assert.equal(await imageOf({ discriminator: "1338" }), "https://cdn.discordapp.com/embed/avatars/3.png");
});

test("Discord(): an id that is not a number gives no picture", async () => {
  assert.equal(await imageOf({ id: "../users" }), null);
});
