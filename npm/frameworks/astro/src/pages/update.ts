import { update } from "../auth";

export const POST = async (context) => {
  const before = await context.locals.auth();
  const session = await update(context, { text: await context.request.text() });
  const after = await context.locals.auth();
  return Response.json([before, session, after].map((each) => each?.text ?? null));
};
