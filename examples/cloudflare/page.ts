/**
 * The pages, as HTML.
 *
 * @module
 */

import type { Note } from "./notes.ts";

/** HTML that is complete: nothing in it is to be escaped again. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | Html | readonly Html[];

/** The page of a visitor who is not signed in. */
export function welcomePage(): Response {
  return page(html`
    <p>Sign in to write notes that only you can read.</p>
    <a class="button" href="/auth/signin?callbackUrl=/">Sign in</a>
  `);
}

/** The page of a user. */
export function notesPage(name: string, notes: readonly Note[]): Response {
  return page(
    html`
      <form id="new-note" method="post" action="/notes">
        <label for="text">A new note</label>
        <textarea id="text" name="text" rows="3" maxlength="1000" required></textarea>
        <button class="button">Save</button>
      </form>
      <ul aria-label="Your notes">${notes.map(itemOf)}</ul>
    `,
    html`
      <nav aria-label="Your account">
        <span>${name}</span>
        <a href="/auth/account">Account</a>
        <a href="/auth/signout?callbackUrl=/">Sign out</a>
      </nav>
    `,
  );
}

function itemOf({ id, text }: Note): Html {
  return html`
    <li>
      <p>${text}</p>
      <form method="post" action="/notes/delete">
        <input type="hidden" name="id" value="${id}">
        <button aria-label="Delete the note ${text.slice(0, 40)}">Delete</button>
      </form>
    </li>
  `;
}

function page(main: Html, nav = html``): Response {
  const { text } = html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Notes</title>
        <link rel="icon" href="data:,">
        <link rel="stylesheet" href="/style.css">
      </head>
      <body>
        <header><h1>Notes</h1>${nav}</header>
        <main>${main}</main>
      </body>
    </html>
  `;
  return new Response(text, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      // The page has no script. A note could not run one if it were not escaped.
      "content-security-policy":
        "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    },
  });
}

/** Makes HTML. Every string in it is escaped. */
function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((before, part, i) => before + toHtml(values[i - 1]!) + part));
}

function toHtml(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value !== "string") return value.map(toHtml).join("");
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
