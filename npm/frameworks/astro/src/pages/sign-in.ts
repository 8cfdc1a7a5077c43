import { signIn } from "../auth";

export const POST = async (context) => {
  const action = { providerId: "idp", authorizationParams: { login_hint: "ada" }, redirectTo: "/protected" };
  return context.redirect(await signIn(context, action));
};
