// The style sheet that gives the room its colours.
import { type AccentColours, type Palette, paletteFor } from '#domain/palette/palette.ts';
import type { MediaFile } from '#domain/room.ts';
import { objectPosition } from '../press/framing.ts';
import { type Pairing, pairing, type Typeface } from '#domain/palette/typefaces.ts';

const properties = (values: Palette | Pairing): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';');

/** The colours and typefaces of a room. */
export interface Theme extends AccentColours {
  typeface?: Typeface | undefined;
}

/** What stays in view of pictures that are cut to a shape; the pages' own rules say where that is not known. */
export const focusCss = (media: MediaFile[]): string =>
  [...new Set(media.flatMap((picture) => objectPosition(picture) ?? []))]
    .sort()
    .map((position) => `img[data-focus='${position}']{object-position:${position}}\n`)
    .join('');

export const themeCss = (colours: Theme): string =>
  `:root{${properties(paletteFor(colours, 'light'))};${properties(pairing(colours.typeface))}}
@media (prefers-color-scheme:dark){:root{${properties(paletteFor(colours, 'dark'))}}}
@media (prefers-contrast:more){:root{${properties(paletteFor(colours, 'light', true))}}}
@media (prefers-contrast:more) and (prefers-color-scheme:dark){:root{${properties(paletteFor(colours, 'dark', true))}}}
@media print{:root{${properties({ ...paletteFor(colours, 'light'), paper: '#ffffff', surface: '#ffffff' })}}}
`;
