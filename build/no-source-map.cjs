// Stands for the library `source-map`. Handlebars needs it only to write source maps, does without it where
// it is missing, as in its own build for browsers, and would add 27 kB to every start.
module.exports = {};
