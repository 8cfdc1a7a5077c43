/**
 * Pages of the demo's application.
 *
 * @module
 */

import type { AppSession } from "./app_config.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";

/** The front page. */
export function homePage(session: AppSession | null): Html {
  const [lead, link] = session
    ? [
      html`You are signed in as <strong>${nameOf(session)}</strong>.`,
      html`
        <a class="button" href="/profile">See your session</a>
        <a class="button plain" href="/auth/account">See your account</a>
      `,
    ]
    : [
      html`Sign in with a provider, by mail, with a password or a passkey, and see your session here.`,
      html`
        <a class="button" href="/auth/signin?callbackUrl=%2Fprofile">Sign in</a>
        <a class="button plain" href="/auth/signup?callbackUrl=%2Fprofile">Sign up with a password</a>
      `,
    ];
  return page(
    { title: "Welcome", session },
    html`
      <section class="hero">
        <h1>One library, every runtime.</h1>
        <p class="lead">${lead}</p>
        <p class="actions">${link}</p>
      </section>
      <ol class="steps">
        <li><b>This application</b> asks for a sign-in. It stores its users in an SQLite file.</li>
        <li><b>Example ID</b>, a real OpenID provider in the same process, identifies you; or a mail does, which appears in
          the <a href="/inbox">inbox</a>.</li>
        <li><b>Latchkey</b> checks the answer, finds your account, and gives your browser a session.</li>
      </ol>
    `,
  );
}

/** The session of the signed-in user. @param isSaved Whether the user has just saved a change. */
export function profilePage(session: AppSession, isSaved: boolean): Html {
  const { name, email, image } = session.user;
  return page(
    { title: "Your session", session },
    html`
      <section class="card who">
        ${image && html`<img src="${image}" alt="" width="72" height="72">`}
        <div>
          <h1>${nameOf(session)}</h1>
          <p>${email && name ? email : null}</p>
        </div>
        <a class="button plain" href="/auth/signout?callbackUrl=%2F">Sign out</a>
      </section>
      <section class="card">
        <h2>Change your name</h2>
        <p id="hint">Changes your name in the database, not at the provider.</p>
        <form id="rename">
          <label for="name">Name</label>
          <div class="row">
            <input id="name" name="name" value="${name}" required maxlength="60" autocomplete="off"
              aria-describedby="hint">
            <button class="button">Save</button>
          </div>
          <p id="status" role="status">${isSaved ? "Saved." : null}</p>
        </form>
        <noscript><p>This form needs JavaScript. Signing in and out does not.</p></noscript>
      </section>
      <section class="card">
        <h2>What the application sees</h2>
        <pre tabindex="0" aria-label="The session as JSON">${JSON.stringify(session, null, 2)}</pre>
      </section>
    `,
  );
}

/** The page for unknown paths. */
export function missingPage(session: AppSession | null): Html {
  return page(
    { title: "Not found", session },
    html`
      <section class="hero">
        <h1>There is nothing here.</h1>
        <p class="lead">The page you asked for does not exist.</p>
        <p><a class="button" href="/">To the front page</a></p>
      </section>
    `,
  );
}

function nameOf({ user: { name, email } }: AppSession): string {
  return name ?? email ?? "A user without a name";
}
