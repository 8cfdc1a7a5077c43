export function GET(request: Request) {
  if (request.url) throw new Error("This is meant to fail.");
}
