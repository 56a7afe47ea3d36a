/**
 * @file What a release has in its one script besides the page's own modules; empty in a checkout.
 * `tools/bundle.py` fills it.
 */

/** The page modules of the house's games, by their addresses. @type {Map<string, any>} */
export const bundled = new Map();

/** The folder of the page's own modules, wherever in it a module was written. */
export const WEB = new URL('./', import.meta.url);
