// The style sheet that gives the room its colours.
import { type Palette, palette } from '#domain/palette/palette.ts';

const properties = (colours: Palette): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';');

export const themeCss = (accentColor: string | undefined): string =>
  `:root{${properties(palette(accentColor, 'light'))}}
@media (prefers-color-scheme:dark){:root{${properties(palette(accentColor, 'dark'))}}}
@media print{:root{${properties({ ...palette(accentColor, 'light'), paper: '#ffffff', surface: '#ffffff' })}}}
`;
