// Creates the files of a copy after checking its bytes: the room serves only pictures and recordings that browsers
// support.
import sharp from 'sharp';
import { SourceError } from '#contract/source-problems.ts';
import type { OutsideMedia } from '#domain/items/media-replacements.ts';
import { detectMediaKind, sniffedBytes } from '../../../sidecar/features/transcription/media-kind.ts';

/** Formats as libvips names them. SVG can contain scripts and is not copied. */
const formats = ['jpeg', 'png', 'webp', 'gif', 'heif'];
/** File extensions of each container format, for audio and for video. */
const recordingExtensions: Record<string, [audio: string, video: string]> = {
  MP3: ['mp3', 'mp3'],
  AAC: ['aac', 'aac'],
  MP4: ['m4a', 'mp4'],
  Ogg: ['ogg', 'ogv'],
  WAV: ['wav', 'wav'],
  FLAC: ['flac', 'flac'],
  Matroska: ['webm', 'webm'],
};

/** Larger pictures take browsers too long to decode. */
const maxPixels = 50e6;

export interface CopyFile {
  /** Suffix of the file name: `.webp`, `-480.webp`. */
  end: string;
  bytes: Buffer;
}

/** Returns the files of a copy, full size last. Throws if the bytes are neither a picture nor a recording. */
export async function createCopyFiles(bytes: Buffer, kind: OutsideMedia['kind'], type: string): Promise<CopyFile[]> {
  return kind === 'picture' ? createPictureFiles(bytes) : [{ end: `.${recordingExtension(bytes, type)}`, bytes }];
}

/** Width of the widest picture on any page. */
const maxWidth = 1600;
const widths = [480, 960];
const quality = 80;

/** Creates the sizes that pages use. Animated pictures stay as they are. */
async function createPictureFiles(bytes: Buffer): Promise<CopyFile[]> {
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'none' }).autoOrient();
  const { format = '', autoOrient } = await picture
    .metadata()
    .catch(() => ({ format: '', autoOrient: { width: 0, height: 0 } }));
  if (!formats.includes(format)) throw new SourceError('not_a_picture');
  const sized = (width: number) => picture.clone().resize({ width, withoutEnlargement: true });
  const damaged = () => {
    throw new SourceError('picture_damaged');
  };
  if (format === 'gif') {
    await sized(16).toBuffer().catch(damaged);
    return [{ end: '.gif', bytes }];
  }
  const top = Math.min(maxWidth, autoOrient.width);
  const files: CopyFile[] = [];
  for (const width of [...widths.filter((one) => one < top * 0.8), top]) {
    const resized = await sized(width).webp({ quality, effort: 3 }).toBuffer().catch(damaged);
    files.push({ end: width === top ? '.webp' : `-${width}.webp`, bytes: resized as Buffer });
  }
  return files;
}

function recordingExtension(bytes: Buffer, type: string): string {
  const kind = detectMediaKind(bytes.subarray(0, sniffedBytes));
  if (typeof kind === 'string') throw new SourceError('recording_elsewhere');
  if (!kind) throw new SourceError('not_a_recording');
  const ends = recordingExtensions[kind.name];
  if (!ends) throw new SourceError('recording_format', { format: kind.name });
  return type.startsWith('video/') ? ends[1] : ends[0];
}
