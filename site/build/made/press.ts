// Makes the press documents: PDFs, their sandbox versions, the ZIP, and the pictures for guest kits.
import { printDpi } from '#domain/documents/press.ts';
import sharp from 'sharp';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { sandboxPdfPath } from '#domain/release/headers.ts';
import { sha256 } from '#domain/ids.ts';
import { mediaKitZipPath } from '#domain/links.ts';
import { once } from '#domain/memoize.ts';
import { mediaKitPdf, type Thumbnails } from '../../press/media-kit.ts';
import { guestKitPictures, packPictures } from '#domain/pdf/pictures-file.ts';
import { renderPdf } from '#domain/pdf/render.ts';
import { createSheetContext, type SheetPictures } from '#domain/pdf/sheet.ts';
import { speakingPdf } from '../../press/speaking.ts';
import { creatorChangedAt, type Room } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { faces } from './fonts.ts';
import { kitZip } from './kit-zip.ts';
import { type ReleaseOutput, type Warn, maxPixels } from './made-file.ts';
import { pressPictures } from './press-pictures.ts';
import { type PressDownload, encoding, pressDownloads } from '../../press/downloads.ts';
import { readOrMake, readPublishedPicture } from './pictures.ts';

const downloadTypes = { jpeg: 'image/jpeg', png: 'image/png', svg: 'image/svg+xml' };
const webDpi = 72;

async function encodeDownload(bytes: Buffer, { use, format, width, credit, license }: PressDownload): Promise<Buffer> {
  const exif = { ...(credit && { Artist: credit }), ...(license && { Copyright: license }) };
  const image = sharp(bytes, { failOn: 'none', limitInputPixels: maxPixels, density: printDpi })
    .autoOrient()
    .resize({ width })
    .keepIccProfile()
    .withExif({ IFD0: exif })
    .withDensity(use === 'print' ? printDpi : webDpi);
  const quality = use === 'print' ? encoding.printQuality : encoding.webQuality;
  return format === 'png'
    ? image.png({ compressionLevel: 9 }).toBuffer()
    : image.flatten({ background: '#ffffff' }).jpeg({ quality, mozjpeg: true }).toBuffer();
}

async function makeDownload(contentDir: string, download: PressDownload, warn: Warn): Promise<Buffer> {
  const bytes = await readPublishedPicture(contentDir, download.source);
  if (download.use === 'vector') return bytes;
  try {
    return await readOrMake(`${download.inputs}.${download.format}`, () => encodeDownload(bytes, download));
  } catch (error) {
    warn(`media/${download.source.file}: offered unchanged: ${(error as Error).message}`);
    return bytes;
  }
}

/** Returns the press pictures with resolution, credit and licence in their metadata, and without camera data. */
export function downloadFiles(room: Room, contentDir: string, warn: Warn): ReleaseOutput[] {
  const changedAt = creatorChangedAt(room.creator);
  return pressDownloads(room).map((download) => {
    const { path, format, inputs } = download;
    const make = once(() => makeDownload(contentDir, download, warn));
    return { path, type: downloadTypes[format], changedAt, inputs, make };
  });
}

type DocumentName = 'mediaKit' | 'speaking';

async function renderPressPdf(
  name: DocumentName,
  room: Room,
  shown: SheetPictures,
  thumbnails: Thumbnails,
  warn: Warn,
): Promise<Buffer> {
  const missing = new Set<string>();
  const sheetContext = createSheetContext(room.creator, faces, shown, missing);
  const definition =
    name === 'mediaKit' ? mediaKitPdf(room, sheetContext, thumbnails) : speakingPdf(room, sheetContext);
  const bytes = await renderPdf(definition, faces);
  if (missing.size > 0)
    warn(`${endpoints[name].http.pdf.slice(1)}: left out, because no typeface contains it: ${[...missing].join(' ')}`);
  return bytes;
}

function sandboxPdfs({ baseUrl }: Room, codeHash: string, warn: Warn): ReleaseOutput[] {
  const room = sandboxRoom({ baseUrl });
  return (['mediaKit', 'speaking'] as const).map((name) => ({
    path: sandboxPdfPath(endpoints[name].http.path),
    type: 'application/pdf',
    changedAt: `${room.creator.updatedAt}T00:00:00Z`,
    inputs: sha256(codeHash + baseUrl + name),
    make: () => renderPressPdf(name, room, {}, new Map(), warn),
  }));
}

export function pressFiles(room: Room, contentDir: string, codeHash: string, warn: Warn): ReleaseOutput[] {
  const pictures = pressPictures(room, contentDir, warn);
  const sheet = once(pictures.sheet);
  const thumbnails = once(pictures.thumbnails);
  const pdf = {
    mediaKit: once(async () => renderPressPdf('mediaKit', room, await sheet(), await thumbnails(), warn)),
    speaking: once(async () => renderPressPdf('speaking', room, await sheet(), new Map(), warn)),
  };
  const inputs = sha256(JSON.stringify([codeHash, room.baseUrl, room.creator, room.media]));
  const changedAt = creatorChangedAt(room.creator);
  const pdfFile = (name: DocumentName) => ({
    path: (endpoints[name] as Endpoint).http.pdf!,
    type: 'application/pdf',
    make: pdf[name],
  });
  const downloads = downloadFiles(room, contentDir, warn);
  const zip = once(async () => {
    const pictures = await Promise.all(downloads.map(async (file) => [file.path, await file.make()] as const));
    const documents = { 'media-kit.pdf': await pdf.mediaKit(), 'speaking.pdf': await pdf.speaking() };
    return kitZip(room, documents, Object.fromEntries(pictures));
  });
  const own = [
    pdfFile('mediaKit'),
    pdfFile('speaking'),
    { path: mediaKitZipPath, type: 'application/zip', make: zip },
    {
      path: guestKitPictures,
      type: 'application/octet-stream',
      private: true,
      make: async () => packPictures(await sheet()),
    },
  ];
  return [
    ...own.map((file): ReleaseOutput => ({ ...file, changedAt, inputs })),
    ...downloads,
    ...sandboxPdfs(room, codeHash, warn),
  ];
}
