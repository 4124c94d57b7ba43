// Schemas of the creator's JSON files: creator.json, feeds.json, timeline.json, access.json, settings.json.
import { type Static, Type } from 'typebox';
import { discoverySettings } from './discovery-settings.ts';
import { Bios, Blurb, Link, Picture, PressContact, requirements, speaking, Stat, testimonials } from './kit.ts';
import { closedObject, Count, Day, flag, list, oneOf, optional, text, Uri } from './shape.ts';
import { ItemType, timelineKinds } from '../content-types.ts';

/** Reference that lets an editor find the schema of a file. */
const $schema = optional(text('Where an editor finds the schema of this file.'));

const Percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });
const framing = {
  focus: optional(
    closedObject(
      { x: Percent('From the left (%).'), y: Percent('From the top (%).') },
      { description: 'What stays in view where the picture is cut to another shape.' },
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
      { description: 'The part that pages show. The download stays whole.' },
    ),
  ),
};

const Headshot = closedObject({
  file: Picture,
  alt: text('What the picture shows.'),
  credit: optional(text('Who took it.')),
  license: optional(text('Terms of use.')),
  source: optional(Uri('Where the picture was found.')),
  ...framing,
});

const Speaking = closedObject({
  ...speaking,
  requirements: optional(requirements),
  testimonials: optional(testimonials),
});

export const typefaces = ['editorial', 'grotesque', 'humanist', 'display'] as const;
const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'As #rrggbb.' });

export const Creator = closedObject({
  $schema,
  name: text('Name of the creator.', { minLength: 1 }),
  otherNames: optional(
    list(text('Feeds and older texts that use one of these names are yours, too.', { minLength: 1 })),
  ),
  publication: text('Name of the publication.', { minLength: 1 }),
  oneLiner: text('One sentence.'),
  description: text('One paragraph, plain text.'),
  tagline: optional(text('A few words.')),
  language: text('BCP 47 tag of the room.'),
  timeZone: optional(text('Where you are, for appointments: a name such as Europe/Berlin. Default UTC.')),
  topics: list(text('A topic as it is shown.')),
  themes: list(
    closedObject({
      id: Type.String({ pattern: '^[a-z0-9-]+$', description: 'Used in themeIds.' }),
      label: text('As it is shown.'),
      keywords: list(text('An item with one of these keywords belongs to the theme.')),
      words: optional(list(text('So does an item with one of these words in its title.'))),
    }),
  ),
  accentColor: optional(Colour),
  secondColor: optional(Colour),
  typeface: optional(oneOf([...typefaces], 'The pairing of typefaces. Default editorial.')),
  portrait: optional(Headshot),
  banner: optional(
    closedObject({
      file: Picture,
      alt: text('What the picture shows.'),
      source: optional(Uri('Where it was found.')),
      ...framing,
    }),
  ),
  bios: optional(Bios),
  boilerplate: optional(text('About the publication, for the end of a press release.')),
  blurbs: optional(list(Blurb)),
  pronunciation: optional(text('How the name is said.')),
  pronouns: optional(text('For example she/her.')),
  stats: optional(list(Stat)),
  headshots: optional(list(Headshot)),
  logos: optional(list(Headshot)),
  pressContact: optional(PressContact),
  links: optional(list(Link)),
  speaking: optional(Speaking),
  booking: optional(
    closedObject({
      sampleQuestions: list(text('A question that the creator likes to answer.')),
      topics: list(text('Hint to pair with the content index.')),
      note: optional(text('What to know before asking.')),
    }),
  ),
  syndication: optional(
    closedObject({
      available: Type.Boolean(),
      attribution: text('How to credit.'),
      terms: text('What is allowed.'),
      l402Required: Type.Boolean(),
    }),
  ),
  analyticsVisible: optional(flag('Show engagementScore. Default false.')),
  nostr: optional(
    closedObject({
      pubkey: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      nip05: optional(text('name@domain')),
      relays: list(Uri('wss address')),
    }),
  ),
  ...discoverySettings,
  updatedAt: optional(Day('When this file was last approved.')),
});
export type Creator = Static<typeof Creator>;

export const Feed = closedObject({
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$', description: 'Short name, used in items and reports.' }),
  url: optional(Type.String({ pattern: '^https?://', description: 'Address of the feed.' })),
  file: optional(text('Feed file, relative to the content folder.')),
  title: optional(text('Name of the source as it is shown.')),
  type: optional(ItemType),
  kind: optional(oneOf([...timelineKinds], 'Kind of timeline entries.')),
  review: optional(oneOf(['manual', 'auto'], 'auto publishes without waiting; never for articles. Default manual.')),
  keywords: optional(list(text('Added to each item.'))),
  language: optional(text('BCP 47 tag where the feed says none.')),
  enabled: optional(flag('Default true.')),
});
export type Feed = Static<typeof Feed>;

export const removedFeedActions = ['keep', 'hide', 'retract'] as const;

export const FeedsFile = closedObject({
  $schema,
  feeds: list(Feed),
  removed: optional(
    list(
      closedObject({
        id: text('The feed that was.'),
        items: oneOf([...removedFeedActions], 'What happened to its items.'),
      }),
      'Feeds that were taken out.',
    ),
  ),
  allowPrivateHosts: optional(list(text('Host names that may have a private address, for intranets.'))),
});
export type FeedsFile = Static<typeof FeedsFile>;

export const TimelineFile = closedObject({
  $schema,
  entries: list(
    closedObject({
      id: optional(Type.String({ pattern: '^[a-z0-9-]+$', description: 'Default: made of title and date.' })),
      title: text('What happened.', { minLength: 1 }),
      date: Day('First day.'),
      endDate: optional(Day('Last day.')),
      kind: oneOf([...timelineKinds]),
      description: optional(text('Plain text.')),
      url: optional(Uri('More about it.')),
      location: optional(text('Where.')),
      organization: optional(text('Who runs it.')),
      keywords: optional(list(text('Lower case.'))),
    }),
  ),
});
export type TimelineFile = Static<typeof TimelineFile>;

export const AccessFile = closedObject({
  $schema,
  enabled: flag('Payment or work for access. Default false.'),
  freeItems: optional(Count('Items of the free slice. Default 5.')),
  prices: optional(
    Type.Record(
      Type.String({ pattern: '^(transcribe|guest-kit|content-index|articles|article:[a-z0-9-]+)$' }),
      Type.Integer({ minimum: 1 }),
      {
        description: 'Resource id to price in satoshis.',
        additionalProperties: false,
      },
    ),
  ),
  pricePerMinute: optional(
    Type.Integer({
      minimum: 1,
      description: 'Satoshis for each minute of a recording that is transcribed, in place of the price of transcribe.',
    }),
  ),
  dayPassSats: optional(
    Type.Integer({
      minimum: 1,
      description: 'Price of all articles that cost no more by themselves, for a day. Default: the price of articles.',
    }),
  ),
  fiat: optional(
    closedObject({
      currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'Code of your currency, such as EUR.' }),
      perBitcoin: Type.Number({
        exclusiveMinimum: 0,
        description: 'What a bitcoin costs in it. Pages show prices in both.',
      }),
    }),
  ),
  tips: optional(
    closedObject({
      name: Type.String({
        pattern: '^[a-z0-9._-]{1,64}$',
        description: 'Your Lightning address is NAME@ the host of this room; anyone may send tips to it.',
      }),
      button: optional(flag('Every page leads to a page for tips. Default false.')),
    }),
  ),
  usdc: optional(
    closedObject({
      facilitator: Uri('The x402 facilitator that checks and settles payments in USDC.'),
      payTo: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$', description: 'Your address, which gets them.' }),
      perBitcoin: Type.Number({
        exclusiveMinimum: 0,
        description: 'What a bitcoin costs in USDC: prices in satoshis are changed at this rate.',
      }),
      network: optional(oneOf(['eip155:8453', 'eip155:84532'], 'Base, or its test network. Default eip155:8453.')),
    }),
  ),
  work: optional(flag('Agents may work in place of paying. Default true.')),
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

const noticeEventList = optional(list(oneOf([...noticeEvents]), 'What it is sent.'));

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
      webhook: optional(closedObject({ url: Uri('Gets a signed POST.'), events: noticeEventList })),
      toRequesters: optional(flag('Mail whoever asked for a booking and gave an address. Default true.')),
    }),
  ),
  copyPictures: optional(
    flag(
      'Copy the pictures of what you approve, so that pages load nothing from elsewhere until somebody presses play. Default true.',
    ),
  ),
  replyTemplates: optional(
    list(closedObject({ label: text('Name of the template.', { minLength: 1 }), text: text('The reply.') })),
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
  agent: Count('Of these, calls that named themselves an agent.'),
});
export type CallCounts = Static<typeof CallCounts>;
