// Decodes bytes to text, and percent-encoded characters. The encoding of bytes is found by byte order mark, zero bytes,
// declaration, Content-Type, and by trial.

/** Labels that are missing in the Encoding Standard. */
const aliases: Record<string, string> = { 'tis-620': 'windows-874', utf8mb4: 'utf-8', cp1252: 'windows-1252' };

export interface EncodingHints {
  contentType?: string | undefined;
  /** BCP 47 tag of the text, which suggests an encoding if none is declared. */
  language?: string | undefined;
}

/** Decodes a text; invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, { contentType = '', language }: EncodingHints = {}): string {
  const labels = declaredLabels(bytes, contentType);
  return (
    decodeByMark(bytes) ??
    decodeAsUtf8(bytes, labels) ??
    decodeByLabels(bytes, labels) ??
    decodeByGuess(bytes, labels, language)
  );
}

/** Returns the encodings that the text and its Content-Type declare. */
function declaredLabels(bytes: Uint8Array, contentType: string): string[] {
  const labels = [declaredEncoding(bytes), /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1]].filter(
    (label) => label !== undefined,
  );
  // Escape sequences switch between the alphabets of Japan.
  const hasEscapes = bytes.includes(0x1b) && !labels.some((label) => /^iso-2022/i.test(label));
  return hasEscapes ? [...labels, 'iso-2022-jp'] : labels;
}

/**
 * Decodes valid UTF-8 regardless of the declaration, because other encodings hardly ever look like it. The 7-bit
 * encodings of Japan are an exception, because they look like ASCII.
 */
const decodeAsUtf8 = (bytes: Uint8Array, labels: string[]): string | undefined =>
  labels.some((label) => /^(iso-2022|hz-gb)/i.test(label)) ? undefined : tryDecode(bytes, 'utf-8');

function decodeByLabels(bytes: Uint8Array, labels: string[]): string | undefined {
  for (const label of labels) {
    if (western.test(label)) return decodeByLines(bytes, label);
    const text = /^utf-?(8|16|7)/i.test(label) ? undefined : (tryDecode(bytes, label) ?? decodeDamaged(bytes, label));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Decodes a file of the creator. It is UTF-8, unless an editor or a spreadsheet has saved it in another encoding. */
export function decodeFile(bytes: Uint8Array): string {
  const text = tryDecode(bytes, 'utf-8');
  return text === undefined || text.includes('\0') ? decodeText(bytes) : text;
}

/** Characters that indicate a wrong encoding. */
const meaninglessCharacters = /[\ufffd\u0000\u0081\u008d\u008f\u0090\u009d]/;

export const isIntact = (text: string): boolean => !meaninglessCharacters.test(text);

/** Decodes a text and throws an Error if a character would be lost or wrong. */
export function decodeIntact(bytes: Uint8Array, hints?: EncodingHints): string {
  const text = decodeText(bytes, hints);
  if (!isIntact(text)) throw new Error('Its encoding is unknown, or parts are damaged. Save it as UTF-8.');
  return text;
}

/** Western encodings. Their pages often mix encodings, so they are decoded line by line. */
const western = /^(iso-8859-1|iso-8859-15|latin-?1|windows-1252|cp1252|us-ascii)$/i;

/** Multi-byte encodings, in which wrong bytes are recognisable. */
const multiByte =
  /^(euc-?(kr|jp)|ks_?c|korean|uhc|windows-949|shift[-_]?jis|sjis|x-sjis|ms_kanji|windows-31j|gb|x-gbk|chinese|big5|cn-big5|x-x-big5|iso-2022-jp)/i;

/** Decodes a text with a few wrong bytes; undefined if there are so many that the declaration must be wrong. */
function decodeDamaged(bytes: Uint8Array, label: string): string | undefined {
  if (!multiByte.test(label)) return undefined;
  const text = decodeLoosely(bytes, label);
  if (text === undefined) return undefined;
  const damaged = countDamaged(text);
  return damaged <= 5 || damaged * 20 <= countForeign(text) ? text : undefined;
}

export const countDamaged = (text: string): number => text.split('\ufffd').length - 1;
const countForeign = (text: string): number => text.replace(/[\u0000-\u007f\ufffd]/g, '').length;

function decodeByLines(bytes: Uint8Array, label: string): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start) + 1 || bytes.length;
    const line = bytes.subarray(start, end);
    lines.push(tryDecode(line, 'utf-8') ?? tryDecode(line, label) ?? decode(line, 'windows-1252'));
    start = end;
  }
  return lines.join('');
}

/** Decodes by the byte order mark, or as UTF-16 if every second byte is often zero. */
function decodeByMark(bytes: Uint8Array): string | undefined {
  const mark = Buffer.from(bytes.subarray(0, 3)).toString('hex');
  if (mark === 'efbbbf') return tryDecode(bytes, 'utf-8') ?? decodeByGuess(bytes.subarray(3), []);
  if (mark.startsWith('fffe')) return decode(bytes, 'utf-16le');
  if (mark.startsWith('feff')) return decode(bytes, 'utf-16be');
  const head = bytes.subarray(0, 1024);
  const countZeros = (parity: number) => head.filter((byte, place) => byte === 0 && place % 2 === parity).length;
  const even = countZeros(0);
  const odd = countZeros(1);
  const larger = Math.max(even, odd);
  if (larger * 8 < head.length || Math.min(even, odd) * 8 > larger) return undefined;
  return decode(bytes, odd > even ? 'utf-16le' : 'utf-16be');
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = decode(bytes.subarray(0, 1024), 'latin1');
  const page = /^\s*<(!doctype html|html|head|meta)\b/i.test(head)
    ? /<meta[^>]*\bcharset\s*=\s*["']?([\w.:-]+)/i
    : undefined;
  return (/<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head) ?? page?.exec(head))?.[1];
}

/** Decodes a text that no encoding fits: as UTF-8 if little is damaged, else in a likely legacy encoding. */
function decodeByGuess(bytes: Uint8Array, labels: string[], language?: string): string {
  const loose = decode(bytes, 'utf-8');
  const damaged = countDamaged(loose);
  const foreign = countForeign(loose);
  const saysUtf8 = labels.some((label) => /^utf-?8$/i.test(label)) && damaged <= 5 && foreign > 0;
  if (saysUtf8 || damaged < foreign) return loose;
  return decodeAsJapanese(bytes) ?? decodeByLanguage(bytes, language) ?? decodeAsWestern(bytes) ?? loose;
}

/** Decodes as Japanese if the result contains many kana, which other encodings hardly ever produce. */
function decodeAsJapanese(bytes: Uint8Array): string | undefined {
  const kanaIn = (text: string): number => text.match(/[\u3041-\u30ff]/g)?.length ?? 0;
  const texts = ['shift_jis', 'euc-jp'].flatMap((label) => tryDecode(bytes, label) ?? []);
  const [best] = texts.sort((one, other) => kanaIn(other) - kanaIn(one));
  return best !== undefined && kanaIn(best) * 4 >= countForeign(best) ? best : undefined;
}

/** Legacy encodings by language (HTML §13.2.3.2). */
const encodingsByLanguage: [languages: string, label: string][] = [
  ['ar fa ur', 'windows-1256'],
  ['be bg mk ru sr uk', 'windows-1251'],
  ['bs cs hr hu pl ro sk sl', 'windows-1250'],
  ['el', 'windows-1253'],
  ['et lt lv', 'windows-1257'],
  ['he', 'windows-1255'],
  ['ja', 'shift_jis'],
  ['ko', 'euc-kr'],
  ['th', 'windows-874'],
  ['tr', 'windows-1254'],
  ['vi', 'windows-1258'],
  ['zh', 'gb18030'],
];

function decodeByLanguage(bytes: Uint8Array, language = ''): string | undefined {
  const [primary = ''] = language.toLowerCase().split('-');
  const label = /^zh-(tw|hk|hant)/i.test(language)
    ? 'big5'
    : encodingsByLanguage.find(([tags]) => tags.split(' ').includes(primary))?.[1];
  return label && tryDecode(bytes, label);
}

/** Decodes as Windows-1252, unless four non-ASCII letters in a row indicate another script. */
function decodeAsWestern(bytes: Uint8Array): string | undefined {
  const text = decode(bytes, 'windows-1252');
  if (/[\u00a1-\u00ff]{4}/.test(text)) return undefined;
  // ¤, or ½ inside a word, indicates € and œ in ISO-8859-15.
  return /¤|\p{L}½\p{L}/u.test(text) ? decode(bytes, 'iso-8859-15') : text;
}

const decode = (bytes: Uint8Array, label: string): string => new TextDecoder(label).decode(bytes);

export const tryDecode = (bytes: Uint8Array, label: string): string | undefined => decodeLoosely(bytes, label, true);

/** Decodes by a label; undefined if the label is unknown, or if `fatal` is set and a byte is invalid. */
function decodeLoosely(bytes: Uint8Array, label: string, fatal = false): string | undefined {
  try {
    return new TextDecoder(aliases[label.toLowerCase()] ?? label, { fatal }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes percent-encoded characters; returns the text itself if they are not valid. */
export function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
