// The web address in a sentence.

/** The first one, without the full stop of its sentence. */
export const findWebAddress = (text: string): string | undefined =>
  /https?:\/\/[^\s<>"'()[\]{}]{1,2048}/i.exec(text)?.[0].replace(/[.,;:!?]+$/, '');
