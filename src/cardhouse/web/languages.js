/** @file The languages of the page, each by its own name. A new one: a line here, and its texts. */

/** @type {Record<string, string>} */
export const languages = { en: 'English', de: 'Deutsch', ru: 'Русский', es: 'Español' };

/**
 * The typeface's file for languages that are not written in Latin letters.
 * @type {Record<string, string>}
 */
export const letters = { ru: 'cyrillic' };
