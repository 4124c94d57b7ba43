// The guest kit for a show, made of approved texts. It is deterministic.
import type { GuestKit, GuestKitRequest } from '#contract/schemas/guest-kit.ts';
import { briefingParts, type ShowSelection } from './briefing-pack.ts';
import { mediaKit } from './press.ts';
import { endpointUrl } from '../links.ts';
import { joinList, languageName, type Translate, translatorFor, messageLanguage } from '../messages/messages.ts';
import type { PublicFacts } from '../room.ts';
import { asSentence } from '../text/sentence.ts';

export interface KitRecord {
  id: string;
  /** RFC 3339 instant at which the kit was made. */
  at: string;
}

/** Returns the introduction: a blurb for that purpose, else the short bio. */
function introduction({ creator }: PublicFacts): string {
  const { name, publication, oneLiner, bios, blurbs = [] } = creator;
  const blurb = blurbs.find(({ id, label }) => /\bintro|read.?aloud|vorstellung/i.test(`${id} ${label}`));
  return (blurb?.text ?? bios?.short ?? [asSentence(`${name}, ${publication}`), asSentence(oneLiner)].join(' ')).trim();
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns titles for the conversation: the topic, themes of the items, and short sentences of the creator. */
function titles(name: string, topic: string | undefined, angles: { title: string }[], t: Translate): string[] {
  const subjects = [...(topic ? [topic] : []), ...angles.map(({ title }) => title)].map(capitalize);
  return [...new Set(subjects)].slice(0, 5).map((subject) => t('prep.titleWith', { subject, name }));
}

function technicalNotes({ creator }: PublicFacts): string[] {
  const { speaking, language, pressContact } = creator;
  const t = translatorFor(language);
  const languages = (speaking?.languages ?? [language]).map((tag) => languageName(messageLanguage(language), tag));
  return [
    t('prep.speaks', { languages: joinList(t, languages) }),
    ...(speaking?.travelsFrom ? [t('prep.travels', { place: asSentence(speaking.travelsFrom) })] : []),
    ...(speaking?.requirements ?? []).map(asSentence),
    ...(pressContact ? [t('prep.contact', { name: pressContact.name, email: pressContact.email })] : []),
  ];
}

export function guestKit(
  facts: PublicFacts,
  selection: ShowSelection,
  request: GuestKitRequest,
  record: KitRecord,
): GuestKit {
  const { showName, showUrl, audience } = request;
  const topic = request.topic?.trim();
  const { bookingRequestTemplate, ...pack } = briefingParts(facts, selection, topic);
  const { name, pronunciation, pronouns, bios, links, headshots } = mediaKit(facts);
  const show = { showName, ...(showUrl && { showUrl }) };
  return {
    guestKitId: record.id,
    url: endpointUrl(facts.baseUrl, 'guestKitAgain', { guestKitId: record.id }),
    generatedAt: record.at,
    ...show,
    ...(audience && { audience }),
    guest: { name, ...(pronunciation && { pronunciation }), ...(pronouns && { pronouns }), bio: bios, links },
    introduction: introduction(facts),
    suggestedTitles: titles(name, topic, pack.suggestedAngles, translatorFor(facts.creator.language)),
    ...pack,
    headshots,
    technicalNotes: technicalNotes(facts),
    bookingRequestTemplate: { ...show, ...bookingRequestTemplate },
  };
}
