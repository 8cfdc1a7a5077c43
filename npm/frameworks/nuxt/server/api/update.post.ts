export default defineEventHandler(async (event) => {
  await event.context.auth();
  const text = await readRawBody(event);
  const session = await event.context.auth.update({ text });
  if (text === "fails") throw new Error("This is meant to fail.");
  return session;
});
