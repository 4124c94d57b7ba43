// Finds a web address in a sentence.

/** Returns the first address without punctuation at its end. */
export const findWebAddress = (text: string): string | undefined =>
  /https?:\/\/[^\s<>"'()[\]{}]{1,2048}/i.exec(text)?.[0].replace(/[.,;:!?]+$/, '');
