import { applyAction, enhance } from "$app/forms";
import { goto } from "$app/navigation";
import * as paths from "$app/paths";

/**
 * Sends a form with `fetch`. Its result is shown where it is shown without JavaScript, on the page of the form action;
 * or, with `onresult`, on the page of the form.
 */
export function submit(form, getOnresult) {
  return enhance(form, () => async ({ action, result, update }) => {
    const onresult = getOnresult();
    if (await leavesKit(result)) return globalThis.location.assign(result.location);
    await update({ navigate: !onresult });
    if (isIgnored(result, action)) {
      if (!onresult) await goto(action.pathname);
      await applyAction(result);
    }
    await onresult?.(result);
  });
}

/** `match` of Kit 2.52 or later. By this name, a bundler accepts that an older Kit lacks it. */
const MATCH = "match";

/** Whether it redirects to a path that Kit has no page for, such as `/auth/signin`: Kit would report it as not found, and load it then. */
async function leavesKit({ type, location }) {
  return type === "redirect" && MATCH in paths && await paths[MATCH](location) === null;
}

/** Whether it is a result that Kit 2 does not show. Kit 3 says in `location` where it is shown. */
function isIgnored({ type, location }, { pathname }) {
  const isData = type === "success" || type === "failure";
  return isData && location === undefined && pathname !== globalThis.location.pathname;
}
