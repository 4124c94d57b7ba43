// Fields of an item that the creator can edit, in the order of the form.
import { contentTypes, type ItemType } from '#contract/content-types.ts';
import { type StoredItem } from '#contract/schemas/stored-item.ts';
import { timelineKindNames } from '../content/model.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

/** Formats in which form fields hold values. */
export type FieldFormat = 'text' | 'words' | 'instant' | 'number' | 'choice' | 'flag' | 'choices' | 'links';

export interface ItemField {
  name: keyof StoredItem | 'body';
  label: ConsoleMessage;
  format: FieldFormat;
  /** True for fields of several lines. */
  isLong?: true;
  hint?: ConsoleMessage;
  choices?: Record<string, string>;
  /** Message for values that the schema rejects. */
  errorMessage?: ConsoleMessage;
  /** Types that have the field; all types if absent. */
  types?: ItemType[];
}

const webAddress = 'Enter a web address, such as https://example.org/page.';
export const missingDateMessage = 'Enter a date, such as 2026-05-01 or 2026-05-01 18:00 (UTC).';
const picture = 'A web address, or media/ and the name of an uploaded picture, such as media/sea.jpg.';

const address = { format: 'text', errorMessage: webAddress } as const;
const timeFormat = {
  format: 'instant',
  hint: 'UTC, such as 2026-05-01 18:00.',
  errorMessage: missingDateMessage,
} as const;
const number = { format: 'number', errorMessage: 'Enter a number, 0 or more.' } as const;
const choice = (values: readonly string[]) =>
  ({
    format: 'choice',
    choices: Object.fromEntries(values.map((value) => [value, value[0]!.toUpperCase() + value.slice(1)])),
  }) as const;
const ofTypes = (types: ItemType[], fields: ItemField[]): ItemField[] => fields.map((field) => ({ types, ...field }));

const textFields: ItemField[] = [
  { name: 'title', label: 'Title', format: 'text', errorMessage: 'Enter a title.' },
  {
    name: 'summary',
    label: 'Summary',
    format: 'text',
    isLong: true,
    hint: 'Plain text, at most 300 characters.',
    errorMessage: 'Shorten the summary to 300 characters.',
  },
  { name: 'body', label: 'Text', format: 'text', isLong: true, hint: 'Markdown.' },
];

const detailFields: ItemField[] = [
  { name: 'date', label: 'Date', ...timeFormat },
  {
    name: 'liveAt',
    label: 'Publish at',
    format: 'instant',
    hint: 'In UTC. An approved item stays secret until then.',
    errorMessage: missingDateMessage,
  },
  { name: 'keywords', label: 'Keywords', format: 'words', hint: 'Separated by commas.' },
  {
    name: 'themeIds',
    label: 'Themes',
    format: 'choices',
    hint: 'Themes that match its keywords are added automatically.',
  },
  { name: 'author', label: 'Author', format: 'text', hint: 'If it is not you.' },
  {
    name: 'language',
    label: 'Language',
    format: 'text',
    hint: 'Such as en or pt-BR, if it differs from the room’s language.',
  },
  {
    name: 'access',
    label: 'Access',
    format: 'choice',
    choices: { source: 'Only for subscribers of the source' },
    hint: 'Select this if the text is only the beginning.',
  },
  { name: 'canonicalUrl', label: 'Original address', ...address },
  {
    name: 'image',
    label: 'Picture',
    format: 'text',
    hint: picture,
    errorMessage: 'Enter a web address, or media/ and the name of an uploaded picture, such as media/sea.jpg.',
  },
];

const ofType: ItemField[] = [
  ...ofTypes(
    ['episode'],
    [
      { name: 'podcast', label: 'Podcast', format: 'text' },
      { name: 'audioUrl', label: 'Recording', ...address },
      { name: 'audioType', label: 'Media type of the recording', format: 'text', hint: 'Such as audio/mpeg.' },
      { name: 'season', label: 'Season', ...number },
      { name: 'episode', label: 'Episode', ...number },
      { name: 'episodeType', label: 'Kind', ...choice(['full', 'trailer', 'bonus']) },
      { name: 'explicit', label: 'Explicit', format: 'flag' },
      { name: 'chaptersUrl', label: 'Chapters', ...address },
    ],
  ),
  ...ofTypes(
    ['video', 'stream'],
    [
      { name: 'platform', label: 'Platform', format: 'text', hint: 'Such as youtube or peertube.' },
      { name: 'channel', label: 'Channel', format: 'text' },
      { name: 'embedUrl', label: 'Address for embedding', ...address },
    ],
  ),
  ...ofTypes(
    ['episode', 'video', 'stream'],
    [
      { name: 'videoUrl', label: 'Video file', ...address },
      { name: 'videoType', label: 'Media type of the video', format: 'text', hint: 'Such as video/mp4.' },
    ],
  ),
  ...ofTypes(['stream'], [{ name: 'status', label: 'State', ...choice(['upcoming', 'live', 'ended']) }]),
  ...ofTypes(['timeline'], [{ name: 'status', label: 'State', ...choice(['cancelled', 'moved']) }]),
  ...ofTypes(
    ['stream', 'timeline'],
    [
      { name: 'startsAt', label: 'Start', ...timeFormat },
      { name: 'endsAt', label: 'End', ...timeFormat },
    ],
  ),
  ...ofTypes(
    ['episode', 'video', 'stream'],
    [{ name: 'durationSeconds', label: 'Length', ...number, hint: 'In seconds.' }],
  ),
  ...ofTypes(
    ['timeline'],
    [
      { name: 'kind', label: 'Kind', format: 'choice', choices: timelineKindNames },
      { name: 'endDate', label: 'Last day', ...timeFormat },
      { name: 'organization', label: 'Organizer', format: 'text' },
      { name: 'venue', label: 'Venue', format: 'text' },
      { name: 'location', label: 'Location', format: 'text' },
    ],
  ),
];

const commonFields: ItemField[] = [
  {
    name: 'socialLinks',
    label: 'Also published at',
    format: 'links',
    hint: 'Clear a line to remove its link. Save to get more lines.',
    errorMessage: 'Each link needs a web address, such as https://example.org/page.',
  },
  {
    name: 'engagementScore',
    label: 'Engagement score',
    format: 'number',
    hint: 'Likes and restacks.',
    errorMessage: 'Enter a number.',
  },
  {
    name: 'hiddenOn',
    label: 'Hide from',
    format: 'choices',
    choices: { mediaRoom: 'Media room', api: 'The API' },
  },
];

/** Returns the field groups of an item type. */
export const fieldGroupsFor = (type: ItemType): { legend: string; fields: ItemField[] }[] =>
  [
    { legend: 'Content', fields: textFields },
    { legend: contentTypes[type].legend, fields: ofType.filter(({ types }) => types!.includes(type)) },
    { legend: 'Details', fields: detailFields },
    { legend: 'More', fields: commonFields },
  ].filter(({ fields }) => fields.length > 0);

const everyField = [...textFields, ...ofType, ...detailFields, ...commonFields];
const labels = new Map<string, string>(everyField.map(({ name, label }) => [name, label]));

/** Returns the label of a field. */
export const itemFieldLabel = (name: string): string => labels.get(name) ?? name;
