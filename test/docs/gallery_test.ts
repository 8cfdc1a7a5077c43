import assert from "node:assert/strict";
import { test } from "node:test";
import { LANGUAGE_TAGS } from "../../src/messages/tags.ts";
import { readGallery } from "../../tools/gallery.ts";

test("the gallery has each of its pages in each language, as the site expects them", async () => {
  const gallery = await readGallery();
  assert.deepEqual([...gallery.keys()].sort(), [...LANGUAGE_TAGS].sort());
  const titles = Object.keys(gallery.get("en")!);
  assert.ok(titles.length >= 10);
  // Each stands behind another step: a mail, a session, an address that was confirmed, a form that was sent.
  for (
    const title of [
      "Check your email",
      "Account, devices",
      "Second factor",
      "Account that will be deleted",
      "A passkey is offered",
    ]
  ) {
    assert.ok(titles.includes(title), title);
  }
  for (const [tag, pages] of gallery) {
    assert.deepEqual(Object.keys(pages), titles);
    assert.equal(new Set(Object.values(pages)).size, titles.length, "a page stands twice");
    for (const [title, html] of Object.entries(pages)) {
      assert.match(html, new RegExp(`<html lang="${tag}\\b`), title);
      assert.match(html, /<h1\b/, title);
      assert.match(html, /@media\(prefers-color-scheme:dark\)\{/, title);
      assert.doesNotMatch(html, /<script|[\da-f]{64}| src="(?!data:)/, title);
    }
  }
});
