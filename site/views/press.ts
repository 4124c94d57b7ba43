// Media kit and speaking profile: what the documents of the API say, with what a person wants beside it.
import { endpoints } from '#contract/endpoints.ts';
import { mediaKit, speaking } from '#domain/documents/press.ts';
import { endpointUrl, pressZip } from '#domain/links.ts';
import { countWords } from '#domain/text/markdown.ts';
import { palette } from '#domain/palette/palette.ts';
import { formOf } from '#domain/messages/messages.ts';
import type { MediaKit } from '#contract/schemas/press.ts';
import type { MediaFile, Room } from '#domain/room.ts';
import { dayOf, languageName, numberOf, sizeOf } from './dates.ts';
import type { PageHead } from './frame.ts';
import { personLd } from './json-ld.ts';
import { pageLd } from './json-ld-lists.ts';
import { type Picture, ownPicture } from './picture.ts';
import { webLink } from './web-link.ts';
import { wordsOf } from './words.ts';

export interface PressPicture extends Picture {
  credit: string | undefined;
  license: string | undefined;
  /** `1600 × 2000, WebP, 240 kB`. */
  size: string;
  fileName: string;
  /** The whole file, to download. */
  original: string;
}

const centimetres = (room: Room, pixels: number): string => numberOf(room, Math.round((pixels / 300) * 25.4) / 10);

const inPrint = (room: Room, { width, height }: MediaFile): string =>
  wordsOf(room)('kit.forPrint', { width: centimetres(room, width), height: centimetres(room, height) });

const paragraphs = (text: string): string[] => text.split(/\n{2,}/).filter(Boolean);

function pressPictures(room: Room, images: { url: string; alt: string; credit?: string; license?: string }[]) {
  return images.flatMap(({ url, alt, credit, license }): PressPicture[] => {
    const file = url.slice(`${room.baseUrl}/media/`.length);
    const picture = ownPicture(room, file, alt);
    const facts = room.media.find((entry) => entry.file === file);
    if (!picture || !facts) return [];
    const form = facts.type.replace(/^image\/|\+xml$/g, '');
    const pixels = `${facts.width} × ${facts.height}, ${form}, ${sizeOf(room, facts.bytes)}`;
    const size = facts.type === 'image/svg+xml' ? pixels : `${pixels}; ${inPrint(room, facts)}`;
    return [{ ...picture, credit, license, size, fileName: file.split('/').at(-1)!, original: `/media/${file}` }];
  });
}

function bioOf(room: Room, id: 'short' | 'medium' | 'long', text: string) {
  const say = wordsOf(room);
  const count = countWords(text);
  const words = say(`kit.words.${formOf(room.creator.language, count)}`, { count: numberOf(room, count) });
  return { id, label: say(`kit.${id}`), words, text, paragraphs: paragraphs(text) };
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

/** As the pages show them, whether the creator chose them or not. */
function coloursOf(room: Room) {
  const say = wordsOf(room);
  const { accent, second } = palette(room.creator, 'light');
  return [
    { id: 'accent', label: say('kit.accent'), hex: accent },
    { id: 'second', label: say('kit.second'), hex: second },
  ];
}

export function mediaKitView(room: Room) {
  const kit = mediaKit(room);
  const say = wordsOf(room);
  const { portrait } = room.creator;
  const bios = (['short', 'medium', 'long'] as const).map((id) => bioOf(room, id, kit.bios[id]));
  const head: PageHead = {
    path: '/media-kit',
    title: say('nav.mediaKit'),
    description: say('kit.description', { name: kit.name }),
    json: endpointUrl('', 'mediaKit'),
    jsonLd: pageLd(room, say('nav.mediaKit'), '/media-kit', personLd(room)),
  };
  return {
    ...kit,
    say,
    head,
    bios: bios.filter((bio, i) => bio.text && bio.text !== bios[i - 1]?.text),
    boilerplate: { text: kit.boilerplate ?? '', paragraphs: paragraphs(kit.boilerplate ?? '') },
    stats: kit.stats.map((stat) => statOf(room, stat)),
    headshots: pressPictures(room, kit.headshots),
    logos: pressPictures(room, kit.logos),
    approved: kit.approvedAt ? dayOf(room, kit.approvedAt) : undefined,
    portrait: portrait && ownPicture(room, portrait.file, portrait.alt),
    colours: coloursOf(room),
    pdfPath: endpoints.mediaKit.pdf,
    zipPath: pressZip,
  };
}

export function speakingView(room: Room) {
  const say = wordsOf(room);
  const profile = speaking(room);
  const { portrait, pressContact } = room.creator;
  const head: PageHead = {
    path: '/speaking',
    title: say('nav.speaking'),
    description: say('speaking.description', { name: profile.name }),
    json: endpointUrl('', 'speaking'),
    jsonLd: pageLd(room, say('nav.speaking'), '/speaking', personLd(room)),
  };
  return {
    ...profile,
    say,
    head,
    pressContact,
    bio: paragraphs(profile.bio),
    portrait: portrait && ownPicture(room, portrait.file, portrait.alt),
    languages: profile.languages.map((tag) => languageName(room, tag)),
    topics: profile.topics.map(({ formats, durationMinutes, ...topic }) => ({
      ...topic,
      facts: [...formats, ...(durationMinutes ? [say('length.minutes', { minutes: durationMinutes })] : [])],
    })),
    pastTalks: profile.pastTalks.map(({ date, url, videoUrl, ...talk }) => ({
      ...talk,
      day: dayOf(room, date),
      url: webLink(url),
      videoUrl: webLink(videoUrl),
    })),
    jsonUrl: endpointUrl('', 'speaking'),
    pdfPath: endpoints.speaking.pdf,
  };
}
