// The body of an answer as text, never more of it than is asked for.

/** Rejects with `tooLong` as soon as more than `maxBytes` have come. */
export async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number, tooLong: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(tooLong);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
