// Texts as sentences.

/** Adds a full stop, unless the text already ends with one. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);
