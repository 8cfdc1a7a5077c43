export const POST = async ({ locals: { auth }, request }) => {
  const before = await auth();
  const session = await auth.update({ text: await request.text() });
  if (session.text === "fails") throw new Error("This is meant to fail.");
  const after = await auth();
  return Response.json([before, session, after].map((each) => each?.text ?? null));
};
