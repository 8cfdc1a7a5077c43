// The session is read before, and would be prolonged.
export const POST = async ({ locals, redirect }) => {
  await locals.auth();
  return redirect(await locals.auth.signOut({ redirectTo: "/" }));
};
