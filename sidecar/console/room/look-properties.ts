// Custom properties for the colours and typefaces of a form, for samples in light and dark mode.
import { typefaces } from '#contract/schemas/content-files.ts';
import { paletteFor } from '#domain/palette/palette.ts';
import { pairing } from '#domain/palette/typefaces.ts';

export const schemes = ['light', 'dark'] as const;
export const lookFields = ['accentColor', 'secondColor', 'typeface'] as const;
export type Look = Partial<Record<(typeof lookFields)[number], string>>;

const validColour = (typed = ''): string | undefined => (/^#[\da-f]{6}$/i.test(typed) ? typed : undefined);

/** Returns the properties. Invalid or incomplete values are ignored. */
export function lookProperties(typed: Look, scheme: (typeof schemes)[number]): [name: string, value: string][] {
  const colours = { accentColor: validColour(typed.accentColor), secondColor: validColour(typed.secondColor) };
  const typeface = typefaces.find((one) => one === typed.typeface);
  return Object.entries({ ...paletteFor(colours, scheme), ...pairing(typeface) }).map(([name, value]) => [
    `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    String(value),
  ]);
}
