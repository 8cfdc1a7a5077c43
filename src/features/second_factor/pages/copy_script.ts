/**
 * The script of buttons that copy a text. It shows them: browsers have no clipboard on pages without encryption.
 *
 * @module
 */

/** What a button copies is in `data-copy`, its text after that in `data-done`; the `output` beside it says that to screen readers. */
export const COPY_SCRIPT = `"use strict";
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const { copy, done } = button.dataset;
    try {
      await navigator.clipboard.writeText(copy);
    } catch {
      button.hidden = true;
      return;
    }
    button.textContent = done;
    button.parentElement.querySelector("output").textContent = done;
  });
}
`;
