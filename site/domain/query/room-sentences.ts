// Sentences about the creator and the room, which are searched, quoted and answered like the texts of items.
import type { Creator } from '#contract/schemas/content-files.ts';
import { memoizeByObject } from '../memoize.ts';
import type { RoomFacts } from '../room.ts';
import { asSentence, splitSentences } from '../text/sentence.ts';

export interface RoomSentence {
  text: string;
  /** Page of the media room that shows it, as a path; undefined if no page does. */
  path?: string;
  /** Person whose words they are; null if unknown. */
  speaker: string | null;
}

const joinParts = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(', ');

type Split = (text: string | undefined) => string[];

/** Texts of the media kit in the words of the creator. */
function kitSentences(creator: Creator, split: Split): string[] {
  const { bios, blurbs = [], stats = [], tagline, pronunciation, pronouns, pressContact, contacts = [] } = creator;
  const texts = [creator.oneLiner, creator.description, bios?.long, bios?.medium, bios?.short, creator.boilerplate];
  const sentences = [...texts, ...blurbs.map(({ text }) => text)].flatMap(split);
  const figures = stats.map(({ label, value, unit }) => `${label}: ${[value, unit].filter(Boolean).join(' ')}`);
  const facts = { Tagline: tagline, Profession: creator.jobTitle, Pronunciation: pronunciation, Pronouns: pronouns };
  const names = Object.entries(facts).flatMap(([name, text]) => (text === undefined ? [] : `${name}: ${text}`));
  const people = [
    ...(pressContact ? [`Press: ${joinParts(pressContact.name, pressContact.email, pressContact.telephone)}`] : []),
    ...contacts.map(({ role, name, email, telephone }) => `${role}: ${joinParts(name, email, telephone)}`),
  ];
  return [...sentences, ...figures, ...names, ...people];
}

/** Captions of the press pictures, with their credits and licences. */
const captions = ({ portrait, headshots = [], logos = [] }: Creator): string[] =>
  [...(portrait ? [portrait] : []), ...headshots, ...logos].map(({ alt, credit, license }) =>
    joinParts(alt, credit && `photo: ${credit}`, license),
  );

function speakingSentences({ speaking }: Creator, split: Split): string[] {
  if (!speaking) return [];
  const { bio, topics, pastTalks, requirements = [], travelsFrom } = speaking;
  return [
    ...split(bio),
    ...topics.flatMap(({ title, description, formats, durationMinutes }) => [
      joinParts(title, ...formats, durationMinutes ? `${durationMinutes} min` : undefined),
      ...split(description),
    ]),
    ...pastTalks.map(({ title, event, date, location }) => joinParts(title, event, date, location)),
    ...requirements.map((text) => `Requirements: ${text}`),
    ...(travelsFrom ? [`Travels from ${travelsFrom}`] : []),
  ];
}

/** Returns each sentence of the approved texts and of the descriptions of feeds once. */
export const splitRoomTexts = memoizeByObject((facts: Pick<RoomFacts, 'creator' | 'channels'>): RoomSentence[] => {
  const { creator, channels = {} } = facts;
  const { name, booking, speaking } = creator;
  const own = (texts: string[], path: string): RoomSentence[] => texts.map((text) => ({ text, path, speaker: name }));
  const split: Split = (text) => (text === undefined ? [] : splitSentences(text, creator.language));
  const bookingTexts = [...split(booking?.note), ...(booking?.sampleQuestions ?? [])];
  const praise = (speaking?.testimonials ?? []).map(({ quote, name: speaker }): RoomSentence => ({
    text: asSentence(quote),
    path: '/speaking',
    speaker,
  }));
  const descriptions = Object.values(channels).flatMap(({ description }) => split(description));
  const all = [
    ...own(kitSentences(creator, split), '/media-kit'),
    ...own(captions(creator), '/media-kit'),
    ...own(speakingSentences(creator, split), '/speaking'),
    ...own(bookingTexts, '/booking'),
    ...praise,
    ...descriptions.map((text): RoomSentence => ({ text, speaker: null })),
  ];
  return [...new Map(all.toReversed().map((one) => [one.text, one])).values()].toReversed();
});

/** A name in capital letters after the word “podcast”. */
const showName =
  /[Pp]odcasts?\s+(?:\p{Ll}+\s+){0,2}["“„«]?\s?(\p{Lu}[\p{L}'’-]*(?:\s+(?:(?:of|the|a|and|und|der|die|das|de|du|la|le)\s+)*\p{Lu}[\p{L}'’-]*)*)/gu;

/** Returns the names of the podcasts that the approved texts name. */
export const showNames = memoizeByObject(
  ({ oneLiner, description = '', bios, boilerplate = '' }: Creator): string[] => {
    const texts = [oneLiner, description, bios?.long ?? '', bios?.medium ?? '', bios?.short ?? '', boilerplate];
    return [...new Set([...texts.join('\n').matchAll(showName)].map(([, name]) => name!))];
  },
);
