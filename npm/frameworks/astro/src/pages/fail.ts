export const GET = () => {
  throw new Error("This is meant to fail.");
};
