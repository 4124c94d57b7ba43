// Escaping of text in XML and HTML, and the reverse.

/** Removes characters that XML 1.0 §2.2 does not allow. */
export const xmlText = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

/** Escapes special characters as numeric references, which are valid in XML and HTML. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const escapedSigns: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** Resolves the four references that escape markup, once. */
export const unescapeMarkup = (text: string): string =>
  text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => escapedSigns[name]!);
