// The frames of an MP3 file (ISO/IEC 11172-3 §2.4.2.3, 13818-3), found by their headers.

/** Exit code of the bundled decoder if the end of the file is missing. */
export const cutShortCode = 3;

const headerBytes = 4;
/** Kilobits per second by index: MPEG-1 (`first`), then MPEG-2 and 2.5 (`later`), each for layers I, II and III. */
const bitRates = {
  first: [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ],
  later: [
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
};
const samplingRates = [44_100, 48_000, 32_000];
/** Divisors of the sampling rate by version: MPEG-2.5, reserved, MPEG-2, MPEG-1. */
const rateDivisors = [4, NaN, 2, 1];

const hasSync = (bytes: Buffer, at: number): boolean =>
  at + headerBytes <= bytes.length && bytes[at] === 0xff && bytes[at + 1]! >= 0xe0;

/** Returns the bytes of the frame whose header is at `at`; undefined for other bytes and for frames of free format. */
function readFrameLength(bytes: Buffer, at: number): number | undefined {
  if (!hasSync(bytes, at)) return undefined;
  const version = (bytes[at + 1]! >> 3) & 3;
  const layer = 4 - ((bytes[at + 1]! >> 1) & 3);
  const isFirst = version === 3;
  const kilobits = bitRates[isFirst ? 'first' : 'later'][layer - 1]?.[bytes[at + 2]! >> 4];
  const samplingRate = samplingRates[(bytes[at + 2]! >> 2) & 3]! / rateDivisors[version]!;
  if (!kilobits || !(samplingRate > 0)) return undefined;
  const padding = (bytes[at + 2]! >> 1) & 1;
  if (layer === 1) return (Math.floor((12_000 * kilobits) / samplingRate) + padding) * 4;
  return Math.floor(((layer === 3 && !isFirst ? 72_000 : 144_000) * kilobits) / samplingRate) + padding;
}

/** Returns the number of frames that a Xing or Info header in the first frame states. */
function readStatedFrames(first: Buffer): number | undefined {
  const at = Math.max(first.indexOf('Xing'), first.indexOf('Info'));
  const hasCount = at > 0 && at + 12 <= first.length && (first[at + 7]! & 1) === 1;
  return hasCount ? first.readUInt32BE(at + 8) : undefined;
}

/** Returns the end of the frame at `at`. Bytes that do not follow a frame count only if another header follows them. */
function findFrameEnd(bytes: Buffer, at: number, previousEnd: number): number | undefined {
  const length = readFrameLength(bytes, at);
  if (!length) return undefined;
  const next = at + length;
  const isFrame = at === previousEnd || next === bytes.length || readFrameLength(bytes, next) !== undefined;
  return isFrame ? next : undefined;
}

/** Returns the whole frames without other bytes. `isCutShort` tells that frames are missing at the end. */
export function wholeFrames(bytes: Buffer): { frames: Buffer; isCutShort: boolean } {
  const frames: Buffer[] = [];
  let isCutShort = false;
  for (let at = bytes.indexOf(0xff), end = 0; at >= 0; at = bytes.indexOf(0xff, at)) {
    const next = findFrameEnd(bytes, at, end);
    if (next !== undefined && next <= bytes.length) {
      frames.push(bytes.subarray(at, next));
      at = next;
      end = next;
    } else {
      if (next !== undefined && at === end) isCutShort = true;
      at += 1;
    }
  }
  // The stated number does not include the frame that states it.
  const statedFrames = frames[0] && readStatedFrames(frames[0]);
  return { frames: Buffer.concat(frames), isCutShort: isCutShort || frames.length < (statedFrames ?? 0) };
}
