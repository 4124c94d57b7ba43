// Language tags of feeds, brought into their usual form.

/** BCP 47; undefined for what is not a language tag. */
export function languageTag(text: string | undefined): string | undefined {
  try {
    return text ? Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))[0] : undefined;
  } catch {
    return undefined;
  }
}
