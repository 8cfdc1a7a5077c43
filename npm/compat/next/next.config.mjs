export default { typescript: { ignoreBuildErrors: true }, productionBrowserSourceMaps: false };
