// The wire shapes of profile, booking, media kit, speaking and show preparation.
import type { Static } from 'typebox';
import { ContentItem, gapFields, Suggestions } from './content.ts';
import { Bios, Blurb, Link, PressContact, requirements, speaking, Stat, testimonials } from './kit.ts';
import { closedObject, Count, Day, flag, Instant, list, optional, sandboxFields, text, Uri } from './shape.ts';

const sandbox = { _sandbox: optional(flag('Mock data.')) };

export const Profile = closedObject(
  {
    name: text('Name of the creator.'),
    publication: text('Name of the publication.'),
    description: text('One paragraph.'),
    oneLiner: text('One sentence.'),
    topics: list(text('A topic.')),
    contentIndexUrl: Uri('Content index.'),
    indexUpdatedAt: Instant('Newest change of the content.'),
    links: closedObject({ mediaRoom: Uri('The room for people.'), agentIndex: Uri('API index.') }),
    stats: closedObject({
      totalApiCalls30d: Count('Calls in the 30 days before the last build.'),
      agentOriginCalls30d: optional(Count('Of these, calls that named themselves an agent.')),
    }),
    nexus: optional(closedObject({ listed: flag('Whether directories may list the room. Default true.') })),
    nostrIdentity: optional(text('NIP-05 name.')),
    nostr: optional(closedObject({ pubkey: text('Hex.'), relays: list(text('wss address.')) })),
    ...sandbox,
  },
  { title: 'Profile' },
);
export type Profile = Static<typeof Profile>;

export const Booking = closedObject(
  {
    sampleQuestions: list(text('A question that the creator likes to answer.')),
    topics: list(text('Pair with `topic` of the content index.')),
    note: optional(text('What to know before asking.')),
    links: closedObject({
      bookingRequest: Uri('POST a booking request here.'),
      bookingPage: optional(Uri('The page for people.')),
    }),
    ...sandbox,
  },
  { title: 'Booking' },
);
export type Booking = Static<typeof Booking>;

const Image = closedObject({
  url: Uri('The file.'),
  width: Count('Pixels.'),
  height: Count('Pixels.'),
  alt: text('What it shows.'),
  credit: optional(text('Who made it.')),
  license: optional(text('Terms of use.')),
  sha256: text('Of the file, hex.'),
});

export const MediaKit = closedObject(
  {
    name: text('Name of the creator.'),
    publication: text('Name of the publication.'),
    tagline: optional(text('A few words.')),
    bios: Bios,
    blurbs: list(Blurb),
    boilerplate: optional(text('About the publication.')),
    pronunciation: optional(text('How the name is said.')),
    pronouns: optional(text('For example she/her.')),
    stats: list(Stat),
    headshots: list(Image),
    logos: list(Image),
    pressContact: optional(PressContact),
    topics: list(text('A topic.')),
    links: list(Link),
    pdfUrl: optional(Uri('The same as PDF.')),
    zipUrl: optional(Uri('The same with all pictures, as ZIP with manifest and checksums.')),
    updatedAt: Instant('Newest change.'),
    approvedAt: optional(Day('When the creator approved the copy.')),
    ...sandbox,
  },
  { title: 'MediaKit' },
);
export type MediaKit = Static<typeof MediaKit>;

export const Speaking = closedObject(
  {
    name: text('Name of the creator.'),
    ...speaking,
    requirements,
    testimonials,
    bookingRequestUrl: Uri('POST a booking request here.'),
    pdfUrl: optional(Uri('The same as PDF.')),
    updatedAt: Instant('Newest change.'),
    ...sandbox,
  },
  { title: 'Speaking' },
);
export type Speaking = Static<typeof Speaking>;

const TopDot = closedObject({ ...ContentItem.properties, why: text('Why it is here.') });

export const BriefingPack = closedObject(
  {
    ...sandboxFields,
    showUrl: Uri('As asked.'),
    topic: optional(text('As asked.')),
    topDots: list(
      TopDot,
      'Best first: what is filed under the topic, then what the search finds; empty where nothing fits.',
    ),
    suggestions: Suggestions,
    ...gapFields,
    suggestedAngles: list(
      closedObject({ title: text('The angle.'), rationale: text('Why.'), dotIds: list(text('Id of a top dot.')) }),
    ),
    interviewQuestions: list(
      closedObject({
        question: text('To ask.'),
        dotId: optional(text('Id of the top dot that it stands on; absent where the creator offers the question.')),
      }),
    ),
    bookingRequestTemplate: closedObject(
      {
        showName: text('Name of the show.'),
        showUrl: Uri('As asked.'),
        timeframe: text('To fill in.'),
        message: text('To fill in.'),
        source: text('agent'),
      },
      { description: 'POST it to links.bookingRequest unchanged, or better filled in.' },
    ),
    links: closedObject({
      bookingRequest: Uri('POST endpoint.'),
      booking: Uri('Booking information.'),
      mediaKit: Uri('Media kit.'),
      profile: Uri('Profile.'),
      contentIndex: Uri('Content index, with the topic where it is one.'),
      search: optional(Uri('Search for the topic.')),
    }),
  },
  { title: 'BriefingPack' },
);
export type BriefingPack = Static<typeof BriefingPack>;
