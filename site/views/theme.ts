// Renders the style sheet with the colours of the room.
import { type AccentColours, type Palette, paletteFor } from '#domain/palette/palette.ts';
import type { MediaFile } from '#domain/room.ts';
import { objectPosition } from '../press/framing.ts';
import { type Pairing, pairing, type Typeface } from '#domain/palette/typefaces.ts';

const properties = (values: Palette | Pairing): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';');

/** Colours and typefaces of a room. */
export interface Theme extends AccentColours {
  typeface?: Typeface | undefined;
}

/** Renders the focal points of cropped pictures. Without one, the rules of the page apply. */
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
