// Renders the icons of the room for tabs, home screens and the manifest: the mark of the logo, or the first letter of
// the publication on the accent colour.
import sharp from 'sharp';
import { paletteFor } from '#domain/palette/palette.ts';
import type { Creator } from '#contract/schemas/content-files.ts';
import { sha256 } from '#domain/ids.ts';
import { creatorChangedAt, findMediaFile, type Room } from '#domain/room.ts';
import { outlineCentred } from './lettering.ts';
import { type LogoMark, extractLogoMark } from './logo-mark.ts';
import type { ReleaseOutput } from './made-file.ts';

const side = 64;

type Ground = 'disc' | 'square';
const grounds: Record<Ground, string> = {
  disc: `<circle cx="${side / 2}" cy="${side / 2}" r="${side / 2}"`,
  square: `<path d="M0 0h${side}v${side}H0z"`,
};

export function renderLetterIcon(creator: Creator, ground: Ground): string {
  const { accent, onAccent } = paletteFor(creator, 'light');
  const { publication, name } = creator;
  const [letter = ''] = `${publication}${name}`.match(/[\p{L}\p{N}]/u) ?? [];
  const size = ground === 'disc' ? 40 : 34;
  const outline = outlineCentred(letter.toUpperCase(), 'serif', size, side / 2, side / 2);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${grounds[ground]} fill="${accent}"/><path fill="${onAccent}" d="${outline}"/></svg>\n`;
}

const renderPng = (svg: string, pixels: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: (72 * pixels) / side })
    .resize(pixels, pixels)
    .png()
    .toBuffer();

export const renderLetterPng = (creator: Creator, pixels: number): Promise<Buffer> =>
  renderPng(renderLetterIcon(creator, 'square'), pixels);

/** Packs PNG pictures into an ICO file: a header with their number, an entry for each, and their bytes. */
function packIco(pictures: { pixels: number; bytes: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [i, { pixels, bytes }] of pictures.entries()) {
    const entry = 6 + 16 * i;
    head.writeUInt8(pixels, entry);
    head.writeUInt8(pixels, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(bytes.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += bytes.length;
  }
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)]);
}

const renderIco = async (svg: string): Promise<Buffer> =>
  packIco(await Promise.all([16, 32, 48].map(async (pixels) => ({ pixels, bytes: await renderPng(svg, pixels) }))));

function renderManifest(creator: Creator): string {
  const { publication, oneLiner, language } = creator;
  const icon = (pixels: number, purpose: string) => ({
    src: `/icon-${pixels}.png`,
    sizes: `${pixels}x${pixels}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    id: '/',
    name: publication,
    short_name: publication,
    description: oneLiner,
    lang: language,
    start_url: '/',
    display: 'browser',
    background_color: paletteFor(creator, 'light').paper,
    theme_color: paletteFor(creator, 'light').accent,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      icon(192, 'any maskable'),
      icon(512, 'any maskable'),
    ],
  });
}

/** Renders the logo on white, or on the accent colour if the logo is light. */
async function renderLogoIcon(creator: Creator, { bytes, isLight }: LogoMark, ground: Ground): Promise<string> {
  const own = paletteFor(creator, 'light').accent;
  // A circle may be cut out of the square, in which only the middle four fifths are safe.
  const inside = side * (ground === 'disc' ? 0.68 : 0.6);
  // A tab shows the icon small, and every visit loads it.
  const pixels = ground === 'disc' ? 96 : 256;
  const resized = sharp(bytes).resize({ width: pixels, height: pixels, fit: 'inside' });
  const small = await resized.png({ palette: ground === 'disc' }).toBuffer();
  const at = `x="${(side - inside) / 2}" y="${(side - inside) / 2}" width="${inside}" height="${inside}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${grounds[ground]} fill="${isLight ? own : '#ffffff'}"/><image ${at} href="data:image/png;base64,${small.toString('base64')}"/></svg>\n`;
}

/** Returns the mark of the first logo of the creator that has one. */
async function findLogoMark(room: Room, read: ReadMediaFile): Promise<LogoMark | undefined> {
  for (const { file } of room.creator.logos ?? []) {
    if (!findMediaFile(room, file)) continue;
    const mark = await read(file)
      .then(extractLogoMark)
      .catch(() => undefined);
    if (mark) return mark;
  }
  return undefined;
}

type ReadMediaFile = (file: string) => Promise<Buffer>;

export function iconFiles(room: Room, codeHash: string, read: ReadMediaFile): ReleaseOutput[] {
  const { creator } = room;
  const { publication, name, accentColor, oneLiner, language } = creator;
  const logos = (creator.logos ?? []).map(({ file }) => findMediaFile(room, file)?.sha256);
  const inputs = sha256(JSON.stringify([codeHash, publication, name, accentColor, oneLiner, language, logos]));
  const changedAt = creatorChangedAt(creator);
  let logoMark: Promise<LogoMark | undefined> | undefined;
  const drawIcon = async (ground: Ground): Promise<string> => {
    const mark = await (logoMark ??= findLogoMark(room, read));
    return mark ? renderLogoIcon(creator, mark, ground) : renderLetterIcon(creator, ground);
  };
  const disc = () => drawIcon('disc');
  const square = () => drawIcon('square');
  const file = (path: string, type: string, make: () => Promise<Buffer>): ReleaseOutput => ({
    path,
    type,
    changedAt,
    inputs,
    make,
  });
  return [
    file('/favicon.svg', 'image/svg+xml', async () => Buffer.from(await disc())),
    file('/favicon.ico', 'image/x-icon', async () => renderIco(await disc())),
    file('/apple-touch-icon.png', 'image/png', async () => renderPng(await square(), 180)),
    file('/icon-192.png', 'image/png', async () => renderPng(await square(), 192)),
    file('/icon-512.png', 'image/png', async () => renderPng(await square(), 512)),
    file('/site.webmanifest', 'application/manifest+json', async () => Buffer.from(renderManifest(creator))),
  ];
}
