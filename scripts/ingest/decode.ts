// Bytes of a feed → text: gzip is unpacked, then the encoding is found.
import { gunzipSync } from 'node:zlib';
import { countDamaged, decodeText, decodeIntact, tryDecode } from '#domain/text/decode.ts';
import { FeedProblem } from './feed-document.ts';

export const MAX_FEED_BYTES = 25 * 1024 * 1024;

export interface DecodedFeed {
  text: string;
  /** What the creator should know although the text could be read. */
  notices: string[];
}

/** Bytes that the encoding does not have become U+FFFD, which a notice tells. */
export function decodeFeed(bytes: Uint8Array, contentType = ''): DecodedFeed {
  const plain = gunzipIfNeeded(bytes);
  const text = decodeText(plain, { contentType });
  // Where all bytes are valid, the sign is what the source wrote.
  const damaged = text.includes('\ufffd') && tryDecode(plain, 'utf-8') === undefined ? countDamaged(text) : 0;
  if (damaged === 0) return { text, notices: [] };
  const places = damaged === 1 ? 'One place' : `${damaged} places`;
  return { text, notices: [`${places} in the feed cannot be read in its encoding; “\ufffd” stands there.`] };
}

/** Reads a file that belongs to an episode. Throws with the title of the episode if characters would be lost. */
export function decodeEpisodeFile(
  { title, language }: { title: string; language?: string | undefined },
  { bytes, contentType }: { bytes: Uint8Array; contentType?: string | undefined },
): string {
  try {
    return decodeIntact(bytes, { contentType, language });
  } catch (error) {
    throw new FeedProblem(`The file of “${title}”: ${(error as Error).message}`, 'Tell the operator of the source.');
  }
}

function gunzipIfNeeded(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_FEED_BYTES });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new FeedProblem(
      isTooLarge ? 'The feed unpacks to more than 25 MiB.' : `The gzip data is damaged: ${(error as Error).message}`,
      'Ask the source for a feed with fewer entries, or an undamaged one.',
    );
  }
}
