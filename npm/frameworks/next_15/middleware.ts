import proxy from "./proxy";

/** Next 15 looks here. It runs this in its edge runtime. */
export default proxy;

export const config = { matcher: ["/", "/((?!_next/static|_next/image|favicon.ico|plain|nested|reads).*)"] };
