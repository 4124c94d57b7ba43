// The end of an Ogg file (RFC 3533 §6): its last page is marked, so a file without that mark is cut short.
import { open } from 'node:fs/promises';

const headerBytes = 27;
/** A page has at most 65,307 bytes. */
const lookedAt = 2 * 65_307;
const endOfStream = 4;

/** Bytes of the page that begins at `at`, or undefined if its header is cut off. */
function readPageLength(bytes: Buffer, at: number): number | undefined {
  const segments = bytes[at + headerBytes - 1];
  if (segments === undefined || at + headerBytes + segments > bytes.length) return undefined;
  const table = bytes.subarray(at + headerBytes, at + headerBytes + segments);
  return headerBytes + segments + table.reduce((sum, length) => sum + length, 0);
}

export async function isOggCutShort(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.min(size, lookedAt));
    await handle.read(bytes, 0, bytes.length, size - bytes.length);
    const at = bytes.lastIndexOf('OggS');
    if (at < 0) return true;
    const length = readPageLength(bytes, at);
    return length === undefined || at + length > bytes.length || (bytes[at + 5]! & endOfStream) === 0;
  } finally {
    await handle.close();
  }
}
