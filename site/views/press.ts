// Media kit and speaking profile: what the documents of the API say, with what a person wants beside it.
import { mediaKit, speaking } from '#domain/documents/press.ts';
import { endpointUrl } from '#domain/links.ts';
import { countWords } from '#domain/markdown.ts';
import type { MediaKit } from '#contract/schemas/press.ts';
import type { Room } from '#domain/room.ts';
import { dayOf, numberOf, sizeOf } from './dates.ts';
import type { PageHead } from './frame.ts';
import { personLd } from './json-ld.ts';
import { type Picture, ownPicture } from './picture.ts';
import { webLink } from './web-link.ts';

export interface PressPicture extends Picture {
  credit: string | undefined;
  license: string | undefined;
  /** `1600 × 2000, WebP, 240 kB`. */
  size: string;
  fileName: string;
}

const paragraphs = (text: string): string[] => text.split(/\n{2,}/).filter(Boolean);

function pressPictures(room: Room, images: { url: string; alt: string; credit?: string; license?: string }[]) {
  return images.flatMap(({ url, alt, credit, license }): PressPicture[] => {
    const file = url.slice(`${room.baseUrl}/media/`.length);
    const picture = ownPicture(room, file, alt);
    const facts = room.media.find((entry) => entry.file === file);
    if (!picture || !facts) return [];
    const form = facts.type.replace(/^image\/|\+xml$/g, '');
    const size = `${facts.width} × ${facts.height}, ${form}, ${sizeOf(facts.bytes)}`;
    return [{ ...picture, credit, license, size, fileName: file.split('/').at(-1)! }];
  });
}

function bioOf(id: string, label: string, text: string) {
  return { id, label, words: countWords(text), paragraphs: paragraphs(text) };
}

/** A sign such as % stands beside its number, a word below it. */
function statOf(room: Room, { value, unit, asOf, ...stat }: MediaKit['stats'][number]) {
  const number = numberOf(room, value);
  const isSign = unit !== undefined && unit.length <= 2;
  return {
    ...stat,
    value: isSign ? `${number}\u202f${unit}` : number,
    unit: isSign ? undefined : unit,
    asOf: dayOf(room, asOf),
  };
}

export function mediaKitView(room: Room) {
  const kit = mediaKit(room);
  const { short, medium, long } = kit.bios;
  const bios = [bioOf('short', 'Short', short), bioOf('medium', 'Medium', medium), bioOf('long', 'Long', long)];
  const head: PageHead = {
    path: '/media-kit',
    title: 'Media kit',
    description: `Bios, numbers, pictures and press contact of ${kit.name}, approved for use.`,
    json: endpointUrl('', 'mediaKit'),
    jsonLd: personLd(room),
  };
  return {
    ...kit,
    head,
    bios: bios.filter((bio, i) => i === 0 || bio.paragraphs.join() !== bios[i - 1]!.paragraphs.join()),
    boilerplate: paragraphs(kit.boilerplate ?? ''),
    stats: kit.stats.map((stat) => statOf(room, stat)),
    headshots: pressPictures(room, kit.headshots),
    logos: pressPictures(room, kit.logos),
    approved: kit.approvedAt ? dayOf(room, kit.approvedAt) : undefined,
    jsonUrl: endpointUrl('', 'mediaKit'),
  };
}

/** `English` for `en`; the tag itself where it is none. */
function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

export function speakingView(room: Room) {
  const profile = speaking(room);
  const { portrait, pressContact } = room.creator;
  const head: PageHead = {
    path: '/speaking',
    title: 'Speaking',
    description: `Talks by ${profile.name}: on offer and given, audiences, requirements.`,
    json: endpointUrl('', 'speaking'),
    jsonLd: personLd(room),
  };
  return {
    ...profile,
    head,
    pressContact,
    bio: paragraphs(profile.bio),
    portrait: portrait && ownPicture(room, portrait.file, portrait.alt),
    languages: profile.languages.map(languageName),
    topics: profile.topics.map(({ formats, durationMinutes, ...topic }) => ({
      ...topic,
      facts: [...formats, ...(durationMinutes ? [`${durationMinutes} min`] : [])],
    })),
    pastTalks: profile.pastTalks.map(({ date, url, videoUrl, ...talk }) => ({
      ...talk,
      day: dayOf(room, date),
      url: webLink(url),
      videoUrl: webLink(videoUrl),
    })),
    jsonUrl: endpointUrl('', 'speaking'),
  };
}
