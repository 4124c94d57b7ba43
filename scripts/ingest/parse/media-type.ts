// Normalises media types from feeds.

/** Lower-cases the type, which is case-insensitive (RFC 9110 §8.3.1), but not the values of parameters. */
export function mediaType(text: string | undefined): string | undefined {
  const [type, ...parameters] = (text ?? '').split(';').map((part) => part.trim());
  return [type!.toLowerCase(), ...parameters.filter(Boolean)].join('; ') || undefined;
}
