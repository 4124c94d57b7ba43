// The media kit as one ZIP: pictures, texts, PDFs, a manifest, and checksums that `sha256sum -c SHA256SUMS` reads.
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { mediaKit } from '#domain/documents/press.ts';
import { sha256, slugOf } from '#domain/ids.ts';
import type { Room } from '#domain/room.ts';

type Files = Record<string, Buffer>;
type Kit = ReturnType<typeof mediaKit>;

/** Pictures by what they are for, with what a picture desk asks for. */
function pictures(room: Room, contentDir: string, folder: 'headshots' | 'logos', images: Kit['headshots']) {
  return images.map(({ url, ...facts }) => {
    const file = url.slice(`${room.baseUrl}/media/`.length);
    const path = `${folder}/${file.replaceAll('/', '-')}`;
    return { path, facts: { ...facts, url }, bytes: readFileSync(join(contentDir, 'media', file)) };
  });
}

const text = (words: string): Buffer => Buffer.from(`${words.trim()}\n`);

function texts(kit: Kit): Files {
  const { bios, blurbs, boilerplate } = kit;
  const named: [string, string | undefined][] = [
    ['bio-short.txt', bios.short],
    ['bio-medium.txt', bios.medium],
    ['bio-long.txt', bios.long],
    ['boilerplate.txt', boilerplate],
    ['blurbs.txt', blurbs.map(({ label, text: words }) => `${label}\n\n${words}`).join('\n\n\n') || undefined],
  ];
  return Object.fromEntries(named.flatMap(([name, words]) => (words ? [[`texts/${name}`, text(words)]] : [])));
}

function manifestOf(kit: Kit, files: Files, facts: Map<string, object>): Buffer {
  const { name, publication, pressContact, updatedAt, approvedAt, pronunciation, pronouns, links } = kit;
  const entries = Object.entries(files).map(([path, bytes]) => ({
    path,
    bytes: bytes.length,
    sha256: sha256(bytes),
    ...facts.get(path),
  }));
  const about = { name, publication, pronunciation, pronouns, pressContact, links, updatedAt, approvedAt };
  return text(JSON.stringify({ ...about, files: entries }, null, 2));
}

/** ZIP knows local time alone: with these parts of it the archive says the day of the content, wherever it is made. */
function dayOf(updatedAt: string): Date {
  const [year = 1980, month = 1, day = 1] = updatedAt.slice(0, 10).split('-').map(Number);
  return new Date(Math.max(1980, year), month - 1, day, 12);
}

/** What is compressed already is stored. */
const levelOf = (path: string) => (/\.(jpe?g|png|webp|avif|gif)$/.test(extname(path).toLowerCase()) ? 0 : 6);

export function kitZip(room: Room, contentDir: string, documents: Files): Buffer {
  const kit = mediaKit(room);
  const shown = [
    ...pictures(room, contentDir, 'headshots', kit.headshots),
    ...pictures(room, contentDir, 'logos', kit.logos),
  ];
  const files: Files = {
    ...documents,
    ...texts(kit),
    ...Object.fromEntries(shown.map(({ path, bytes }) => [path, bytes])),
  };
  const withManifest: Files = {
    ...files,
    'manifest.json': manifestOf(kit, files, new Map(shown.map(({ path, facts }) => [path, facts]))),
  };
  const sums = Object.entries(withManifest).map(([path, bytes]) => `${sha256(bytes)}  ${path}`);
  const all: Files = { ...withManifest, SHA256SUMS: text(sums.join('\n')) };
  const folder = `${slugOf(kit.name)}-media-kit`;
  const mtime = dayOf(kit.updatedAt);
  const zipped: Zippable = Object.fromEntries(
    Object.entries(all).map(([path, bytes]) => [`${folder}/${path}`, [bytes, { level: levelOf(path), mtime, os: 3 }]]),
  );
  return Buffer.from(zipSync(zipped));
}
