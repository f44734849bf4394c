/** Loads a template file as a string, as the bundler's text loader does. */
module.exports = {
  process: (source) => ({
    code: `module.exports = { __esModule: true, default: ${JSON.stringify(source)} };`,
  }),
};
