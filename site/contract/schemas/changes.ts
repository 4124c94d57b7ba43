// The wire shapes of sync: changes since a cursor.
import { type Static, Type } from 'typebox';
import { ItemType } from '../content-types.ts';
import { changesDefaultLimit, changesMaxLimit, changesMaxBodyCharacters } from '../limits.ts';
import { Reviewed } from './trust.ts';
import { listFields } from './content.ts';
import { ItemAccess } from './payment.ts';
import { integer, sandboxQuery } from './queries.ts';
import {
  closedObject,
  Count,
  Day,
  HttpDate,
  Instant,
  list,
  oneOf,
  optional,
  sandboxFields,
  text,
  Uri,
} from './shape.ts';

export const ChangesQuery = Type.Object({
  cursor: optional(
    text('nextCursor of the previous response; omit it to start from the beginning.', { maxLength: 100 }),
  ),
  limit: optional(integer(1, changesMaxLimit, 'Maximum number of changes.', changesDefaultLimit)),
  include: optional(
    oneOf(['body'], `body: include texts. At most ${changesMaxBodyCharacters} characters per response.`),
  ),
  ...sandboxQuery,
});
export type ChangesQuery = Static<typeof ChangesQuery>;

const Change = closedObject(
  {
    change: oneOf(['created', 'updated', 'retracted'], 'created and updated: store the item; retracted: delete it.'),
    id: text('Id of the item.'),
    type: ItemType,
    title: optional(text('Title; absent for retracted items.')),
    url: optional(Uri('Page of the item.')),
    date: optional(Day('Publication date.')),
    lastModified: optional(HttpDate('Time of the last change.')),
    summary: optional(text('Plain text.')),
    keywords: optional(list(text('Lower case.'))),
    access: optional(ItemAccess),
    reviewed: Reviewed,
    hash: optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'SHA-256 (hex) of the item and its text; unchanged if nothing is new.',
      }),
    ),
    body: optional(text('With include=body: plain text or transcript, unless it has a price.')),
    ...sandboxFields,
    at: Instant('Time at which the change went live.'),
  },
  { title: 'Change' },
);
export type Change = Static<typeof Change>;

export const Changes = closedObject(
  {
    ...sandboxFields,
    ...listFields(Change),
    items: list(Change, 'In the order in which they went live; only the latest change of each item.'),
    total: Count('Changes after the cursor, ignoring limit.'),
    nextCursor: text('Cursor for the next request, now or later.'),
  },
  { title: 'Changes' },
);
export type Changes = Static<typeof Changes>;
