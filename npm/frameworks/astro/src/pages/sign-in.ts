export const POST = async ({ locals, redirect }) => {
  const action = { providerId: "idp", authorizationParams: { login_hint: "ada" }, redirectTo: "/protected" };
  return redirect(await locals.auth.signIn(action));
};
