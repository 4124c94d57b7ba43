// A picture as it may be published: upright, without the place, the time and the device that a camera notes.
import type { Metadata, Sharp } from 'sharp';

const mostPixels = 100e6;

/** By the format as libvips names it. */
const encoded: Record<string, (picture: Sharp) => Sharp> = {
  jpeg: (picture) => picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }),
  png: (picture) => picture.png(),
  webp: (picture) => picture.webp({ quality: 95 }),
  heif: (picture) => picture.avif({ quality: 80 }),
  gif: (picture) => picture.gif(),
};

export const hasNotes = ({ exif, xmp, iptc }: Metadata): boolean => Boolean(exif ?? xmp ?? iptc);

/** Its colours stay what they are. A drawing comes back as it is; rejects where the picture is damaged. */
export async function plainPicture(bytes: Uint8Array): Promise<Uint8Array> {
  // Loaded with the first picture, to keep the start light.
  const { default: sharp } = await import('sharp');
  const open = (options = {}) => sharp(bytes, { limitInputPixels: mostPixels, ...options });
  const { format = '' } = await open().metadata();
  const encode = encoded[format];
  if (!encode) return bytes;
  const whole = open({ animated: format === 'gif' })
    .autoOrient()
    .keepIccProfile();
  return encode(whole)
    .toBuffer()
    .catch(() => {
      throw new Error('It is damaged.');
    });
}
