// Renders the style sheet with the colours of the room.
import { type AccentColours, type Palette, paletteFor } from './palette.ts';
import { type Pairing, pairing, type Typeface } from './typefaces.ts';

const properties = (values: Palette | Pairing): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';');

/** Colours and typefaces of a room. */
export interface Theme extends AccentColours {
  typeface?: Typeface | undefined;
}

export const themeCss = (colours: Theme): string =>
  `:root{${properties(paletteFor(colours, 'light'))};${properties(pairing(colours.typeface))}}
@media (prefers-color-scheme:dark){:root{${properties(paletteFor(colours, 'dark'))}}}
@media (prefers-contrast:more){:root{${properties(paletteFor(colours, 'light', true))}}}
@media (prefers-contrast:more) and (prefers-color-scheme:dark){:root{${properties(paletteFor(colours, 'dark', true))}}}
@media print{:root{${properties({ ...paletteFor(colours, 'light'), paper: '#ffffff', surface: '#ffffff' })}}}
`;
