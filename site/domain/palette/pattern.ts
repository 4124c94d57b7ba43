// Generated covers for rooms without a picture. The same name always gives the same drawing.
import { sha256 } from '../ids.ts';
import { oklchToHex, hexToOklch } from './colour.ts';
import { type AccentColours, paletteFor } from './palette.ts';

export interface Box {
  width: number;
  height: number;
}

type RandomSource = () => number;
type Draw = (box: Box, shades: string[], chance: RandomSource) => string;

/** Returns a source of numbers from 0 to 1 that are determined by the seed. */
function seededRandom(seed: string): RandomSource {
  const digest = Buffer.from(sha256(seed), 'hex');
  let at = 0;
  return () => digest[at++ % digest.length]! / 256;
}

/** Returns the accent, two darker shades, a lighter one, and the second colour. */
function buildShades(colours: AccentColours): string[] {
  const { accent, second } = paletteFor(colours, 'light');
  const own = hexToOklch(accent);
  const shade = (by: number) => oklchToHex({ ...own, lightness: Math.min(0.92, Math.max(0.14, own.lightness + by)) });
  return [accent, shade(-0.07), shade(-0.14), shade(0.08), second];
}

const round = (value: number): number => Math.round(value * 10) / 10;
const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;
const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}"/>`;

const hills: Draw = ({ width, height }, [, deep, deeper, light, second], chance) => {
  const sun = disc(width * (0.25 + chance() / 2), height * 0.42, height * 0.2, second!);
  const layers = [light, deep, deeper].map((fill, layer) => {
    const top = height * (0.5 + layer * 0.17);
    const step = width / 4;
    const waves = Array.from(
      { length: 4 },
      () => `q${round(step / 2)} ${round(-height * 0.22 * chance())} ${round(step)} 0`,
    );
    return path(`M0 ${round(top)}${waves.join('')}V${height}H0z`, fill!);
  });
  return sun + layers.join('');
};

const rings: Draw = ({ width, height }, [accent, deep, deeper, light, second], chance) => {
  const x = width * (chance() < 0.5 ? 0 : 1);
  return [deeper, light, deep, second, deeper, accent]
    .map((fill, ring) => disc(x, height, Math.max(width, height) * (1.05 - ring * 0.18), fill!))
    .join('');
};

const quarters: Draw = ({ width, height }, shades, chance) => {
  const side = Math.max(width, height) / 5;
  const cells: string[] = [];
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      const fill = shades[1 + Math.floor(chance() * 4)]!;
      const turn = Math.floor(chance() * 4);
      const s = round(side);
      const quarter = path(`M0 0h${s}a${s} ${s} 0 0 1 -${s} ${s}z`, fill);
      cells.push(
        `<g transform="translate(${round(x)} ${round(y)}) rotate(${turn * 90} ${round(s / 2)} ${round(s / 2)})">${quarter}</g>`,
      );
    }
  }
  return cells.join('');
};

const bands: Draw = ({ width, height }, shades, chance) => {
  const reach = width + height;
  let from = 0;
  let drawn = '';
  while (from < reach) {
    const wide = reach * (0.03 + chance() * 0.09);
    const fill = shades[Math.floor(chance() * shades.length)]!;
    const a = round(from);
    const b = round(from + wide);
    drawn += path(`M${a} 0H${b}L${round(b - height)} ${height}H${round(a - height)}z`, fill);
    from += wide + reach * 0.05;
  }
  return drawn;
};

const patterns: Draw[] = [hills, rings, quarters, bands];

export function patternSvg(seed: string, colours: AccentColours, box: Box): string {
  const chance = seededRandom(seed);
  const shades = buildShades(colours);
  const draw = patterns[Math.floor(chance() * patterns.length)]!;
  const { width, height } = box;
  const ground = path(`M0 0h${width}v${height}H0z`, shades[0]!);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${ground}${draw(box, shades, chance)}</svg>`;
}
