// Schemas of the creator's JSON files: creator.json, feeds.json, timeline.json, access.json, settings.json.
import { type Static, Type } from 'typebox';
import { discoverySettings } from './discovery-settings.ts';
import { Bios, Blurb, Link, Picture, PressContact, requirements, speaking, Stat, testimonials } from './kit.ts';
import { closedObject, Count, Day, flag, list, oneOf, text, Uri } from './shape.ts';
import { ItemType, timelineKinds } from '../content-types.ts';

const maybe = Type.Optional;
/** Reference that lets an editor find the schema of a file. */
const $schema = maybe(text('Where an editor finds the schema of this file.'));

const Percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });
const framing = {
  focus: maybe(
    closedObject(
      { x: Percent('From the left (%).'), y: Percent('From the top (%).') },
      { description: 'What stays in view where the picture is cut to another shape.' },
    ),
  ),
  crop: maybe(
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
  credit: maybe(text('Who took it.')),
  license: maybe(text('Terms of use.')),
  source: maybe(Uri('Where the picture was found.')),
  ...framing,
});

const Speaking = closedObject({ ...speaking, requirements: maybe(requirements), testimonials: maybe(testimonials) });

export const typefaces = ['editorial', 'grotesque', 'humanist', 'display'] as const;
const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'As #rrggbb.' });

export const Creator = closedObject({
  $schema,
  name: text('Name of the creator.', { minLength: 1 }),
  otherNames: maybe(list(text('Feeds and older texts that use one of these names are yours, too.', { minLength: 1 }))),
  publication: text('Name of the publication.', { minLength: 1 }),
  oneLiner: text('One sentence.'),
  description: text('One paragraph, plain text.'),
  tagline: maybe(text('A few words.')),
  language: text('BCP 47 tag of the room.'),
  timeZone: maybe(text('Where you are, for appointments: a name such as Europe/Berlin. Default UTC.')),
  topics: list(text('A topic as it is shown.')),
  themes: list(
    closedObject({
      id: Type.String({ pattern: '^[a-z0-9-]+$', description: 'Used in themeIds.' }),
      label: text('As it is shown.'),
      keywords: list(text('An item with one of these keywords belongs to the theme.')),
      words: maybe(list(text('So does an item with one of these words in its title.'))),
    }),
  ),
  accentColor: maybe(Colour),
  secondColor: maybe(Colour),
  typeface: maybe(oneOf([...typefaces], 'The pairing of typefaces. Default editorial.')),
  portrait: maybe(Headshot),
  banner: maybe(
    closedObject({
      file: Picture,
      alt: text('What the picture shows.'),
      source: maybe(Uri('Where it was found.')),
      ...framing,
    }),
  ),
  bios: maybe(Bios),
  boilerplate: maybe(text('About the publication, for the end of a press release.')),
  blurbs: maybe(list(Blurb)),
  pronunciation: maybe(text('How the name is said.')),
  pronouns: maybe(text('For example she/her.')),
  stats: maybe(list(Stat)),
  headshots: maybe(list(Headshot)),
  logos: maybe(list(Headshot)),
  pressContact: maybe(PressContact),
  links: maybe(list(Link)),
  speaking: maybe(Speaking),
  booking: maybe(
    closedObject({
      sampleQuestions: list(text('A question that the creator likes to answer.')),
      topics: list(text('Hint to pair with the content index.')),
      note: maybe(text('What to know before asking.')),
    }),
  ),
  syndication: maybe(
    closedObject({
      available: Type.Boolean(),
      attribution: text('How to credit.'),
      terms: text('What is allowed.'),
      l402Required: Type.Boolean(),
    }),
  ),
  analyticsVisible: maybe(flag('Show engagementScore. Default false.')),
  nostr: maybe(
    closedObject({
      pubkey: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      nip05: maybe(text('name@domain')),
      relays: list(Uri('wss address')),
    }),
  ),
  ...discoverySettings,
  updatedAt: maybe(Day('When this file was last approved.')),
});
export type Creator = Static<typeof Creator>;

export const Feed = closedObject({
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$', description: 'Short name, used in items and reports.' }),
  url: maybe(Type.String({ pattern: '^https?://', description: 'Address of the feed.' })),
  file: maybe(text('Feed file, relative to the content folder.')),
  title: maybe(text('Name of the source as it is shown.')),
  type: maybe(ItemType),
  kind: maybe(oneOf([...timelineKinds], 'Kind of timeline entries.')),
  review: maybe(oneOf(['manual', 'auto'], 'auto publishes without waiting; never for articles. Default manual.')),
  keywords: maybe(list(text('Added to each item.'))),
  language: maybe(text('BCP 47 tag where the feed says none.')),
  enabled: maybe(flag('Default true.')),
});
export type Feed = Static<typeof Feed>;

export const removedFeedActions = ['keep', 'hide', 'retract'] as const;

export const FeedsFile = closedObject({
  $schema,
  feeds: list(Feed),
  removed: maybe(
    list(
      closedObject({
        id: text('The feed that was.'),
        items: oneOf([...removedFeedActions], 'What happened to its items.'),
      }),
      'Feeds that were taken out.',
    ),
  ),
  allowPrivateHosts: maybe(list(text('Host names that may have a private address, for intranets.'))),
});
export type FeedsFile = Static<typeof FeedsFile>;

export const TimelineFile = closedObject({
  $schema,
  entries: list(
    closedObject({
      id: maybe(Type.String({ pattern: '^[a-z0-9-]+$', description: 'Default: made of title and date.' })),
      title: text('What happened.', { minLength: 1 }),
      date: Day('First day.'),
      endDate: maybe(Day('Last day.')),
      kind: oneOf([...timelineKinds]),
      description: maybe(text('Plain text.')),
      url: maybe(Uri('More about it.')),
      location: maybe(text('Where.')),
      organization: maybe(text('Who runs it.')),
      keywords: maybe(list(text('Lower case.'))),
    }),
  ),
});
export type TimelineFile = Static<typeof TimelineFile>;

export const AccessFile = closedObject({
  $schema,
  enabled: flag('Payment or work for access. Default false.'),
  freeItems: maybe(Count('Items of the free slice. Default 5.')),
  prices: maybe(
    Type.Record(
      Type.String({ pattern: '^(transcribe|guest-kit|content-index|articles|article:[a-z0-9-]+)$' }),
      Type.Integer({ minimum: 1 }),
      {
        description: 'Resource id to price in satoshis.',
        additionalProperties: false,
      },
    ),
  ),
  pricePerMinute: maybe(
    Type.Integer({
      minimum: 1,
      description: 'Satoshis for each minute of a recording that is transcribed, in place of the price of transcribe.',
    }),
  ),
  dayPassSats: maybe(
    Type.Integer({
      minimum: 1,
      description: 'Price of all articles that cost no more by themselves, for a day. Default: the price of articles.',
    }),
  ),
  fiat: maybe(
    closedObject({
      currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'Code of your currency, such as EUR.' }),
      perBitcoin: Type.Number({
        exclusiveMinimum: 0,
        description: 'What a bitcoin costs in it. Pages show prices in both.',
      }),
    }),
  ),
  tips: maybe(
    closedObject({
      name: Type.String({
        pattern: '^[a-z0-9._-]{1,64}$',
        description: 'Your Lightning address is NAME@ the host of this room; anyone may send tips to it.',
      }),
      button: maybe(flag('Every page leads to a page for tips. Default false.')),
    }),
  ),
  usdc: maybe(
    closedObject({
      facilitator: Uri('The x402 facilitator that checks and settles payments in USDC.'),
      payTo: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$', description: 'Your address, which gets them.' }),
      perBitcoin: Type.Number({
        exclusiveMinimum: 0,
        description: 'What a bitcoin costs in USDC: prices in satoshis are changed at this rate.',
      }),
      network: maybe(oneOf(['eip155:8453', 'eip155:84532'], 'Base, or its test network. Default eip155:8453.')),
    }),
  ),
  work: maybe(flag('Agents may work in place of paying. Default true.')),
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

const noticeEventList = maybe(list(oneOf([...noticeEvents]), 'What it is sent.'));

export const RoomSettings = closedObject({
  $schema,
  notices: maybe(
    closedObject({
      mail: maybe(
        closedObject({
          to: Type.String({ format: 'email', description: 'Your mail address.' }),
          events: noticeEventList,
        }),
      ),
      webhook: maybe(closedObject({ url: Uri('Gets a signed POST.'), events: noticeEventList })),
      toRequesters: maybe(flag('Mail whoever asked for a booking and gave an address. Default true.')),
    }),
  ),
  copyPictures: maybe(
    flag(
      'Copy the pictures of what you approve, so that pages load nothing from elsewhere until somebody presses play. Default true.',
    ),
  ),
  replyTemplates: maybe(
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
