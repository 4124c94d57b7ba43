// Encodes the press pictures for download: with their resolution, their credit and their licence inside, and nothing of the camera.
import sharp from 'sharp';
import { type Download, encoding, printDpi, pressDownloads } from '../../press/downloads.ts';
import { creatorChangedAt, type Room } from '#domain/room.ts';
import { type MadeFile, mostPixels, type Warn } from './made-file.ts';
import { keptOr, publishedBytes } from './pictures.ts';

const types = { jpeg: 'image/jpeg', png: 'image/png', svg: 'image/svg+xml' };
const webDpi = 72;

async function encode(bytes: Buffer, { use, format, width, credit, license }: Download): Promise<Buffer> {
  const words = { ...(credit && { Artist: credit }), ...(license && { Copyright: license }) };
  const image = sharp(bytes, { failOn: 'none', limitInputPixels: mostPixels, density: printDpi })
    .autoOrient()
    .resize({ width })
    .keepIccProfile()
    .withExif({ IFD0: words })
    .withDensity(use === 'print' ? printDpi : webDpi);
  const quality = use === 'print' ? encoding.printQuality : encoding.webQuality;
  return format === 'png'
    ? image.png({ compressionLevel: 9 }).toBuffer()
    : image.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true }).toBuffer();
}

async function make(contentDir: string, download: Download, warn: Warn): Promise<Buffer> {
  const bytes = await publishedBytes(contentDir, download.source);
  if (download.use === 'vector') return bytes;
  try {
    return await keptOr(`${download.key}.${download.format}`, () => encode(bytes, download));
  } catch (error) {
    warn(`media/${download.source.file}: offered as it is: ${(error as Error).message}`);
    return bytes;
  }
}

export function downloadFiles(room: Room, contentDir: string, warn: Warn): MadeFile[] {
  const changedAt = creatorChangedAt(room.creator);
  return pressDownloads(room).map((download) => {
    let made: Promise<Buffer> | undefined;
    const { path, format, key } = download;
    return { path, type: types[format], changedAt, key, make: () => (made ??= make(contentDir, download, warn)) };
  });
}
