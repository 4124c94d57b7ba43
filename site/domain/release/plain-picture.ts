// A picture as it may be published: upright, in colours that every browser shows, without the camera's notes on place, time and device.
import type { Metadata, Sharp } from 'sharp';

const maxPixels = 100e6;

/** By the format as libvips names it. */
const encoders: Record<string, (picture: Sharp) => Sharp> = {
  jpeg: (picture) => picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }),
  png: (picture) => picture.png(),
  webp: (picture) => picture.webp({ quality: 95 }),
  heif: (picture) => picture.avif({ quality: 80 }),
  gif: (picture) => picture.gif(),
};

/** Browsers and PDFs show the colours of print differently, or not at all. */
const isCmyk = ({ space }: Pick<Metadata, 'space'>): boolean => space === 'cmyk';

/** The file must be encoded again before it is published. */
export const needsPlainCopy = (metadata: Metadata): boolean =>
  Boolean(metadata.exif ?? metadata.xmp ?? metadata.iptc) || isCmyk(metadata);

type Reason = 'It is damaged.' | 'It is too large: it has too many pixels.' | 'It is no picture that can be read.';

/** Says why a picture cannot be published. */
export class NoPlainPicture extends Error {
  readonly text: Reason;
  constructor(text: Reason) {
    super(text);
    this.text = text;
  }
}

/** libvips tells what is wrong in words alone. */
function readReason({ message }: Error): Reason {
  if (/exceeds pixel limit|too large|out of memory/i.test(message)) return 'It is too large: it has too many pixels.';
  return /unsupported/i.test(message) ? 'It is no picture that can be read.' : 'It is damaged.';
}

/** Converts CMYK to sRGB by its profile; RGB keeps its own. Returns a drawing unchanged; rejects with a NoPlainPicture. */
export async function plainPicture(bytes: Uint8Array): Promise<Uint8Array> {
  // Loaded with the first picture, to keep the start light.
  const { default: sharp } = await import('sharp');
  const open = (options = {}) => sharp(bytes, { limitInputPixels: maxPixels, ...options });
  const refuse = (error: Error) => {
    throw new NoPlainPicture(readReason(error));
  };
  const metadata = await open().metadata().catch(refuse);
  const { format = '' } = metadata;
  const encode = encoders[format];
  if (!encode) return bytes;
  const whole = open({ animated: format === 'gif' }).autoOrient();
  return encode(isCmyk(metadata) ? whole : whole.keepIccProfile())
    .toBuffer()
    .catch(refuse);
}
