/**
 * The page that asks a user who is signed in whether to add another identity to their account.
 *
 * @module
 */

import type { User } from "../types.ts";
import { type Html, markup } from "./html.ts";
import { fields, icon, layout } from "./layout.ts";
import type { LinkPage, Page } from "./types.ts";

/** Asks, with a form that has a button for each answer. `cancel` changes nothing. */
export async function linkPage(page: LinkPage): Promise<Page> {
  const { action, current, proven, provider, canSwitch } = page;
  const [currentName, provenName] = [nameOf(current), nameOf(proven)];
  return await layout(page, {
    heading: "Add this to your account?",
    icon: icon(
      "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.7 1.7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.7-1.7",
    ),
    body: markup`<p>You are signed in as ${personOf(current)}, and have just used
<b>${provider}</b>${provenName && markup` as ${personOf(proven)}`}.</p>
<form method="post" action="${action}">
${fields(page)}
<button class="button" name="choice" value="link">Add ${provider} to ${currentName ?? "this account"}</button>
${
      canSwitch &&
      markup`<button class="button plain" name="choice" value="switch">Continue as ${
        provenName ?? "someone else"
      }</button>`
    }
<p class="note">If you add it, ${provider}${provenName && markup` (${provenName})`} opens the account of
${currentName ?? "the user who is signed in"} from then on.
Add it only if both are yours.</p>
<button class="link" name="choice" value="cancel">Cancel</button>
</form>`,
  });
}

function nameOf({ name, email }: User): string | null {
  return name || email || null;
}

/** Name and address; one of them if the other is missing. */
function personOf(user: User): Html {
  const { name, email } = user;
  return markup`<b>${nameOf(user) ?? "someone without a name"}</b>${name && email && markup` (${email})`}`;
}
