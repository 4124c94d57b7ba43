// The pairings of typefaces that a creator can choose from.

import type { typefaces } from '#contract/schemas/content-files.ts';

export type Typeface = (typeof typefaces)[number];

export interface Pairing {
  display: string;
  /** Typeface of long texts. */
  serif: string;
  /** Typeface of small text. */
  sans: string;
  weight: number;
  tracking: string;
  leading: number;
  /** Line height of truncated titles, which must contain the descenders. */
  cutLeading: number;
  proseLeading: number;
}

/** Typefaces of other scripts, served by the room. Large ones are linked only if a language needs them. */
const noto = ['Naskh Arabic', 'Sans Hebrew', 'Sans Devanagari', 'Sans Thai', 'Sans JP', 'Sans KR', 'Sans SC']
  .map((name) => `'Noto ${name} Variable'`)
  .join();

/** Fallbacks on the reader's device with a similar look. */
const fallbackSerif = `${noto},'Hiragino Mincho ProN','Yu Mincho','Noto Serif JP','Noto Serif CJK JP','Noto Serif',serif`;
const fallbackSans = `${noto},'Hiragino Sans','Yu Gothic','Noto Sans JP','Noto Sans CJK JP','Noto Sans',sans-serif`;

const sourceSerif = `'Source Serif 4 Variable','Like Source Serif',${fallbackSerif}`;
const sourceSans = `'Source Sans 3 Variable','Like Source Sans',${fallbackSans}`;
const inter = `'Inter Variable','Like Inter',${fallbackSans}`;
const literata = `'Literata Variable','Like Literata',${fallbackSerif}`;
const bricolage = `'Bricolage Grotesque Variable','Like Bricolage',${fallbackSans}`;

const pairings: Record<Typeface, Pairing> = {
  editorial: {
    display: sourceSerif,
    serif: sourceSerif,
    sans: sourceSans,
    weight: 440,
    tracking: '-0.018em',
    leading: 1.08,
    cutLeading: 1.25,
    proseLeading: 1.62,
  },
  grotesque: {
    display: inter,
    serif: inter,
    sans: inter,
    weight: 680,
    tracking: '-0.032em',
    leading: 1.04,
    cutLeading: 1.26,
    proseLeading: 1.58,
  },
  humanist: {
    display: literata,
    serif: literata,
    sans: sourceSans,
    weight: 560,
    tracking: '-0.012em',
    leading: 1.14,
    cutLeading: 1.4,
    proseLeading: 1.68,
  },
  display: {
    display: bricolage,
    serif: sourceSerif,
    sans: sourceSans,
    weight: 780,
    tracking: '-0.028em',
    leading: 0.98,
    cutLeading: 1.2,
    proseLeading: 1.62,
  },
};

export const pairing = (name: Typeface = 'editorial'): Pairing => pairings[name];
