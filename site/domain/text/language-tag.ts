// Normalization of language tags in feeds and files.

/** Message of a form about an invalid language tag. */
export const invalidLanguageMessage = 'is not a language tag. Use a tag such as en or pt-BR';

/** Returns a BCP 47 tag in its usual form; undefined if the text is no valid tag. */
export function languageTag(text: string | undefined): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(text?.trim().replaceAll('_', '-'));
    return tag && /^[a-z]{2,3}(-|$)/.test(tag) ? tag : undefined;
  } catch {
    return undefined;
  }
}
