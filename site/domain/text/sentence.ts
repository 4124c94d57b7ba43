// A text that ends as a sentence does.

/** With a full stop, unless it has one, as `Sammy Davis Jr.` has. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);
