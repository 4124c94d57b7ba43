// The wire shapes of profile, booking, media kit, speaking and show preparation.
import { type Static, Type } from 'typebox';
import { ContentItem, gapFields, Suggestions } from './content.ts';
import {
  Bios,
  Blurb,
  Contact,
  Link,
  memberTexts,
  PressContact,
  requirements,
  speaking,
  Stat,
  testimonials,
} from './kit.ts';
import { SpeakerName } from './search.ts';
import { closedObject, Count, Day, flag, Instant, list, optional, sandboxFields, text, Uri } from './shape.ts';

const sandbox = { _sandbox: optional(flag('Mock data.')) };

const Image = closedObject(
  {
    url: Uri('The file.'),
    width: Count('Pixels.'),
    height: Count('Pixels.'),
    alt: text('Description of the picture.'),
    credit: optional(text('Credit for the picture.')),
    license: optional(text('Terms of use.')),
    printSize: optional(
      closedObject(
        { dpi: Count('Dots per inch.'), widthMm: Count('Millimetres.'), heightMm: Count('Millimetres.') },
        { description: 'Largest size in print; absent for vector files, which have none.' },
      ),
    ),
    sha256: text('SHA-256 of the file, hex.'),
  },
  { title: 'Image' },
);

/** Members of a group with their pages. */
const members = optional(
  list(
    closedObject(
      {
        id: text('Id for the filter person.'),
        name: text('Name of the person.'),
        pageUrl: Uri('Page with their items.'),
        ...memberTexts,
        picture: optional(Image),
      },
      { title: 'Member' },
    ),
    'Persons of a group.',
  ),
);

export const Profile = closedObject(
  {
    name: text('Name of the creator.'),
    publication: text('Name of the publication.'),
    members,
    description: text('One paragraph.'),
    oneLiner: text('One sentence about your publication.'),
    topics: list(text('A topic.')),
    contentIndexUrl: Uri('Content index.'),
    indexUpdatedAt: Instant('Newest change of the content.'),
    links: closedObject({ mediaRoom: Uri('Media room.'), agentIndex: Uri('API index.') }),
    stats: closedObject({
      totalApiCalls30d: Count('Calls in the 30 days before asOf.'),
      agentOriginCalls30d: optional(Count('Calls by self-declared agents.')),
      asOf: optional(Instant('Time of the count, at most an hour ago.')),
    }),
    nexus: optional(closedObject({ listed: flag('True if directories may list the room. Default true.') })),
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
    topics: list(text('A topic for `topic` of the content index.')),
    note: optional(text('Note for people who want to book.')),
    links: closedObject({
      bookingRequest: Uri('POST a booking request here.'),
      bookingPage: optional(Uri('Booking page.')),
    }),
    ...sandbox,
  },
  { title: 'Booking' },
);
export type Booking = Static<typeof Booking>;

/** @spec-gap media-kit */
export const MediaKit = closedObject(
  {
    name: text('Name of the creator.'),
    publication: text('Name of the publication.'),
    members,
    tagline: optional(text('A few words.')),
    jobTitle: optional(text('Occupation of the creator.')),
    bios: Bios,
    blurbs: list(Blurb),
    boilerplate: optional(text('About the publication.')),
    pronunciation: optional(text('Pronunciation of the name.')),
    pronouns: optional(text('For example she/her.')),
    stats: list(Stat),
    headshots: list(Image),
    logos: list(Image),
    pressContact: optional(PressContact),
    contacts: optional(list(Contact)),
    topics: list(text('A topic.')),
    links: list(Link),
    pdfUrl: optional(Uri('Media kit as PDF.')),
    zipUrl: optional(Uri('Media kit with all pictures as ZIP, with manifest and checksums.')),
    updatedAt: Instant('Newest change.'),
    approvedAt: optional(Day('Approval date of the texts.')),
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
    pdfUrl: optional(Uri('Speaking profile as PDF.')),
    updatedAt: Instant('Newest change.'),
    ...sandbox,
  },
  { title: 'Speaking' },
);
export type Speaking = Static<typeof Speaking>;

const TopDot = closedObject({ ...ContentItem.properties, why: text('Reason for the selection.') });

export const BriefingPack = closedObject(
  {
    ...sandboxFields,
    showUrl: Uri('Same as in the request.'),
    topic: optional(text('Same as in the request.')),
    topDots: list(TopDot, 'Best first: items with the topic, then search results; may be empty.'),
    suggestions: Suggestions,
    ...gapFields,
    suggestedAngles: list(
      closedObject({ title: text('The angle.'), rationale: text('Reason.'), dotIds: list(text('Id of a top dot.')) }),
    ),
    interviewQuestions: list(
      closedObject({
        question: text('A question.'),
        dotId: optional(text('Id of the top dot of the question; absent for the creator’s sample questions.')),
        evidence: optional(
          closedObject(
            {
              text: text('Sentence that the question is about, as it was said.'),
              speaker: SpeakerName,
              startSeconds: optional(Type.Number({ minimum: 0, description: 'Start in the recording, in seconds.' })),
              url: optional(Uri('Page or recording at the sentence.')),
            },
            { description: 'Absent for the creator’s sample questions.' },
          ),
        ),
      }),
    ),
    bookingRequestTemplate: closedObject(
      {
        showName: text('Name of the show.'),
        showUrl: Uri('Same as in the request.'),
        timeframe: text('Placeholder to fill in.'),
        message: text('Placeholder to fill in.'),
        source: text('agent'),
      },
      { description: 'Fill it in and POST it to links.bookingRequest.' },
    ),
    links: closedObject({
      bookingRequest: Uri('Endpoint for POST.'),
      booking: Uri('Booking information.'),
      mediaKit: Uri('Media kit.'),
      profile: Uri('Profile.'),
      contentIndex: Uri('Content index, filtered by the topic if it exists.'),
      search: optional(Uri('Search for the topic.')),
    }),
  },
  { title: 'BriefingPack' },
);
export type BriefingPack = Static<typeof BriefingPack>;
