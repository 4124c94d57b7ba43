// Preparation of pictures for publication: upright, in RGB, and without camera metadata such as place, time and device.
import type { Metadata, Sharp } from 'sharp';

const maxPixels = 100e6;

/** Encoders by libvips format. */
const encoders: Record<string, (picture: Sharp) => Sharp> = {
  jpeg: (picture) => picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }),
  png: (picture) => picture.png(),
  webp: (picture) => picture.webp({ quality: 95 }),
  heif: (picture) => picture.avif({ quality: 80 }),
  gif: (picture) => picture.gif(),
};

/** Returns true for print colours, which browsers and PDFs show incorrectly or not at all. */
const isCmyk = ({ space }: Pick<Metadata, 'space'>): boolean => space === 'cmyk';

/** Returns true if the picture must be converted before it is published. */
export const needsPlainCopy = (metadata: Metadata): boolean =>
  Boolean(metadata.exif ?? metadata.xmp ?? metadata.iptc) || isCmyk(metadata);

type Reason =
  'The file is damaged.' | 'The picture has too many pixels.' | 'The file is not a supported picture format.';

/** Error with the reason why a picture cannot be published. */
export class NoPlainPicture extends Error {
  readonly text: Reason;
  constructor(text: Reason) {
    super(text);
    this.text = text;
  }
}

/** Derives the reason from the message of libvips, which has no error codes. */
function readReason({ message }: Error): Reason {
  if (/exceeds pixel limit|too large|out of memory/i.test(message)) return 'The picture has too many pixels.';
  return /unsupported/i.test(message) ? 'The file is not a supported picture format.' : 'The file is damaged.';
}

/**
 * Converts CMYK to sRGB by its profile; RGB keeps its own. Returns a drawing unchanged; rejects with a
 * NoPlainPicture.
 */
export async function stripPictureMetadata(bytes: Uint8Array): Promise<Uint8Array> {
  // sharp is loaded with the first picture, to keep the start fast.
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
