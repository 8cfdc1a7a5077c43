import { applyAction, enhance } from "$app/forms";
import { goto } from "$app/navigation";

/**
 * Sends a form with `fetch`. Its result is shown where it is shown without JavaScript, on the page of the form action;
 * or, with `onresult`, on the page of the form.
 */
export function submit(form, getOnresult) {
  return enhance(form, () => async ({ action, result, update }) => {
    const onresult = getOnresult();
    await update({ navigate: !onresult });
    if (isIgnored(result, action)) {
      if (!onresult) await goto(action.pathname);
      await applyAction(result);
    }
    await onresult?.(result);
  });
}

/** Whether it is a result that Kit 2 does not show. Kit 3 says in `location` where it is shown. */
function isIgnored({ type, location }, { pathname }) {
  const isData = type === "success" || type === "failure";
  return isData && location === undefined && pathname !== globalThis.location.pathname;
}
