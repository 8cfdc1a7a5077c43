/**
 * The frame of all pages of the demo's application.
 *
 * @module
 */

import type { AppSession } from "./app_config.ts";
import { type Html, html } from "./html.ts";

/** Content of the frame. */
export interface Frame {
  /** Title of the document. */
  readonly title: string;
  /** The session, if a user is signed in. */
  readonly session: AppSession | null;
}

/** Creates a document with the content. */
export function page({ title, session }: Frame, content: Html): Html {
  const members = [["Session", "/profile"], ["Account", "/auth/account"]] as const;
  return html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>${title} · Latchkey demo</title>
        <link rel="icon" href="/icon.svg">
        <link rel="stylesheet" href="/app.css">
        <script src="/app.js" type="module"></script>
      </head>
      <body>
        <header>
          <a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28"> Latchkey demo</a>
          <nav aria-label="Pages">
            ${session && members.map(([name, href]) => html`<a href="${href}">${name}</a>`)}
            <a href="/inbox">Inbox</a>
          </nav>
        </header>
        <main>${content}</main>
      </body>
    </html>
  `;
}
