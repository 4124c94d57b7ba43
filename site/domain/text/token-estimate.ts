// How many tokens of a language model a text has, roughly: four bytes of UTF-8 each.

const bytesPerToken = 4;
const encoder = new TextEncoder();

export const tokensOfBytes = (bytes: number): number => Math.ceil(bytes / bytesPerToken);
export const estimateTokens = (text: string): number => tokensOfBytes(encoder.encode(text).length);
