// What a copy is by its bytes: the room serves nothing under its own name but pictures and recordings that browsers show.
import sharp from 'sharp';
import type { HttpMedia } from '#domain/items/places.ts';
import { mediaKind, sniffedBytes } from '../../../sidecar/transcribe/media-kind.ts';

/** By the name of the format that libvips gives. A drawing may hold scripts, and is not copied. */
const pictureNames: Record<string, string> = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif', heif: 'avif' };
/** By the kind of the file: as sound, and as a film. */
const recordingNames: Record<string, [sound: string, film: string]> = {
  MP3: ['mp3', 'mp3'],
  AAC: ['aac', 'aac'],
  MP4: ['m4a', 'mp4'],
  Ogg: ['ogg', 'ogv'],
  WAV: ['wav', 'wav'],
  FLAC: ['flac', 'flac'],
  Matroska: ['webm', 'webm'],
};

/** Larger pictures take browsers too long to decode. */
const mostPixels = 50e6;

/** The file extension for the copy, such as `jpg`; throws if the bytes are neither a picture nor a recording. */
export async function nameEndOf(bytes: Buffer, kind: HttpMedia['kind'], type: string): Promise<string> {
  return kind === 'picture' ? pictureEnd(bytes) : recordingEnd(bytes, type);
}

async function pictureEnd(bytes: Buffer): Promise<string> {
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'none' });
  const { format = '' } = await picture.metadata().catch(() => ({ format: '' }));
  const end = pictureNames[format];
  if (!end) throw new Error('It is no picture for the web.');
  await picture
    .resize(16)
    .toBuffer()
    .catch(() => {
      throw new Error('The picture is damaged, or larger than 50 megapixels.');
    });
  return end;
}

function recordingEnd(bytes: Buffer, type: string): string {
  const kind = mediaKind(bytes.subarray(0, sniffedBytes));
  if (typeof kind === 'string') throw new Error(kind);
  if (!kind) throw new Error('It is no audio or video of a known kind.');
  const ends = recordingNames[kind.name];
  if (!ends) throw new Error(`No browser plays ${kind.name}.`);
  return type.startsWith('video/') ? ends[1] : ends[0];
}
