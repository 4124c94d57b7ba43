// Normalises values that feeds of several formats state.

/** Returns different names, or undefined if there are fewer than two. */
export function severalNamesOrNone(names: (string | undefined)[]): string[] | undefined {
  const different = [...new Set(names.flatMap((name) => name?.trim() || []))];
  return different.length > 1 ? different : undefined;
}

type Authors = { name?: string }[] | undefined;

export const severalAuthors = (authors: Authors): string[] | undefined =>
  severalNamesOrNone((authors ?? []).map(({ name }) => name));

export const firstAuthor = (authors: Authors): string | undefined => authors?.[0]?.name;

/** Lower-cases the type, which is case-insensitive (RFC 9110 §8.3.1), but not the values of parameters. */
export function mediaType(text: string | undefined): string | undefined {
  const [type, ...parameters] = (text ?? '').split(';').map((part) => part.trim());
  return [type!.toLowerCase(), ...parameters.filter(Boolean)].join('; ') || undefined;
}

export const plainToHtml = (text: string | undefined): string | undefined =>
  text?.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
