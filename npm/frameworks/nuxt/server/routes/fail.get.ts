export default defineEventHandler(() => {
  throw new Error("This is meant to fail.");
});
