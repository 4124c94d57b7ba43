// Detects the kind of a media file from its first bytes.
import { decodeText } from '#domain/text/decode.ts';

export interface MediaKind {
  /** Name for people. */
  name: string;
  /** Bundled decoder; undefined if the kind needs FFmpeg. */
  codec?: 'wav' | 'mp3';
}

/** Bytes of a file that are inspected. */
export const sniffedBytes = 64 * 1024;

const at = (bytes: Buffer, offset: number, ...wanted: (string | number)[]): boolean =>
  wanted.some((one) =>
    typeof one === 'string'
      ? bytes.toString('latin1', offset, offset + one.length) === one
      : bytes.length >= offset + 4 && bytes.readUInt32BE(offset) === one,
  );

/** Returns true for 11 bits of sync and a valid version, layer, bit rate and sampling rate. */
const isMpegAudio = (bytes: Buffer): boolean =>
  bytes.length > 3 &&
  bytes[0] === 0xff &&
  (bytes[1]! & 0xe0) === 0xe0 &&
  (bytes[1]! & 0x18) !== 0x08 &&
  (bytes[1]! & 0x06) !== 0 &&
  (bytes[2]! & 0xf0) !== 0xf0 &&
  (bytes[2]! & 0x0c) !== 0x0c;

const isTransportStream = (bytes: Buffer): boolean =>
  bytes.length > 376 && [0, 188, 376].every((offset) => bytes[offset] === 0x47);

const kinds: [matches: (bytes: Buffer) => boolean, kind: MediaKind][] = [
  [(b) => at(b, 0, 'RIFF', 'RF64') && at(b, 8, 'WAVE'), { name: 'WAV', codec: 'wav' }],
  [(b) => at(b, 0, 'RIFF') && at(b, 8, 'AVI '), { name: 'AVI' }],
  [(b) => at(b, 0, 'OggS'), { name: 'Ogg' }],
  [(b) => at(b, 0, 'fLaC'), { name: 'FLAC' }],
  [(b) => at(b, 4, 'ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'), { name: 'MP4' }],
  [(b) => at(b, 0, 0x1a45dfa3), { name: 'Matroska' }],
  [(b) => at(b, 0, 'FORM') && at(b, 8, 'AIFF', 'AIFC'), { name: 'AIFF' }],
  [(b) => at(b, 0, 'caff'), { name: 'CAF' }],
  [(b) => at(b, 0, '#!AMR'), { name: 'AMR' }],
  [(b) => at(b, 0, 0x3026b275), { name: 'ASF' }],
  [(b) => at(b, 0, 'FLV\u0001'), { name: 'Flash video' }],
  [(b) => at(b, 0, 0x000001ba), { name: 'MPEG' }],
  [isTransportStream, { name: 'MPEG transport stream' }],
  [(b) => b.length > 1 && b[0] === 0xff && (b[1]! & 0xf6) === 0xf0, { name: 'AAC' }],
  [(b) => at(b, 0, 'ID3') || isMpegAudio(b), { name: 'MP3', codec: 'mp3' }],
];

/** Beginnings of playlists, which make a player open other addresses. */
const playLists =
  /^(#EXTM3U|#EXTINF|ffconcat|\[playlist\]|\[Reference\]|RTSPtext|v=0\s|<ASX|<smil|(<\?xml[^>]*>\s*)?<(MPD|playlist|smil|ASX|wpl))/i;

/** Returns the kind, or an error message; undefined for an unknown kind. */
export function detectMediaKind(first: Buffer): MediaKind | string | undefined {
  const entry = kinds.find(([matches]) => matches(first));
  if (entry) return entry[1];
  const text = decodeText(first).trimStart();
  if (playLists.test(text))
    return 'The address leads to a playlist, not a recording. Use the address of the recording itself.';
  if (/^<(!doctype html|html|head|body)/i.test(text))
    return 'The address leads to a web page, not a recording. Use the address of the recording itself.';
  return undefined;
}
