import assert from "node:assert/strict";
import { test } from "node:test";
import { ENGLISH } from "../../src/messages/en.ts";
import { dateText, dayText, exactText } from "../../src/pages/date_text.ts";

const GERMAN = { ...ENGLISH, language: "de" };

const NOW = Date.UTC(2030, 0, 31, 12);

test("dateText() counts minutes and hours of a day, in which days do not tell two sessions apart", () => {
  const texts: Readonly<Record<string, string>> = {
    "2030-01-31T12:00:00.000Z": "just now",
    "2030-01-31T11:59:00.001Z": "just now",
    "2030-01-31T11:59:00.000Z": "1 minute ago",
    "2030-01-31T11:00:01.000Z": "59 minutes ago",
    "2030-01-31T11:00:00.000Z": "1 hour ago",
    "2030-01-30T12:00:01.000Z": "23 hours ago",
    "2030-01-30T12:00:00.000Z": "yesterday",
    // The clock of another server is ahead.
    "2030-01-31T12:00:59.000Z": "just now",
    "2030-01-31T12:01:00.000Z": "today",
    "2030-02-01T00:00:00.000Z": "February 1, 2030",
  };
  for (const [date, text] of Object.entries(texts)) assert.equal(dateText(date, NOW, ENGLISH), text, date);
  assert.equal(dateText("2030-01-31T09:00:00.000Z", NOW, GERMAN), "vor 3 Stunden");
});

test("dayText() counts days of a week, and names older and later dates in UTC", () => {
  const texts: Readonly<Record<string, string>> = {
    "2030-01-31T12:00:00.000Z": "today",
    "2030-01-31T00:00:00.000Z": "today",
    "2030-01-30T23:59:59.999Z": "yesterday",
    "2030-01-25T00:00:00.000Z": "6 days ago",
    "2030-01-24T23:59:59.999Z": "January 24, 2030",
    "2029-01-31T12:00:00.000Z": "January 31, 2029",
    "2030-02-01T00:00:00.000Z": "February 1, 2030",
  };
  for (const [date, text] of Object.entries(texts)) assert.equal(dayText(date, NOW, ENGLISH), text);
});

test("dateText() and dayText() write in the language of the page", () => {
  assert.equal(dateText("2030-01-30T00:00:00.000Z", NOW, GERMAN), "gestern");
  assert.equal(
    dateText("2029-12-24T00:00:00.000Z", NOW, GERMAN),
    "24. Dezember 2029",
  );
  assert.match(dateText("2029-12-24T00:00:00.000Z", NOW, { ...ENGLISH, language: "ar" }), /٢٠٢٩|2029/);
});

test("exactText() writes what differs by its time of day alone, in UTC", () => {
  assert.match(exactText("2030-01-30T23:59:00.000Z", NOW, ENGLISH), /^Jan 30, 2030, 11:59\sPM UTC$/);
});
