// Estimates the number of tokens of a text: one for each four bytes of UTF-8.

const bytesPerToken = 4;
const encoder = new TextEncoder();

export const estimateTokensOfBytes = (bytes: number): number => Math.ceil(bytes / bytesPerToken);
export const estimateTokens = (text: string): number => estimateTokensOfBytes(encoder.encode(text).length);

/** Returns the beginning of a text with at most `maxTokens`, cut after a line or word if possible. */
export function truncateToTokens(text: string, maxTokens: number): string {
  const { read, written } = encoder.encodeInto(text, new Uint8Array(maxTokens * bytesPerToken));
  if (read >= text.length || written === 0) return text.slice(0, read);
  const cut = text.slice(0, read);
  const end = Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf(' ')) + 1;
  return end > read / 2 ? cut.slice(0, end) : cut;
}
