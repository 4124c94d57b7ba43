// Bytes → text: gzip unpacked, then the encoding by byte order mark, XML declaration, Content-Type, and by trial.
import { gunzipSync } from 'node:zlib';
import { FeedProblem } from './feed-document.ts';

export const MAX_FEED_BYTES = 25 * 1024 * 1024;

/** Labels in use that the Encoding Standard does not know. */
const aliases: Record<string, string> = { 'tis-620': 'windows-874', utf8mb4: 'utf-8', cp1252: 'windows-1252' };

export interface Decoded {
  text: string;
  /** What the creator should know although the text could be read. */
  notices: string[];
}

/** Bytes that the encoding does not have become U+FFFD, which a notice tells. */
export function decodeFeed(bytes: Uint8Array, contentType = ''): Decoded {
  const plain = unpack(bytes);
  const text = textOf(plain, contentType);
  // Where all bytes are valid, the sign is what the source wrote.
  const damaged = text.includes('\ufffd') && tryDecode(plain, 'utf-8') === undefined ? countDamaged(text) : 0;
  if (damaged === 0) return { text, notices: [] };
  const places = damaged === 1 ? 'One place' : `${damaged} places`;
  return { text, notices: [`${places} in the feed cannot be read in its encoding; “\ufffd” stands there.`] };
}

function textOf(plain: Uint8Array, contentType: string): string {
  const marked = byMark(plain);
  if (marked) return marked;
  const declared = declaredEncoding(plain);
  const named = [declared, /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1]].filter(
    (label) => label !== undefined,
  );
  // Valid UTF-8 with characters beyond ASCII is hardly ever anything else, whatever the declaration says. The 7-bit
  // encodings of Japan look like ASCII.
  const isSevenBit = named.some((label) => /^(iso-2022|hz-gb)/i.test(label));
  const utf8 = isSevenBit ? undefined : tryDecode(plain, 'utf-8');
  if (utf8 !== undefined) return utf8;
  for (const label of named) {
    if (western.test(label)) return byLines(plain, label);
    const text = /^utf-?(8|16|7)/i.test(label) ? undefined : (tryDecode(plain, label) ?? nearlyAll(plain, label));
    if (text !== undefined) return text;
  }
  return fallBack(plain, named);
}

/** Western pages are often stitched together of old and new parts: a line that is valid UTF-8 is UTF-8. */
const western = /^(iso-8859-1|iso-8859-15|latin-?1|windows-1252|cp1252|us-ascii)$/i;

/** In these a wrong byte shows, and no other encoding would give any sense. */
const multiByte =
  /^(euc-?(kr|jp)|ks_?c|korean|uhc|windows-949|shift[-_]?jis|sjis|x-sjis|ms_kanji|windows-31j|gb|x-gbk|chinese|big5|cn-big5|x-x-big5|iso-2022-jp)/i;

/** Text with some wrong bytes in it; undefined where so many are wrong that the declaration must be. */
function nearlyAll(bytes: Uint8Array, label: string): string | undefined {
  if (!multiByte.test(label)) return undefined;
  const text = decodeLoosely(bytes, label);
  if (text === undefined) return undefined;
  const damaged = countDamaged(text);
  return damaged <= 5 || damaged * 20 <= countForeign(text) ? text : undefined;
}

const countDamaged = (text: string): number => text.split('\ufffd').length - 1;
const countForeign = (text: string): number => text.replace(/[\u0000-\u007f\ufffd]/g, '').length;

function byLines(bytes: Uint8Array, label: string): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start) + 1 || bytes.length;
    const line = bytes.subarray(start, end);
    lines.push(tryDecode(line, 'utf-8') ?? tryDecode(line, label) ?? decode(line, 'windows-1252'));
    start = end;
  }
  return lines.join('');
}

function unpack(bytes: Uint8Array): Uint8Array {
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

/** A byte order mark, or the zero bytes that UTF-16 has around "<". */
function byMark(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return tryDecode(bytes, 'utf-8') ?? fallBack(bytes.subarray(3), []);
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return decode(bytes, 'utf-16le');
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return decode(bytes, 'utf-16be');
  return undefined;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = decode(bytes.subarray(0, 1024), 'latin1');
  return /<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1];
}

/** Nothing fits as a whole: UTF-8 with few damaged places is still UTF-8; otherwise the usual encoding of old pages. */
function fallBack(bytes: Uint8Array, named: string[]): string {
  const loose = decode(bytes, 'utf-8');
  const damaged = countDamaged(loose);
  const foreign = countForeign(loose);
  const saysUtf8 = named.some((label) => /^utf-?8$/i.test(label)) && damaged <= 5;
  return saysUtf8 || damaged < foreign ? loose : decode(bytes, 'windows-1252');
}

const decode = (bytes: Uint8Array, label: string): string => new TextDecoder(label).decode(bytes);

const tryDecode = (bytes: Uint8Array, label: string): string | undefined => decodeLoosely(bytes, label, true);

/** Undefined where the label is unknown, or where the bytes do not fit it and `fatal` asks for that. */
function decodeLoosely(bytes: Uint8Array, label: string, fatal = false): string | undefined {
  try {
    return new TextDecoder(aliases[label.toLowerCase()] ?? label, { fatal }).decode(bytes);
  } catch {
    return undefined;
  }
}
