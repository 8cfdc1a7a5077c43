/**
 * The config of `create-next-app`, without what no test reads: smaller code, its maps, a cache for the next build. The
 * build takes half of the time. The nightly run has all of it.
 *
 * @type {import("next").NextConfig}
 */
export default {
  cacheComponents: true,
  partialPrefetching: true,
  // A test checks the types, with a quicker compiler.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    cpus: 1,
    serverMinification: false,
    serverSourceMaps: false,
    turbopackFileSystemCacheForBuild: false,
    turbopackInputSourceMaps: false,
    turbopackMinify: false,
    turbopackScopeHoisting: false,
    turbopackSourceMaps: false,
  },
};
