// The light and dark palettes of the room, derived from the creator's accent colour with readable contrast.
import { contrast, oklchToHex, type Oklch, hexToOklch } from './colour.ts';

export interface Palette {
  paper: string;
  /** Background of panels, quotes and code. */
  surface: string;
  line: string;
  ink: string;
  /** Text of dates, captions and labels. */
  muted: string;
  /** Text of links: the accent with enough contrast to the paper. */
  link: string;
  /** The creator's colour for buttons, bars and tiles. */
  accent: string;
  /** Text on the accent: black or white, whichever has more contrast. */
  onAccent: string;
  /** Second colour of patterns and tiles. */
  second: string;
  onSecond: string;
}

/** Colours that the creator chose or init found. */
export interface AccentColours {
  accentColor?: string | undefined;
  secondColor?: string | undefined;
}

const defaultAccent = '#3f5a6b';
/** WCAG 2.2 requires 4.5 for text (1.4.3) and 7 for enhanced contrast (1.4.6). */
const textContrast = 4.8;
const highContrast = 7.2;
/** Keeps a dark accent visible on dark paper. */
const tileContrast = 1.6;

/** Returns the colour, made lighter or darker until it has enough contrast to every background. */
function contrastingColour(colour: Oklch, backgrounds: string[], minContrast: number, step: number): string {
  const hex = oklchToHex(colour);
  const isApart = backgrounds.every((background) => contrast(hex, background) >= minContrast);
  const lightness = colour.lightness + step;
  return isApart || lightness <= 0 || lightness >= 1
    ? hex
    : contrastingColour({ ...colour, lightness }, backgrounds, minContrast, step);
}

const readableOn = (ground: string): string =>
  contrast('#ffffff', ground) >= contrast('#000000', ground) ? '#ffffff' : '#000000';

/** Returns a companion colour: a sixth of the colour wheel away, with inverted lightness. */
const companionColour = ({ lightness, chroma, hueDegrees }: Oklch): string =>
  oklchToHex({ lightness: lightness > 0.6 ? 0.45 : 0.78, chroma: Math.min(chroma, 0.13), hueDegrees: hueDegrees + 60 });

type Scheme = 'light' | 'dark';
const palettes = new Map<string, Palette>();

/** Returns the cached palette of a room. */
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

/** Lightness and chroma of the neutral colours of a scheme. */
const neutralColours = {
  light: { paper: [0.985, 0.006], surface: [0.955, 0.014], line: [0.88, 0.02], ink: [0.23, 0.03], muted: [0.46, 0.03] },
  dark: { paper: [0.185, 0.018], surface: [0.235, 0.024], line: [0.34, 0.028], ink: [0.94, 0.01], muted: [0.75, 0.02] },
} as const;

/** Paper and ink of a scheme with enhanced contrast. */
const plainColours = {
  light: { paper: '#ffffff', ink: '#000000' },
  dark: { paper: '#000000', ink: '#ffffff' },
};

function mixPalette(accentColor: string, secondColor: string | undefined, scheme: Scheme, isMore: boolean): Palette {
  const own = hexToOklch(accentColor);
  const neutral = (name: keyof typeof neutralColours.light): string => {
    const [lightness, chroma] = neutralColours[scheme][name];
    return oklchToHex({ lightness, chroma: Math.min(chroma, own.chroma), hueDegrees: own.hueDegrees });
  };
  const { paper, ink } = isMore ? plainColours[scheme] : { paper: neutral('paper'), ink: neutral('ink') };
  const surface = neutral('surface');
  const isLight = scheme === 'light';
  const step = isLight ? -0.01 : 0.01;
  const accent = isLight ? accentColor.toLowerCase() : contrastingColour(own, [paper], tileContrast, step);
  const second = secondColor?.toLowerCase() ?? companionColour(own);
  return {
    paper,
    surface,
    line: isMore ? ink : neutral('line'),
    ink,
    muted: isMore ? ink : neutral('muted'),
    link: contrastingColour(own, [paper, surface], isMore ? highContrast : textContrast, step),
    accent,
    onAccent: readableOn(accent),
    second,
    onSecond: readableOn(second),
  };
}
