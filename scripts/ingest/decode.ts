// Turns the bytes of a feed into text: unpacks gzip, then detects the encoding.
import { gunzipSync } from 'node:zlib';
import { countDamaged, decodeText, tryDecode } from '#domain/text/decode.ts';
import type { Notice } from '#contract/notices.ts';
import { SourceError } from '#contract/source-problems.ts';

export const MAX_FEED_BYTES = 25 * 1024 * 1024;
/** MAX_FEED_BYTES as people write it. */
export const feedLimit = '25 MiB';

export interface DecodedFeed {
  text: string;
  /** Messages for the creator about damaged characters. */
  notices: Notice[];
}

/** Decodes a feed. Invalid bytes become U+FFFD and are reported in a notice. */
export function decodeFeed(bytes: Uint8Array, contentType = ''): DecodedFeed {
  const plain = gunzipIfNeeded(bytes);
  const text = decodeText(plain, { contentType });
  // If all bytes are valid, the source itself wrote U+FFFD.
  const damaged = text.includes('\ufffd') && tryDecode(plain, 'utf-8') === undefined ? countDamaged(text) : 0;
  if (damaged === 0) return { text, notices: [] };
  return { text, notices: [{ code: 'damaged_characters', details: { count: damaged } }] };
}

function gunzipIfNeeded(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_FEED_BYTES });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new SourceError('gzip_too_large', { limit: feedLimit });
    throw new SourceError('gzip_damaged', { cause: message });
  }
}
