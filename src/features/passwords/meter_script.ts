/**
 * The script of the field for a new password: says how much of the least length is typed, and whether the password is one of
 * those that are tried first. It decides as `isGuessable()` does, so that it warns of nothing that would be accepted.
 *
 * A field takes part by its attribute `data-typed`, the text with `{typed}` and `{count}`. `data-enough` and `data-guessable`
 * are the verdicts, `data-known` the words of the application. The password is sent nowhere.
 *
 * Without the script, the hint below the field and the answer of the server say the same.
 *
 * @module
 */

import { LEAST_REST, LETTERS, LONGEST, RUNS, WORDS } from "./guessable.ts";

/** `isGuessable()` for browsers, as text: `test/passwords/meter_script_test.ts` compares both. */
export const GUESS_SCRIPT: string = `
  const WORDS = ${JSON.stringify(WORDS)};
  const RUNS = ${JSON.stringify(RUNS)};
  const LETTERS = ${JSON.stringify(LETTERS)};

  function isGuessable(password, { email, app }) {
    const text = password.normalize("NFKC").slice(0, ${LONGEST}).toLowerCase();
    const plain = lettersOf(text);
    if (!plain) return new Set(text).size < ${LEAST_REST};
    if (unitOf(plain).length <= ${LEAST_REST} || unitOf(text).length <= ${LEAST_REST}) return true;
    const parts = (word) => [word, ...word.split("@"), ...word.split(/[^\\p{L}\\p{N}]+/u)];
    const known = [email, ...app].flatMap(parts).map(lettersOf).filter(({ length }) => length >= ${LEAST_REST});
    const words = [...known, ...WORDS].sort((a, b) => b.length - a.length);
    const least = text.length < ${LONGEST} ? ${LEAST_REST} : ${LONGEST / 4};
    return [plain, lettersOf(text.replace(/[013457@$!]/g, (sign) => LETTERS[sign]))].some((read) => {
      const left = words.reduce((text, word) => text.replaceAll(word, " "), read);
      const rest = withoutRuns(left).replaceAll(" ", "");
      return unitOf(rest).length < least || /^\\d{1,8}$/.test(rest);
    });
  }

  function lettersOf(text) {
    return text.toLowerCase().replace(/[^\\p{L}\\p{N}]/gu, "");
  }

  function unitOf(text) {
    for (let length = 1; length <= text.length / 2; length++) {
      const unit = text.slice(0, length);
      if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit;
    }
    return text;
  }

  function withoutRuns(text) {
    for (let length = 12; length >= ${LEAST_REST}; length--) {
      for (const run of RUNS) {
        for (let at = 0; at + length <= run.length; at++) text = text.replaceAll(run.slice(at, at + length), " ");
      }
    }
    return text;
  }
`;

/** The script. */
export const METER_SCRIPT: string = `"use strict";
(() => {${GUESS_SCRIPT}
  for (const input of document.querySelectorAll("input[data-typed]")) addMeter(input);

  function addMeter(input) {
    const { typed, enough, guessable, known } = input.dataset;
    const meter = Object.assign(document.createElement("p"), { className: "note", hidden: true });
    const count = document.createElement("span");
    // Screen readers read the verdict alone, and not each character.
    const verdict = document.createElement("span");
    verdict.setAttribute("role", "status");
    meter.append(count, " ", verdict);
    input.closest(".line").append(meter);
    input.addEventListener("input", show);
    // A browser keeps what was typed when it goes back.
    show();

    function show() {
      const password = input.value.normalize("NFKC");
      const length = [...password].length;
      const isEnough = length >= input.minLength;
      const email = input.form.elements.email?.value ?? "";
      meter.hidden = length === 0;
      count.textContent = isEnough ? "" : typed.replace("{typed}", length).replace("{count}", input.minLength);
      const text = !isEnough ? "" : isGuessable(password, { email, app: JSON.parse(known) }) ? guessable : enough;
      if (verdict.textContent !== text) verdict.textContent = text;
    }
  }
})();
`;
