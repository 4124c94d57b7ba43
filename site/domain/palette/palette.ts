// The colours of the room, light and dark, all made of the creator's accent colour so that text stays readable on it.
import { contrast, oklchToHex, type Oklch, hexToOklch } from './colour.ts';

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
  /** The creator's own colour, for buttons, bars and tiles. */
  accent: string;
  /** Text on the accent: black or white, whichever is read better. */
  onAccent: string;
  /** Beside the accent in patterns and tiles. */
  second: string;
  onSecond: string;
}

/** What the creator chose, or what init found. */
export interface AccentColours {
  accentColor?: string | undefined;
  secondColor?: string | undefined;
}

const defaultAccent = '#3f5a6b';
/** WCAG 2.2: 4.5 for text (1.4.3), 7 for those who ask for more (1.4.6). */
const textContrast = 4.8;
const highContrast = 7.2;
/** Keeps a dark accent visible on dark paper. */
const tileContrast = 1.6;

/** The colour itself, or the nearest lighter or darker one that is far enough from every background. */
function contrastingColour(colour: Oklch, backgrounds: string[], least: number, step: number): string {
  const hex = oklchToHex(colour);
  const isApart = backgrounds.every((background) => contrast(hex, background) >= least);
  const lightness = colour.lightness + step;
  return isApart || lightness <= 0 || lightness >= 1
    ? hex
    : contrastingColour({ ...colour, lightness }, backgrounds, least, step);
}

const readableOn = (ground: string): string =>
  contrast('#ffffff', ground) >= contrast('#000000', ground) ? '#ffffff' : '#000000';

/** A sixth of the colour wheel away, with inverted lightness. */
const companionColour = ({ lightness, chroma, hueDegrees }: Oklch): string =>
  oklchToHex({ lightness: lightness > 0.6 ? 0.45 : 0.78, chroma: Math.min(chroma, 0.13), hueDegrees: hueDegrees + 60 });

type Scheme = 'light' | 'dark';
const palettes = new Map<string, Palette>();

/** Cached, since every page asks for the same few. */
export function paletteFor(
  { accentColor = defaultAccent, secondColor }: AccentColours,
  scheme: Scheme,
  isMore = false,
): Palette {
  const key = [accentColor, secondColor, scheme, isMore].join();
  const result = palettes.get(key) ?? mixPalette(accentColor, secondColor, scheme, isMore);
  palettes.set(key, result);
  return result;
}

function mixPalette(accentColor: string, secondColor: string | undefined, scheme: Scheme, isMore: boolean): Palette {
  const own = hexToOklch(accentColor);
  const isLight = scheme === 'light';
  const grey = (lightness: number, chroma: number) =>
    oklchToHex({ lightness, chroma: Math.min(chroma, own.chroma), hueDegrees: own.hueDegrees });
  const plain = isLight ? '#ffffff' : '#000000';
  const paper = isMore ? plain : isLight ? grey(0.985, 0.006) : grey(0.185, 0.018);
  const surface = isLight ? grey(0.955, 0.014) : grey(0.235, 0.024);
  const ink = isMore ? (isLight ? '#000000' : '#ffffff') : isLight ? grey(0.23, 0.03) : grey(0.94, 0.01);
  const step = isLight ? -0.01 : 0.01;
  const accent = isLight ? accentColor.toLowerCase() : contrastingColour(own, [paper], tileContrast, step);
  const second = secondColor?.toLowerCase() ?? companionColour(own);
  return {
    paper,
    surface,
    line: isMore ? ink : isLight ? grey(0.88, 0.02) : grey(0.34, 0.028),
    ink,
    muted: isMore ? ink : isLight ? grey(0.46, 0.03) : grey(0.75, 0.02),
    link: contrastingColour(own, [paper, surface], isMore ? highContrast : textContrast, step),
    accent,
    onAccent: readableOn(accent),
    second,
    onSecond: readableOn(second),
  };
}
