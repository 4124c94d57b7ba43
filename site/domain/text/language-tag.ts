// Language tags of feeds and files, brought into their usual form.

/** What a form says of a text that is not a language tag. */
export const invalidLanguageMessage = 'is no language: write a tag such as en or pt-BR';

/** A BCP 47 tag that begins with an ISO 639 code, in its usual form; undefined if the text is not one. */
export function languageTag(text: string | undefined): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(text?.trim().replaceAll('_', '-'));
    return tag && /^[a-z]{2,3}(-|$)/.test(tag) ? tag : undefined;
  } catch {
    return undefined;
  }
}
