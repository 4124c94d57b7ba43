// The front matter of an item file in content/inbox, content/published or content/rejected.
import { type Static, Type } from 'typebox';
import { ItemPicture, ItemType, typeFields } from '../content-types.ts';
import { anything, closedObject, Instant, list, oneOf, text, Uri } from './shape.ts';
import { Reviewed } from './trust.ts';

export const surfaces = ['mediaRoom', 'api'] as const;

const SocialLink = closedObject(
  {
    id: text('Name of the network or place.'),
    label: text('Text of the link.'),
    url: Uri('Address of the post.'),
    sortOrder: Type.Number({ description: 'Ascending order of display.' }),
  },
  { title: 'SocialLink' },
);
export const ThemeIds = list(text('Lower case.'), 'Themes of creator.json.');

export const commonFields = {
  id: Type.String({
    pattern: '^[a-z0-9-]+-[0-9a-f]{8}$',
    description: 'Slug of the first title seen and 8 hex digits.',
  }),
  type: ItemType,
  title: text('Plain text; never empty.', { minLength: 1 }),
  date: Type.Optional(Instant('Publication time. Only an item in the inbox may have none.')),
  updatedAt: Type.Optional(Instant('Last change at the source or by the creator.')),
  summary: Type.Optional(text('Plain text, at most 300 characters.', { maxLength: 300 })),
  canonicalUrl: Type.Optional(Uri('The item at its source.')),
  author: Type.Optional(text('Name of the author.')),
  language: Type.Optional(text('Language tag, such as en or pt-BR (BCP 47).')),
  image: Type.Optional(ItemPicture),
  keywords: list(text('Lower case.'), 'Tags of the source and of the creator.'),
  /** A pending edit may omit them; then the themes of the published version apply. */
  themeIds: Type.Optional(ThemeIds),
  sourceFeed: Type.Optional(text('Id of the feed in feeds.json.')),
  access: Type.Optional(oneOf(['source'], 'source: only the beginning; the rest is for subscribers of its source.')),
  socialLinks: Type.Optional(list(SocialLink)),
  engagementScore: Type.Optional(Type.Number({ description: 'Likes plus restacks.' })),
  hiddenOn: Type.Optional(list(oneOf([...surfaces]), 'Surfaces that hide the item.')),
  approvedAt: Type.Optional(Instant('Approval time.')),
  reviewed: Reviewed,
  retractedAt: Type.Optional(Instant('Retraction time.')),
  source: Type.Optional(
    closedObject({
      key: text(
        'Identity of the item: a guid that is an address, else feed id and guid, else the link, else feed id, title and date.',
      ),
      hash: text('SHA-256 of the source version, hex; changes with an edit at the source.'),
      fields: Type.Optional(
        text(
          'Last source version of each field: names with digests, such as “title:0123456789ab”, separated by spaces.',
        ),
      ),
      dateText: Type.Optional(text('Date that the source states and that cannot be read.')),
      withheld: Type.Optional(
        list(text('Name of a field.'), 'Fields from which ingest removed an address with a personal key.'),
      ),
      decided: Type.Optional(
        list(text('Name of a field.'), 'Fields that the creator has decided about while the item is pending.'),
      ),
      theirs: Type.Optional(
        anything('Source values of fields that the creator has also changed, until the creator chooses.'),
      ),
    }),
  ),
  durationSeconds: Type.Optional(Type.Number({ minimum: 0, description: 'Length in seconds.' })),
};

/** Scheduled time of publication. An item that has one is not in any release yet. */
const liveAt = Type.Optional(Instant('Scheduled time of publication, UTC; the item is secret until then.'));

export const StoredItem = closedObject({ ...commonFields, liveAt, ...typeFields });
export type StoredItem = Static<typeof StoredItem>;
