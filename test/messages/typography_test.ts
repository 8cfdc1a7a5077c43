import assert from "node:assert/strict";
import { test } from "node:test";
import { all } from "../../src/messages/languages.ts";

/** Rules for all languages: a text that breaks one of them. */
const FAULTS: Readonly<Record<string, RegExp>> = {
  "three dots in place of an ellipsis": /\.\.\./,
  "a blank before a comma or a full stop": /\s[.,،、。，](?!\w)/,
  "two marks in a row": /[.,;:]{2}|[?!]{2}/,
  "straight double quotes": /"/,
  "a blank that is neither plain nor of French": /[\u2000-\u200b\u2028\u2029\u205f\u3000\ufeff]/,
};

/** Languages that have the same word for one second and for several. */
const WITHOUT_PLURAL = ["tr", "ja", "ko", "zh"];

/** Words after `{seconds}`: the sign of the unit. */
const UNIT = /^[\s\u00a0](s|с|ث|ש׳)(?![\p{L}\p{M}])/u;

/** Rules of a language: texts must not match. */
const OWN_FAULTS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  fr: {
    // Imprimerie nationale: a narrow no-break space before ? ! ; and a no-break space before the colon.
    "no narrow no-break space before ?, ! or ;": /(?<!\u202f)[?!;]/,
    "no no-break space before a colon": /(?<!\u00a0):/,
    "a straight apostrophe": /'/,
    "a person who is a man": /(?:êtes|rester|être) (?:connecté|inscrit|déconnecté)(?!\p{L})/iu,
  },
  es: { "a question without its first mark": /^[^¿]*\?/, "an exclamation without it": /^[^¡]*!/ },
  de: { "a straight apostrophe": /'/, "English quotes": /[“][^„]*”/ },
  it: { "a straight apostrophe": /'/ },
  uk: { "a straight apostrophe": /'/ },
  sv: { "marks that are not Swedish, ” and ’": /[“„«»']/ },
  tr: { "a straight apostrophe": /'/ },
  ar: { "marks of Latin script": /[?;,]/ },
  he: { "marks of Arabic script": /[؟؛،]/ },
  ja: {
    "marks of Latin script behind Japanese":
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][,.;:?!]/u,
  },
  zh: { "marks of Latin script behind Chinese": /\p{Script=Han}[,.;:?!]/u },
  // "(으)로" is the mark of a form that a machine has filled in.
  ko: { "a particle in parentheses": /\((?:으|이|을|를|은|는|가|와|과)\)/ },
};

/** Verbs that read "create an account", where a text says what an identity is added for. */
const OPENS_AN_ACCOUNT: Readonly<Record<string, RegExp>> = {
  ar: /(?:يفتح|فتح)/,
  de: /öffnet/,
  en: /\bopens?\b/,
  es: /\babr(?:e|irá|ir)\b/,
  fr: /\bouvrir[ae]?\b.*compte/,
  he: /יפתח/,
  it: /\bapr(?:e|irà|ire)\b/,
  nl: /\bopen(?:t|en)\b/,
  pl: /otw(?:iera|orzy)/,
  pt: /\babr(?:e|irá|ir)\b/,
  ru: /откр(?:ыва|о)/,
  sv: /öppna/,
  tr: /açar|açacak/,
  uk: /відкри/,
};

for (const { tag, load, loadSecondFactor } of all) {
  test(`The language ${tag} is set as its readers expect: marks, blanks and quotes`, async () => {
    for (const [key, text] of textsOf({ ...await load(), ...await loadSecondFactor?.() })) {
      for (const [fault, pattern] of Object.entries({ ...FAULTS, ...OWN_FAULTS[tag] })) {
        assert.doesNotMatch(text, pattern, `${key}: ${fault}: ${text}`);
      }
    }
  });

  test(`The language ${tag} counts seconds in a form that is right for each number`, async () => {
    const counted = textsOf(await load()).filter(([, text]) => text.includes("{seconds}"));
    assert.equal(counted.length, 2);
    for (const [key, text] of WITHOUT_PLURAL.includes(tag) ? [] : counted) {
      assert.match(text.split("{seconds}")[1]!, UNIT, `${key}: ${text}`);
    }
  });
}

for (const [tag, pattern] of Object.entries(OPENS_AN_ACCOUNT)) {
  test(`The language ${tag} says of an identity that it signs in to an account, not that it opens one`, async () => {
    const { signIn, link } = await all.find((each) => each.tag === tag)!.load();
    for (const text of [signIn.adding, link.note, link.noteNameless]) assert.doesNotMatch(text, pattern);
  });
}

/** The texts with their paths: `signIn.heading`. The placeholders are letters. */
function textsOf(group: object, place = ""): readonly (readonly [path: string, text: string])[] {
  return Object.entries(group).flatMap(([key, value]: [string, string | object]) =>
    typeof value === "string" ? [[place + key, value] as const] : textsOf(value, `${place}${key}.`)
  );
}
