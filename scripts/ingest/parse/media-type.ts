// Media types as feeds state them.

/** Types are the same in capitals (RFC 9110 §8.3.1); values of parameters may not be. */
export function mediaType(text: string | undefined): string | undefined {
  const [type, ...parameters] = (text ?? '').split(';').map((part) => part.trim());
  return [type!.toLowerCase(), ...parameters.filter(Boolean)].join('; ') || undefined;
}
