// Packs the media kit into a ZIP: pictures, texts, PDFs, a manifest, and checksums for `sha256sum -c SHA256SUMS`.
import { extname } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { mediaKit, printDpi } from '#domain/documents/press.ts';
import { sha256 } from '#domain/ids.ts';
import type { Room } from '#domain/room.ts';
import { readableSlug, roomSlug } from '#domain/text/slug.ts';
import { downloadFolder, pressDownloads } from '../../press/downloads.ts';

type Files = Record<string, Buffer>;
type Kit = ReturnType<typeof mediaKit>;

/** Returns the path of a picture in the ZIP, which is that of its address. */
const zipPath = (path: string): string => path.slice(downloadFolder.length);

const textFileBytes = (words: string): Buffer => Buffer.from(`${words.trim()}\n`);

function textFiles(kit: Kit): Files {
  const { bios, blurbs, boilerplate } = kit;
  const contents: [string, string | undefined][] = [
    ['bio-short.txt', bios.short],
    ['bio-medium.txt', bios.medium],
    ['bio-long.txt', bios.long],
    ['boilerplate.txt', boilerplate],
    ['blurbs.txt', blurbs.map(({ label, text: words }) => `${label}\n\n${words}`).join('\n\n\n') || undefined],
  ];
  return Object.fromEntries(
    contents.flatMap(([name, words]) => (words ? [[`texts/${name}`, textFileBytes(words)]] : [])),
  );
}

function renderZipManifest(kit: Kit, files: Files, facts: Map<string, object>): Buffer {
  const { name, publication, pressContact, updatedAt, approvedAt, pronunciation, pronouns, links } = kit;
  const entries = Object.entries(files).map(([path, bytes]) => ({
    path,
    bytes: bytes.length,
    sha256: sha256(bytes),
    ...facts.get(path),
  }));
  const about = { name, publication, pronunciation, pronouns, pressContact, links, updatedAt, approvedAt };
  return textFileBytes(JSON.stringify({ ...about, files: entries }, null, 2));
}

/**
 * Returns the date of the content for the archive. ZIP knows only local time, so the date is built from local parts and
 * does not depend on the time zone.
 */
function zipDate(updatedAt: string): Date {
  const [year = 1980, month = 1, day = 1] = updatedAt.slice(0, 10).split('-').map(Number);
  return new Date(Math.max(1980, year), month - 1, day, 12);
}

/** Returns the compression level. Compressed formats are stored. */
const compressionLevel = (path: string) => (/\.(jpe?g|png|webp|avif|gif)$/.test(extname(path).toLowerCase()) ? 0 : 6);

/** Returns the facts of each picture for the manifest, by its path in the ZIP. */
const pictureFacts = (room: Room): Map<string, object> =>
  new Map(
    pressDownloads(room).map(({ path, use, width, height, alt, credit, license }): [string, object] => {
      const dpi = use === 'print' ? { dpi: printDpi } : {};
      return [zipPath(path), { use, width, height, ...dpi, alt, credit, license }];
    }),
  );

/** Packs the kit. `pictures` are the bytes by address. */
export function kitZip(room: Room, documents: Files, pictures: Files): Buffer {
  const kit = mediaKit(room);
  const files: Files = {
    ...documents,
    ...textFiles(kit),
    ...Object.fromEntries(Object.entries(pictures).map(([path, bytes]) => [zipPath(path), bytes])),
  };
  const withManifest: Files = {
    ...files,
    'manifest.json': renderZipManifest(kit, files, pictureFacts(room)),
  };
  const sums = Object.entries(withManifest).map(([path, bytes]) => `${sha256(bytes)}  ${path}`);
  const all: Files = { ...withManifest, SHA256SUMS: textFileBytes(sums.join('\n')) };
  const folder = `${readableSlug(kit.name, roomSlug(room))}-media-kit`;
  const mtime = zipDate(kit.updatedAt);
  const zipped: Zippable = Object.fromEntries(
    Object.entries(all).map(([path, bytes]) => [
      `${folder}/${path}`,
      [bytes, { level: compressionLevel(path), mtime, os: 3 }],
    ]),
  );
  return Buffer.from(zipSync(zipped));
}
