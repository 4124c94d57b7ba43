// Media kit and speaking profile: what the documents of the API say, with what a person wants beside it.
import { endpoints } from '#contract/endpoints.ts';
import { mediaKit, speaking } from '#domain/documents/press.ts';
import { endpointUrl, mediaKitZipPath } from '#domain/links.ts';
import { countWords } from '#domain/text/word-count.ts';
import { paletteFor } from '#domain/palette/palette.ts';
import { translateCount } from '#domain/messages/messages.ts';
import type { MediaKit } from '#contract/schemas/press.ts';
import { type Download, listOfferedPictures, printDpi } from '../press/downloads.ts';
import type { Room } from '#domain/room.ts';
import { dayOf, languageName, numberOf, sizeOf } from './dates.ts';
import type { PageHead } from './frame.ts';
import { personLd } from './json-ld.ts';
import { pageLd } from './json-ld-lists.ts';
import { type Picture, ownPicture } from './picture.ts';
import { webLink } from './web-link.ts';
import { inList, wordsOf } from './words.ts';

export interface PressPicture extends Picture {
  id: string;
  /** Who made it, and on what terms, to be copied along. */
  terms: string | undefined;
  /** The grounds on which a logo can be seen. */
  grounds: ('light' | 'dark')[];
  /** The one that is shown large. */
  large: string;
  files: { href: string; name: string; use: string; facts: string }[];
}

const centimetres = (room: Room, pixels: number): string => numberOf(room, Math.round((pixels / printDpi) * 25.4) / 10);

/** `Print`, `2400 × 1600, JPEG, 300 dpi, 20.3 × 13.5 cm, 1.2 MB`. */
function downloadOf(room: Room, sizes: Sizes, { path, use, format, width, height }: Download) {
  const t = wordsOf(room);
  const inPrint = { dpi: printDpi, width: centimetres(room, width), height: centimetres(room, height) };
  const bytes = sizes.get(path);
  const facts = [
    use !== 'vector' && `${width} × ${height}`,
    format.toUpperCase(),
    use === 'print' && t('kit.forPrint', inPrint),
    bytes !== undefined && sizeOf(room, bytes),
  ];
  return { href: path, name: path.split('/').at(-1)!, use: t(`kit.${use}`), facts: inList(t, facts) };
}

const paragraphs = (text: string): string[] => text.split(/\n{2,}/).filter(Boolean);

type ImageList = NonNullable<Room['creator']['headshots']>;

/** `id` tells the lists of one page apart. */
function pressPictures(room: Room, sizes: Sizes, id: string, images: ImageList = []): PressPicture[] {
  const offered = listOfferedPictures(room);
  return images.flatMap((image, index): PressPicture[] => {
    const { file, alt } = image;
    const ownImage = ownPicture(room, file, alt);
    if (!ownImage) return [];
    // The portrait has the downloads of the headshot with the same file.
    const { picture, downloads = [] } =
      offered.find((one) => one.picture === image) ?? offered.find((one) => one.picture.file === file) ?? {};
    const tone = room.media.find((one) => one.file === file)?.tone;
    const { credit, license } = { ...picture, ...image };
    return [
      {
        ...ownImage,
        id: `${id}-${index + 1}`,
        terms: inList(wordsOf(room), [credit, license]) || undefined,
        grounds: (['light', 'dark'] as const).filter((ground) => ground !== tone),
        large: downloads[0]?.path ?? ownImage.src,
        files: downloads.map((download) => downloadOf(room, sizes, download)),
      },
    ];
  });
}

function bioOf(room: Room, id: 'short' | 'medium' | 'long', text: string) {
  const t = wordsOf(room);
  const count = countWords(text);
  const words = translateCount(room.creator.language, 'kit.words', count, { count: numberOf(room, count) });
  return { id, label: t(`kit.${id}`), words, text, paragraphs: paragraphs(text) };
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
  const t = wordsOf(room);
  const { accent, second } = paletteFor(room.creator, 'light');
  return [
    { id: 'accent', label: t('kit.accent'), hex: accent },
    { id: 'second', label: t('kit.second'), hex: second },
  ];
}

/** Bytes by address, as far as they are known. */
type Sizes = Map<string, number>;

export function mediaKitView(room: Room, sizes: Sizes) {
  const kit = mediaKit(room);
  const t = wordsOf(room);
  const { portrait } = room.creator;
  const bios = (['short', 'medium', 'long'] as const).map((id) => bioOf(room, id, kit.bios[id]));
  const head: PageHead = {
    path: '/media-kit',
    title: t('nav.mediaKit'),
    description: t('kit.description', { name: kit.name }),
    json: endpointUrl('', 'mediaKit'),
    jsonLd: pageLd(room, t('nav.mediaKit'), '/media-kit', personLd(room)),
  };
  return {
    ...kit,
    t,
    head,
    bios: bios.filter((bio, i) => bio.text && bio.text !== bios[i - 1]?.text),
    boilerplate: { text: kit.boilerplate ?? '', paragraphs: paragraphs(kit.boilerplate ?? '') },
    stats: kit.stats.map((stat) => statOf(room, stat)),
    headshots: pressPictures(
      room,
      sizes,
      'headshot',
      room.creator.headshots?.filter(({ file }) => file !== portrait?.file),
    ),
    logos: pressPictures(room, sizes, 'logo', room.creator.logos),
    approved: kit.approvedAt ? dayOf(room, kit.approvedAt) : undefined,
    portrait: portrait && pressPictures(room, sizes, 'portrait', [portrait]),
    colours: coloursOf(room),
    pdfPath: endpoints.mediaKit.http.pdf,
    zip: { path: mediaKitZipPath, label: t('kit.all', { size: sizeOf(room, sizes.get(mediaKitZipPath) ?? 0) }) },
  };
}

export function speakingView(room: Room) {
  const t = wordsOf(room);
  const profile = speaking(room);
  const { portrait, pressContact } = room.creator;
  const head: PageHead = {
    path: '/speaking',
    title: t('nav.speaking'),
    description: t('speaking.description', { name: profile.name }),
    json: endpointUrl('', 'speaking'),
    jsonLd: pageLd(room, t('nav.speaking'), '/speaking', personLd(room)),
  };
  return {
    ...profile,
    t,
    head,
    pressContact,
    bio: paragraphs(profile.bio),
    portrait: portrait && ownPicture(room, portrait.file, portrait.alt),
    languages: profile.languages.map((tag) => languageName(room, tag)),
    topics: profile.topics.map(({ formats, durationMinutes, ...topic }) => ({
      ...topic,
      facts: [...formats, ...(durationMinutes ? [t('length.minutes', { minutes: durationMinutes })] : [])],
    })),
    pastTalks: profile.pastTalks.map(({ date, url, videoUrl, ...talk }) => ({
      ...talk,
      day: dayOf(room, date),
      url: webLink(url),
      videoUrl: webLink(videoUrl),
    })),
    pdfPath: endpoints.speaking.http.pdf,
  };
}
