// How many tokens of a language model a text has, roughly: four bytes of UTF-8 each.

const bytesPerToken = 4;
const encoder = new TextEncoder();

export const estimateTokensOfBytes = (bytes: number): number => Math.ceil(bytes / bytesPerToken);
export const estimateTokens = (text: string): number => estimateTokensOfBytes(encoder.encode(text).length);

/** The beginning of a text, up to a number of tokens, cut after a line or a word where there is one near. */
export function truncateToTokens(text: string, maxTokens: number): string {
  const { read, written } = encoder.encodeInto(text, new Uint8Array(maxTokens * bytesPerToken));
  if (read >= text.length || written === 0) return text.slice(0, read);
  const cut = text.slice(0, read);
  const end = Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf(' ')) + 1;
  return end > read / 2 ? cut.slice(0, end) : cut;
}
