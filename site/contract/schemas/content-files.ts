// Schemas of the JSON files in the content folder: creator.json, feeds.json, channels.json, timeline.json, access.json,
// settings.json.
import { type Static, Type } from 'typebox';
import { discoverySettings } from './discovery-settings.ts';
import {
  Bios,
  Blurb,
  Contact,
  Link,
  memberTexts,
  Picture,
  PressContact,
  requirements,
  speaking,
  Stat,
  testimonials,
} from './kit.ts';
import { closedObject, Count, Day, flag, Instant, list, oneOf, optional, text, Uri } from './shape.ts';
import { ItemType, timelineKinds } from '../content-types.ts';

/** Reference that lets an editor find the schema of a file. */
const $schema = optional(text('Path of the schema, for editors.'));

const Percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });
const framing = {
  focus: optional(
    closedObject(
      { x: Percent('From the left (%).'), y: Percent('From the top (%).') },
      { description: 'Point that stays visible if the picture is cropped to another aspect ratio.' },
    ),
  ),
  crop: optional(
    closedObject(
      {
        left: Percent('From the left (%).'),
        top: Percent('From the top (%).'),
        width: Percent('Width (%).'),
        height: Percent('Height (%).'),
      },
      { description: 'Part of the picture that pages show. The download is not cropped.' },
    ),
  ),
};

const Headshot = closedObject({
  file: Picture,
  alt: text('Description of the picture.'),
  credit: optional(text('Name of the photographer.')),
  license: optional(text('Terms of use.')),
  source: optional(Uri('Original address of the picture.')),
  ...framing,
});

const Member = closedObject({
  name: text('Name of the member.', { minLength: 1 }),
  otherNames: optional(list(text('Another name that feeds and older texts use.', { minLength: 1 }))),
  ...memberTexts,
  portrait: optional(Headshot),
});

const Speaking = closedObject({
  ...speaking,
  requirements: optional(requirements),
  testimonials: optional(testimonials),
});

export const typefaces = ['editorial', 'grotesque', 'humanist', 'display'] as const;
const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Such as #1a5f7a.' });

export const Creator = closedObject({
  $schema,
  name: text('Name of the creator.', { minLength: 1 }),
  otherNames: optional(list(text('Another name that feeds and older texts use for you.', { minLength: 1 }))),
  publication: text('Name of the publication.', { minLength: 1 }),
  members: optional(list(Member)),
  oneLiner: text('One sentence about your publication.'),
  description: text('One paragraph, plain text.'),
  tagline: optional(text('A few words.')),
  jobTitle: optional(text('Your occupation, such as Illustrator.')),
  language: text('Language of the room as a tag, such as en or pt-BR.'),
  timeZone: optional(text('Your time zone for appointments, such as Europe/Berlin. Default: UTC.')),
  topics: list(text('Name of a topic.')),
  themes: list(
    closedObject({
      id: Type.String({
        pattern: '^[a-z0-9-]+$',
        description: 'Used by items. Small letters, without spaces.',
      }),
      label: text('Name of the theme.'),
      keywords: list(text('Keyword of items that belong to the theme.')),
      words: optional(list(text('Word in titles of items that belong to the theme.'))),
    }),
  ),
  accentColor: optional(Colour),
  secondColor: optional(Colour),
  typeface: optional(oneOf([...typefaces], 'Pair of typefaces. Default: editorial.')),
  portrait: optional(Headshot),
  banner: optional(
    closedObject({
      file: Picture,
      alt: text('Description of the picture.'),
      source: optional(Uri('Original address of the picture.')),
      ...framing,
    }),
  ),
  bios: optional(Bios),
  boilerplate: optional(text('Text about the publication for the end of a press release.')),
  blurbs: optional(list(Blurb)),
  pronunciation: optional(text('For example MAH-ra LIND.')),
  pronouns: optional(text('For example she/her.')),
  stats: optional(list(Stat)),
  headshots: optional(list(Headshot)),
  logos: optional(list(Headshot)),
  pressContact: optional(PressContact),
  contacts: optional(list(Contact)),
  links: optional(list(Link)),
  speaking: optional(Speaking),
  booking: optional(
    closedObject({
      sampleQuestions: list(text('A question that you like to answer.')),
      topics: list(text('Topic of a conversation.')),
      note: optional(text('Shown above the booking form.')),
    }),
  ),
  syndication: optional(
    closedObject({
      available: Type.Boolean(),
      attribution: text('Credit that must accompany the texts.'),
      terms: text('Permitted uses of the texts.'),
      l402Required: optional(flag('Has no effect: the prices decide.')),
    }),
  ),
  analyticsVisible: optional(flag('Default: no.')),
  nostr: optional(
    closedObject({
      pubkey: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      nip05: optional(text('name@domain')),
      relays: list(Uri('Starts with wss://.')),
    }),
  ),
  ...discoverySettings,
  updatedAt: optional(Day('Date of the last approval of this file.')),
});
export type Creator = Static<typeof Creator>;

export const Feed = closedObject({
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$', description: 'Used in items and reports.' }),
  url: optional(Type.String({ pattern: '^https?://', description: 'Address of the feed.' })),
  file: optional(text('Feed file, relative to the content folder.')),
  title: optional(text('Display name of the source.')),
  type: optional(ItemType),
  kind: optional(oneOf([...timelineKinds], 'Kind of timeline entries.')),
  review: optional(oneOf(['manual', 'auto'], 'Articles always need your approval, and by default everything does.')),
  keywords: optional(list(text('Added to every item of the feed.'))),
  language: optional(text('Language tag, if the feed states none.')),
  enabled: optional(flag('Default: yes.')),
});
export type Feed = Static<typeof Feed>;

export const Channel = closedObject({
  title: optional(text('Title of the feed.')),
  description: optional(text('Plain text.')),
  language: optional(text('Language tag, such as en or pt-BR (BCP 47).')),
  copyright: optional(text('Copyright notice.')),
  categories: optional(
    list(
      closedObject({
        name: text('Category of Apple Podcasts.'),
        subcategory: optional(text('Subcategory of the show.')),
      }),
    ),
  ),
  explicit: optional(flag('For adults only.')),
  guid: optional(text('podcast:guid of the show.')),
  type: optional(oneOf(['episodic', 'serial'])),
  image: optional(Uri('Cover of the show.')),
  owner: optional(
    closedObject({ name: optional(text('Name of the owner.')), email: optional(text('Mail address of the owner.')) }),
  ),
  funding: optional(
    list(closedObject({ url: Uri('Page for donations.'), label: optional(text('Text of the link.')) })),
  ),
});
export type Channel = Static<typeof Channel>;

/** Facts of the feeds about their shows, by feed id. Written by ingest. */
export const ChannelsFile = closedObject({ $schema, channels: Type.Record(Type.String(), Channel) });
export type ChannelsFile = Static<typeof ChannelsFile>;

export const removedFeedActions = ['keep', 'hide', 'retract'] as const;

export const FeedsFile = closedObject({
  $schema,
  feeds: list(Feed),
  removed: optional(
    list(
      closedObject({
        id: text('Id of the removed feed.'),
        items: oneOf([...removedFeedActions], 'Action for its items.'),
      }),
      'Removed feeds.',
    ),
  ),
  allowPrivateHosts: optional(list(text('Host names that may have a private address, for an intranet.'))),
});
export type FeedsFile = Static<typeof FeedsFile>;

export const TimelineFile = closedObject({
  $schema,
  entries: list(
    closedObject({
      id: optional(Type.String({ pattern: '^[a-z0-9-]+$', description: 'Default: derived from title and date.' })),
      title: text('Title of the event.', { minLength: 1 }),
      date: Day('First day.'),
      endDate: optional(Day('Last day.')),
      kind: oneOf([...timelineKinds]),
      description: optional(text('Plain text.')),
      url: optional(Uri('Page about the event.')),
      location: optional(text('Place of the event.')),
      organization: optional(text('Organizer of the event.')),
      keywords: optional(list(text('Lower case.'))),
    }),
  ),
});
export type TimelineFile = Static<typeof TimelineFile>;

export const AccessFile = closedObject({
  $schema,
  enabled: flag('Require payment or work for access. Default: no.'),
  freeItems: optional(Count('Number of newest items that are always free. Default: 5.')),
  prices: optional(
    Type.Record(
      Type.String({ pattern: '^(transcribe|guest-kit|content-index|articles|article:[a-z0-9-]+)$' }),
      Type.Integer({ minimum: 1 }),
      {
        description: 'Price of each product in satoshis.',
        additionalProperties: false,
      },
    ),
  ),
  pricePerMinute: optional(
    Type.Integer({
      minimum: 1,
      description: 'Instead of a price per transcription.',
    }),
  ),
  dayPassSats: optional(
    Type.Integer({
      minimum: 1,
      description:
        'Price of a day pass for all articles with the same or a lower price. Default: the price of articles.',
    }),
  ),
  fiat: optional(
    closedObject({
      currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'Code of your currency, such as EUR.' }),
      perBitcoin: Type.Number({
        exclusiveMinimum: 0,
        description: 'Price of a bitcoin in this currency. Pages show both prices.',
      }),
    }),
  ),
  tips: optional(
    closedObject({
      name: Type.String({
        pattern: '^[a-z0-9._-]{1,64}$',
        description: 'The part before the @. The host of this room follows it.',
      }),
      button: optional(flag('Default: no.')),
    }),
  ),
  usdc: optional(
    closedObject({
      facilitator: Uri('The x402 facilitator that checks and settles payments in USDC.'),
      payTo: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$', description: 'Starts with 0x.' }),
      perBitcoin: Type.Number({
        exclusiveMinimum: 0,
        description: 'Price of a bitcoin in USDC, for converting prices in satoshis.',
      }),
      network: optional(oneOf(['eip155:8453', 'eip155:84532'], 'Base, or its test network. Default: Base.')),
    }),
  ),
  work: optional(flag('Agents may work instead of paying. Default: yes.')),
});
export type AccessFile = Static<typeof AccessFile>;

/** Events that the creator is notified of. */
const noticeEvents = [
  'booking',
  'reply',
  'reminder',
  'subscription',
  'transcript',
  'feed',
  'build',
  'wallet',
  'machine',
  'figures',
  'tip',
] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

const noticeEventList = optional(list(oneOf([...noticeEvents]), 'Events of the notifications.'));

export const RoomSettings = closedObject({
  $schema,
  notices: optional(
    closedObject({
      mail: optional(
        closedObject({
          to: Type.String({ format: 'email', description: 'Your mail address.' }),
          events: noticeEventList,
        }),
      ),
      webhook: optional(closedObject({ url: Uri('Address that receives a signed POST.'), events: noticeEventList })),
      toRequesters: optional(flag('Send mails to requesters who entered an address. Default: yes.')),
    }),
  ),
  copyPictures: optional(
    flag(
      'Copy the pictures of approved items, so that pages load nothing from other hosts until a visitor presses play. Default: yes.',
    ),
  ),
  replyTemplates: optional(
    list(closedObject({ label: text('Name of the template.', { minLength: 1 }), text: text('Text of the reply.') })),
  ),
});
export type RoomSettings = Static<typeof RoomSettings>;

/** Schemas by file name in the content folder. */
export const contentFiles = {
  'creator.json': Creator,
  'feeds.json': FeedsFile,
  'timeline.json': TimelineFile,
  'access.json': AccessFile,
  'settings.json': RoomSettings,
} as const;
export type ContentFileName = keyof typeof contentFiles;

/** Returns the path of a file's schema for its `$schema` member. */
export const schemaPath = (name: string): string => `./.build/${name.replace('.json', '.schema.json')}`;

/** File below .build with the calls that the sidecar counted for the profile. */
export const callCountsFile = 'calls.json';
export const CallCounts = closedObject({
  total: Count('Calls of the API in the last 30 days.'),
  agent: Count('Calls by self-declared agents among them.'),
  asOf: optional(Instant('Time of the count.')),
});
export type CallCounts = Static<typeof CallCounts>;
