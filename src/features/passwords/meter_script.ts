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

import { minify } from "../../pages/style.ts";
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
    // For the eye: the text says the same.
    const bar = document.createElement("div");
    const meter = Object.assign(document.createElement("p"), { className: "note", hidden: true });
    const count = document.createElement("span");
    // Screen readers read the verdict alone, and not each character.
    const verdict = document.createElement("span");
    verdict.setAttribute("role", "status");
    meter.append(count, " ", verdict);
    input.closest(".line").append(bar, meter);
    input.addEventListener("input", show);
    // A browser keeps what was typed when it goes back.
    show();

    function show() {
      const password = input.value.normalize("NFKC");
      const length = [...password].length;
      const isEnough = length >= input.minLength;
      const email = input.form.elements.email?.value ?? "";
      meter.hidden = bar.hidden = length === 0;
      count.textContent = isEnough ? "" : typed.replace("{typed}", length).replace("{count}", input.minLength);
      const isWeak = isEnough && isGuessable(password, { email, app: JSON.parse(known) });
      const step = isWeak || length < input.minLength / 2 ? 1 : !isEnough ? 2 : length < input.minLength + 5 ? 3 : 4;
      bar.className = "meter m" + step;
      verdict.className = isWeak ? "weak" : "";
      const text = isWeak ? guessable : isEnough ? enough : "";
      if (verdict.textContent !== text) verdict.textContent = text;
    }
  }
})();
`;

/** The style of what the script draws: a bar of four steps. */
export const METER_STYLE: string = minify(`
.meter{grid-column:1/-1;height:.25rem;border-radius:.125rem;
background:linear-gradient(var(--step) 0 0) 0/var(--done) 100% no-repeat var(--line);forced-color-adjust:none;
mask:repeating-linear-gradient(90deg,#000 0 calc(25% - .25rem),transparent 0 25%)}
[dir=rtl] .meter{background-position:100%}
.m1{--done:25%;--step:var(--bad)}
.m2{--done:50%;--step:var(--soft)}
.m3{--done:75%;--step:var(--accent)}
.m4{--done:100%;--step:var(--accent)}
.weak{color:var(--bad)}
`);
