// The style sheet that gives the room its colours.
import { type Colours, type Palette, palette } from '#domain/palette/palette.ts';

const properties = (colours: Palette): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';');

export const themeCss = (colours: Colours): string =>
  `:root{${properties(palette(colours, 'light'))}}
@media (prefers-color-scheme:dark){:root{${properties(palette(colours, 'dark'))}}}
@media (prefers-contrast:more){:root{${properties(palette(colours, 'light', true))}}}
@media (prefers-contrast:more) and (prefers-color-scheme:dark){:root{${properties(palette(colours, 'dark', true))}}}
@media print{:root{${properties({ ...palette(colours, 'light'), paper: '#ffffff', surface: '#ffffff' })}}}
`;
