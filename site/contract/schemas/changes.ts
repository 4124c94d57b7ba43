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
    text('nextCursor of an answer before, as it was given; without it, from the beginning.', { maxLength: 100 }),
  ),
  limit: optional(integer(1, changesMaxLimit, 'How many at most.', changesDefaultLimit)),
  include: optional(
    oneOf(['body'], `body: with the texts, until ${changesMaxBodyCharacters} characters are reached; then ask on.`),
  ),
  ...sandboxQuery,
});
export type ChangesQuery = Static<typeof ChangesQuery>;

const Change = closedObject(
  {
    change: oneOf(
      ['created', 'updated', 'retracted'],
      'created and updated: take the item; retracted: drop it, also where it is not known.',
    ),
    id: text('Id of the item.'),
    type: ItemType,
    title: optional(text('Not of what was retracted.')),
    url: optional(Uri('Page of the item.')),
    date: optional(Day('When it was published.')),
    lastModified: optional(HttpDate('When it last changed.')),
    summary: optional(text('Plain text.')),
    keywords: optional(list(text('Lower case.'))),
    access: optional(ItemAccess),
    reviewed: Reviewed,
    hash: optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        description:
          'SHA-256, hex, over all that the API says of the item, its text included: as before, nothing is new.',
      }),
    ),
    body: optional(
      text('With include=body: the text and, of a recording, the transcript, plain. Not where it has a price.'),
    ),
    ...sandboxFields,
    at: Instant('When the change became live.'),
  },
  { title: 'Change' },
);
export type Change = Static<typeof Change>;

export const Changes = closedObject(
  {
    ...sandboxFields,
    ...listFields(Change),
    items: list(Change, 'In the order in which they became live; of each item only its latest change.'),
    total: Count('Changes after the cursor, before limit.'),
    nextCursor: text('Ask with it for what comes next, now or later.'),
  },
  { title: 'Changes' },
);
export type Changes = Static<typeof Changes>;
