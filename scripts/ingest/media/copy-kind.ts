// What a copy is by its bytes: the room serves nothing under its own name but pictures and recordings that browsers show.
import sharp from 'sharp';
import type { OutsideMedia } from '#domain/items/media-replacements.ts';
import { detectMediaKind, sniffedBytes } from '../../../sidecar/features/transcription/media-kind.ts';

/** Formats as libvips names them. SVG may hold scripts and is not copied. */
const formats = ['jpeg', 'png', 'webp', 'gif', 'heif'];
/** By the kind of the file: as sound, and as a film. */
const recordingExtensions: Record<string, [sound: string, film: string]> = {
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

/** The files of a copy, full size last; throws if the bytes are neither a picture nor a recording. */
export async function createCopyFiles(bytes: Buffer, kind: OutsideMedia['kind'], type: string): Promise<CopyFile[]> {
  return kind === 'picture' ? createPictureFiles(bytes) : [{ end: `.${recordingExtension(bytes, type)}`, bytes }];
}

/** No page shows it wider than this. */
const maxWidth = 1600;
const widths = [480, 960];
const quality = 80;

/** In the sizes that pages show, made once; what moves stays as it is. */
async function createPictureFiles(bytes: Buffer): Promise<CopyFile[]> {
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'none' }).autoOrient();
  const { format = '', autoOrient } = await picture
    .metadata()
    .catch(() => ({ format: '', autoOrient: { width: 0, height: 0 } }));
  if (!formats.includes(format)) throw new Error('It is no picture for the web.');
  const sized = (width: number) => picture.clone().resize({ width, withoutEnlargement: true });
  const damaged = () => {
    throw new Error('The picture is damaged, or larger than 50 megapixels.');
  };
  if (format === 'gif') {
    await sized(16).toBuffer().catch(damaged);
    return [{ end: '.gif', bytes }];
  }
  const top = Math.min(maxWidth, autoOrient.width);
  const files: CopyFile[] = [];
  for (const width of [...widths.filter((one) => one < top * 0.8), top]) {
    const made = await sized(width).webp({ quality, effort: 3 }).toBuffer().catch(damaged);
    files.push({ end: width === top ? '.webp' : `-${width}.webp`, bytes: made as Buffer });
  }
  return files;
}

function recordingExtension(bytes: Buffer, type: string): string {
  const kind = detectMediaKind(bytes.subarray(0, sniffedBytes));
  if (typeof kind === 'string') throw new Error(kind);
  if (!kind) throw new Error('It is no audio or video of a known kind.');
  const ends = recordingExtensions[kind.name];
  if (!ends) throw new Error(`No browser plays ${kind.name}.`);
  return type.startsWith('video/') ? ends[1] : ends[0];
}
