import { signOut } from "../auth";

// The session is read before, and would be prolonged.
export const POST = async (context) => {
  await context.locals.auth();
  return context.redirect(await signOut(context, { redirectTo: "/" }));
};
