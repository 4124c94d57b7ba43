// Published items that the last build left out, and why: the catalog writes it below .build, where the console and the doctor read it.
import { type Static, Type } from 'typebox';
import { closed, list, text } from './shape.ts';

export const leftOutFile = 'left-out.json';

export const LeftOut = closed({
  items: list(
    closed({
      name: text('File in content/published.'),
      problem: Type.String({ description: 'What is wrong with it.' }),
    }),
  ),
});
export type LeftOut = Static<typeof LeftOut>;
