import type { NextConfig } from "next";

const config: NextConfig = {
  // As `create-next-app` writes it.
  cacheComponents: true,
  partialPrefetching: true,
  // The test checks the types, with a quicker compiler.
  typescript: { ignoreBuildErrors: true },
};

export default config;
