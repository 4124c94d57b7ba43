// Invisible and misleading characters: classes, removal, and visible replacements.

/** Control characters except tab, line feed and carriage return. */
const controls = '[^\\P{Cc}\\t\\n\\r]';
/** Embeddings, overrides and isolates, which change the order of the following text (UAX #9 §2.1, §2.2 and §2.4). */
const bidiControls = '[\\u202a-\\u202e\\u2066-\\u2069]';
/** Marks of direction (UAX #9 §2.6), which texts in Arabic and Hebrew need. */
const directions = '[\\u061c\\u200e\\u200f]';
/**
 * Soft hyphens, zero-width spaces, word joiners, byte order marks and annotations, but not joiners of emoji and
 * scripts.
 */
const zeroWidth = '[\\u00ad\\u200b\\u2060-\\u2065\\u206a-\\u206f\\ufeff\\ufff9-\\ufffb]';
/** Joiners and variation selectors, which choose the shape of other characters. */
const shaping = /[\u200c\u200d\ufe00-\ufe0f]/g;

/** Tags, which are invisible letters except in the flag of a region (UTS #51, appendix C). */
const tags = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;
/** Repeated variation selectors, which can hide data. */
const selectors = /([\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;

const anyOf = (...classes: string[]): RegExp => new RegExp(classes.join('|'), 'gu');
const invisible = anyOf(controls, bidiControls, directions, zeroWidth);
const misleading = anyOf(controls, bidiControls, '\\r');
/** Characters that JSON.stringify does not escape. */
const misleadingInJson = anyOf('[\\u007f-\\u009f]', bidiControls, directions, zeroWidth);

const hexCode = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

/** Returns a visible sign for a control character, such as ␀, ␛ or ␡. */
function controlPicture(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : `⟨U+${hexCode(character)}⟩`;
}

/** Removes invisible characters except line breaks and tabs. Lone surrogates become U+FFFD. */
export const removeInvisible = (text: string): string =>
  text.toWellFormed().replace(invisible, '').replace(tags, '$1').replace(selectors, '$1');

/** Removes invisible characters and joins the text to one line with single spaces. */
export const cleanLine = (text: string): string => removeInvisible(text).replace(/\s+/g, ' ').trim();

/** Removes invisible characters, joiners and variation selectors, for which typefaces have no glyphs. */
export const removeShaping = (text: string): string => removeInvisible(text).replace(shaping, '');

/** Replaces control characters by visible signs, so that they do not affect the page or terminal. */
export const showControls = (text: string): string =>
  text.toWellFormed().replace(/\r\n/g, '\n').replace(misleading, controlPicture);

/** Returns the text in one line with visible control characters. */
export const showControlsInLine = (text: string): string => showControls(text.trim().replace(/\s+/g, ' '));

/** Escapes misleading characters in JSON without changing its value. */
export const escapeJson = (json: string): string =>
  json.replace(misleadingInJson, (character) => `\\u${hexCode(character).toLowerCase()}`);

/** Returns the first `length` UTF-16 units without splitting a surrogate pair. */
export const truncateWhole = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
