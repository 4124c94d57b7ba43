// Published items that the last build left out, and why: the catalog writes it below .build, where the console and the doctor read it.
import { type Static, Type } from 'typebox';
import { closedObject, list, text } from './shape.ts';

export const skippedItemsFile = 'left-out.json';

export const SkippedItems = closedObject({
  items: list(
    closedObject({
      name: text('File in content/published.'),
      problem: Type.String({ description: 'What is wrong with it.' }),
    }),
  ),
});
export type SkippedItems = Static<typeof SkippedItems>;
