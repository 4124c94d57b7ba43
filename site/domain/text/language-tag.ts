// Language tags of feeds and files, brought into their usual form.

/** What a form says of a text that is none. */
export const noLanguage = 'is no language: write a tag such as en or pt-BR';

/** BCP 47, beginning with a code of ISO 639; undefined for what is none. */
export function languageTag(text: string | undefined): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(text?.trim().replaceAll('_', '-'));
    return tag && /^[a-z]{2,3}(-|$)/.test(tag) ? tag : undefined;
  } catch {
    return undefined;
  }
}
