// Characters that are not seen or that mislead the eye: which they are, and the ways to remove them or to show them.

/** Control characters except tab, line feed and carriage return. */
const controls = '[^\\P{Cc}\\t\\n\\r]';
/** Embeddings, overrides and isolates: they turn the order of what follows (UAX #9 §2.1, §2.2 and §2.4). */
const bidiControls = '[\\u202a-\\u202e\\u2066-\\u2069]';
/** Marks of direction (UAX #9 §2.6). Texts in Arabic and Hebrew need them; a title or a search does not. */
const directions = '[\\u061c\\u200e\\u200f]';
/** Soft hyphens, zero-width spaces, word joiners, byte order marks, annotations. Not the joiners of emoji and scripts. */
const zeroWidth = '[\\u00ad\\u200b\\u2060-\\u2065\\u206a-\\u206f\\ufeff\\ufff9-\\ufffb]';
/** Joiners and variation selectors: they choose a shape, and have none themselves. */
const shaping = /[\u200c\u200d\ufe00-\ufe0f]/g;

/** Tags: letters that nobody sees. They are seen in the flag of a region alone (UTS #51, appendix C). */
const tags = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\u{e0000}-\u{e007f}]/gu;
/** The first variation selector counts; a row of them hides bytes. */
const selectors = /([\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;

const anyOf = (...classes: string[]): RegExp => new RegExp(classes.join('|'), 'gu');
const invisible = anyOf(controls, bidiControls, directions, zeroWidth);
const misleading = anyOf(controls, bidiControls, '\\r');
/** Beyond those that JSON escapes on its own. */
const misleadingInJson = anyOf('[\\u007f-\\u009f]', bidiControls, directions, zeroWidth);

const hexCode = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

/** Unicode has pictures of the ASCII controls: ␀, ␛, ␡. */
function controlPicture(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : `⟨U+${hexCode(character)}⟩`;
}

/** Without what is not seen; half characters become U+FFFD. Line ends and tabs stay. */
export const removeInvisible = (text: string): string =>
  text.toWellFormed().replace(invisible, '').replace(tags, '$1').replace(selectors, '$1');

/** The same as one line with single spaces. */
export const cleanLine = (text: string): string => removeInvisible(text).replace(/\s+/g, ' ').trim();

/** The same for a typeface, which has no glyph for what chooses a shape. */
export const removeShaping = (text: string): string => removeInvisible(text).replace(shaping, '');

/** Controls and turning marks as signs that say what they are, so that they do nothing to the page or terminal around them. */
export const showControls = (text: string): string =>
  text.toWellFormed().replace(/\r\n/g, '\n').replace(misleading, controlPicture);

/** The same in one line. */
export const showControlsInLine = (text: string): string => showControls(text.trim().replace(/\s+/g, ' '));

/** JSON in which such characters are escaped: the same value, and harmless on a terminal. */
export const escapeJson = (json: string): string =>
  json.replace(misleadingInJson, (character) => `\\u${hexCode(character).toLowerCase()}`);

/** The first characters up to a limit; no surrogate pair is split. */
export const truncateWhole = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
