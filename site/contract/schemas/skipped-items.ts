// Published items that the last build skipped, with reasons. The builder writes them below .build for the console and
// doctor.
import { type Static, Type } from 'typebox';
import { closedObject, list, text } from './shape.ts';

export const skippedItemsFile = 'left-out.json';

export const SkippedItems = closedObject({
  items: list(
    closedObject({
      name: text('File in content/published.'),
      problem: Type.String({ description: 'Reason.' }),
    }),
  ),
});
export type SkippedItems = Static<typeof SkippedItems>;
