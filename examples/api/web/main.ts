/**
 * The page of the front end.
 *
 * @module
 */

import { askApi, authUrl } from "./api.ts";

interface Note {
  readonly id: string;
  readonly text: string;
}

const form = find<HTMLFormElement>("#new-note");
const list = find("#list");
const message = find("#message");

for (const page of ["signin", "signout", "account"] as const) {
  find<HTMLAnchorElement>(`#${page}`).href = authUrl(page);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = String(new FormData(form).get("text"));
  change(async () => {
    if (await askApi("POST", "/notes", { text })) form.reset();
  });
});

// Also when the browser shows a page again that it has kept, as after a sign-out and the button "Back".
addEventListener("pageshow", () => change(async () => {}));

/** Changes something, then shows the notes, or why that failed. */
async function change(run: () => Promise<void>): Promise<void> {
  try {
    await run();
    const user = await askApi<{ name: string }>("GET", "/me");
    const notes = user && await askApi<Note[]>("GET", "/notes");
    // Both are `null` without a session: the user has signed out elsewhere, or the session has expired.
    show(user?.name ?? null, notes ?? []);
    message.textContent = "";
  } catch (error) {
    console.warn(error);
    message.textContent = "The API does not answer as expected. Try again in a moment.";
  }
}

function show(name: string | null, notes: readonly Note[]): void {
  find("#stranger").hidden = name !== null;
  find("#member").hidden = find("#menu").hidden = name === null;
  find("#name").textContent = name;
  list.replaceChildren(...notes.map(itemOf));
}

/** Makes the item of a note. `textContent` shows HTML as text, where `innerHTML` would run it. */
function itemOf({ id, text }: Note): HTMLLIElement {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.textContent = "Delete";
  button.setAttribute("aria-label", `Delete the note ${text.slice(0, 40)}`);
  button.addEventListener("click", () => change(async () => void await askApi("DELETE", `/notes/${id}`)));
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  item.append(paragraph, button);
  return item;
}

function find<E extends HTMLElement>(selector: string): E {
  return document.querySelector<E>(selector)!;
}
