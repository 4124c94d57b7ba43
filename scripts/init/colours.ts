// Finds the colours of a new room: those that the pages state, and proposals from the creator's pictures.
import { join } from 'node:path';
import sharp from 'sharp';
import { oklchToHex, hexToOklch } from '#domain/palette/colour.ts';
import type { Discovery } from './discover.ts';
import type { PageFacts } from './page-facts.ts';

/** Returns false for greys and near-black or near-white colours, which cannot be accents. */
const isColourful = (hex: string): boolean => {
  const { lightness, chroma } = hexToOklch(hex);
  return chroma > 0.035 && lightness > 0.18 && lightness < 0.92;
};

/** Converts any CSS colour to `#rrggbb`. */
async function cssToHex(text: string): Promise<string | undefined> {
  try {
    const create = { width: 1, height: 1, channels: 3 as const, background: text.trim() };
    return `#${(await sharp({ create }).raw().toBuffer()).toString('hex')}`;
  } catch {
    return undefined;
  }
}

const sectors = 24;
const side = 64;

/** Returns the colours of a picture by hue, largest area first. */
async function findHues(path: string): Promise<string[]> {
  const pixels = await sharp(path)
    .resize(side, side, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const sums = Array.from({ length: sectors }, () => ({ weight: 0, lightness: 0, chroma: 0, hue: 0 }));
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const hex = `#${pixels.subarray(at, at + 3).toString('hex')}`;
    if (!isColourful(hex)) continue;
    const { lightness, chroma, hueDegrees } = hexToOklch(hex);
    const hue = (hueDegrees + 360) % 360;
    const sum = sums[Math.floor((hue / 360) * sectors) % sectors]!;
    sum.weight += chroma;
    sum.lightness += lightness * chroma;
    sum.chroma += chroma * chroma;
    sum.hue += hue * chroma;
  }
  return sums
    .filter(({ weight }) => weight > 0.5)
    .sort((a, b) => b.weight - a.weight)
    .map(({ weight, lightness, chroma, hue }) =>
      oklchToHex({ lightness: lightness / weight, chroma: chroma / weight, hueDegrees: hue / weight }),
    );
}

function hueDistance(one: string, other: string): number {
  const difference = Math.abs(hexToOklch(one).hueDegrees - hexToOklch(other).hueDegrees) % 360;
  return Math.min(difference, 360 - difference);
}

export interface RoomColours {
  accentColor?: string;
  secondColor?: string;
}

/** Finds colour codes in the text of a page, such as a brand page. */
const findWrittenColours = ({ people }: PageFacts): string[] =>
  people.passages.flatMap((text) => text.match(/#[0-9a-f]{6}\b/gi) ?? []).map((hex) => hex.toLowerCase());

function chooseColours(colours: string[], accent = colours[0]): RoomColours {
  const second = colours.find((hex) => accent && hueDistance(hex, accent) > 50);
  return { ...(accent && { accentColor: accent }), ...(second && { secondColor: second }) };
}

/** Returns the colours that the creator's own pages state. The pages of a host have the colours of the host. */
export async function findStatedColours({ pages, asides }: Discovery): Promise<RoomColours> {
  const own = pages.filter(({ isHosted }) => !isHosted);
  const themeColours = await Promise.all(own.map(({ themeColor }) => themeColor && cssToHex(themeColor)));
  const statedColours = [...themeColours.flatMap((hex) => hex || []), ...asides.flatMap(findWrittenColours)];
  return chooseColours(statedColours.filter(isColourful));
}

/** Proposes colours of pictures in content/media, most characteristic first, in addition to the stated ones. */
export async function proposeColours(stated: RoomColours, contentDir: string, files: string[]): Promise<RoomColours> {
  const hues = await Promise.all(files.map((file) => findHues(join(contentDir, 'media', file)).catch(() => [])));
  return { ...chooseColours(hues.flat(), stated.accentColor ?? hues.flat()[0]), ...stated };
}
