// The colours of the room, light and dark, all made of the creator's accent colour so that text stays readable on it.
import { contrast, hexOf, type Oklch, oklchOf } from './colour.ts';

export interface Palette {
  /** The page. */
  paper: string;
  /** Panels, quotes, code. */
  surface: string;
  line: string;
  ink: string;
  /** Dates, captions, labels. */
  muted: string;
  /** Links: the accent, as far from the paper as text has to be. */
  link: string;
  /** Buttons and marks: the accent, as far from the paper as shapes have to be. */
  accent: string;
  /** Text on the accent. */
  onAccent: string;
}

const quietAccent = '#3f5a6b';
/** WCAG 2.2: 4.5 for text (1.4.3), 3 for shapes (1.4.11); a little more, since paper and surface differ. */
const textContrast = 4.8;
const shapeContrast = 3.1;

/** The colour itself, or the nearest lighter or darker one that is far enough from every background. */
function apart(colour: Oklch, backgrounds: string[], least: number, step: number): string {
  const hex = hexOf(colour);
  const isApart = backgrounds.every((background) => contrast(hex, background) >= least);
  const lightness = colour.lightness + step;
  return isApart || lightness <= 0 || lightness >= 1 ? hex : apart({ ...colour, lightness }, backgrounds, least, step);
}

type Scheme = 'light' | 'dark';
const mixed = new Map<string, Palette>();

/** Every page asks for the same two. */
export function palette(accentColor = quietAccent, scheme: Scheme): Palette {
  const key = accentColor + scheme;
  const made = mixed.get(key) ?? mix(accentColor, scheme);
  mixed.set(key, made);
  return made;
}

function mix(accentColor: string, scheme: Scheme): Palette {
  const own = oklchOf(accentColor);
  const isLight = scheme === 'light';
  const grey = (lightness: number, chroma: number) =>
    hexOf({ lightness, chroma: Math.min(chroma, own.chroma), hueDegrees: own.hueDegrees });
  const paper = isLight ? grey(0.988, 0.003) : grey(0.19, 0.012);
  const surface = isLight ? grey(0.962, 0.008) : grey(0.232, 0.014);
  const step = isLight ? -0.01 : 0.01;
  const accent = apart(own, [paper, surface], shapeContrast, step);
  return {
    paper,
    surface,
    line: isLight ? grey(0.89, 0.012) : grey(0.34, 0.018),
    ink: isLight ? grey(0.24, 0.02) : grey(0.93, 0.008),
    muted: isLight ? grey(0.47, 0.02) : grey(0.73, 0.015),
    link: apart(own, [paper, surface], textContrast, step),
    accent,
    onAccent: contrast('#ffffff', accent) >= textContrast ? '#ffffff' : '#000000',
  };
}
