// Prepares media kit and speaking profile from the API documents, with additions for people.
import { kitLogos } from '#domain/creator-pictures.ts';
import { endpoints } from '#contract/endpoints.ts';
import { bioLengths, type BioLength, mediaKit, printDpi, speaking } from '#domain/documents/press.ts';
import { endpointUrl, mediaKitZipPath } from '#domain/links.ts';
import { paletteFor } from '#domain/palette/palette.ts';
import { canonicalLocale, languageName, lengthLabel } from '#domain/messages/messages.ts';
import type { MediaKit } from '#contract/schemas/press.ts';
import { type PressDownload, listDownloadablePictures } from '../press/downloads.ts';
import { findMediaFile, type Room } from '#domain/room.ts';
import { formatDay, formatNumber, formatSize } from './dates.ts';
import type { PageHead } from './frame.ts';
import { personLd } from './json-ld.ts';
import { pageLd } from './json-ld-lists.ts';
import { memberViews } from './people.ts';
import { ownPicture } from './picture.ts';
import { webLink } from './web-link.ts';
import { joinList, translatorOfRoom } from './translate.ts';

const centimetres = (room: Room, pixels: number): string =>
  formatNumber(room, Math.round((pixels / printDpi) * 25.4) / 10);

/** Returns a download such as `Print`, `2400 × 1600, JPEG, 300 dpi, 20.3 × 13.5 cm, 1.2 MB`. */
function downloadView(room: Room, sizes: Sizes, { path, use, format, width, height }: PressDownload) {
  const t = translatorOfRoom(room);
  const inPrint = { dpi: printDpi, width: centimetres(room, width), height: centimetres(room, height) };
  const bytes = sizes.get(path);
  const facts = [
    use !== 'vector' && `${width} × ${height}`,
    format.toUpperCase(),
    use === 'print' && t('kit.forPrint', inPrint),
    bytes !== undefined && formatSize(room, bytes),
  ];
  return { href: path, name: path.split('/').at(-1)!, use: t(`kit.${use}`), facts: joinList(t, facts) };
}

const paragraphs = (text: string): string[] => text.split(/\n{2,}/).filter(Boolean);

type ImageList = NonNullable<Room['creator']['headshots']>;

export type PressPicture = ReturnType<typeof pressPictures>[number];

/** Returns pictures with their downloads. `id` distinguishes the lists of a page. */
function pressPictures(room: Room, sizes: Sizes, id: string, images: ImageList = []) {
  const pictures = listDownloadablePictures(room);
  return images.flatMap((image, index) => {
    const { file, alt } = image;
    const ownImage = ownPicture(room, file, alt);
    if (!ownImage) return [];
    // The portrait has the downloads of the headshot with the same file.
    const { picture, downloads = [] } =
      pictures.find((one) => one.picture === image) ?? pictures.find((one) => one.picture.file === file) ?? {};
    const tone = findMediaFile(room, file)?.tone;
    const { credit, license } = { ...picture, ...image };
    return [
      {
        ...ownImage,
        id: `${id}-${index + 1}`,
        terms: joinList(translatorOfRoom(room), [credit, license]) || undefined,
        grounds: (['light', 'dark'] as const).filter((ground) => ground !== tone),
        large: downloads[0]?.path ?? ownImage.src,
        files: downloads.map((download) => downloadView(room, sizes, download)),
      },
    ];
  });
}

function bioView(room: Room, id: BioLength, text: string) {
  const t = translatorOfRoom(room);
  const words = lengthLabel(room.creator.language, text, (count) => formatNumber(room, count));
  return { id, label: t(`kit.${id}`), words, text, paragraphs: paragraphs(text) };
}

/** Formats a statistic. A sign such as % is next to its number, a word below it. */
function statView(room: Room, { value, unit, asOf, ...stat }: MediaKit['stats'][number]) {
  const number = formatNumber(room, value);
  const isSign = unit !== undefined && unit.length <= 2;
  return {
    ...stat,
    value: isSign ? `${number}\u202f${unit}` : number,
    unit: isSign ? undefined : unit,
    asOf: formatDay(room, asOf),
  };
}

/** Returns the colours that the creator has chosen, as pages show them. */
function colourViews(room: Room) {
  const t = translatorOfRoom(room);
  const { accentColor, secondColor } = room.creator;
  const { accent, second } = paletteFor(room.creator, 'light');
  return [
    ...(accentColor ? [{ id: 'accent', label: t('kit.accent'), hex: accent }] : []),
    ...(secondColor ? [{ id: 'second', label: t('kit.second'), hex: second }] : []),
  ];
}

/** Known sizes in bytes, by address. */
type Sizes = Map<string, number>;

export function mediaKitView(room: Room, sizes: Sizes) {
  const kit = mediaKit(room);
  const t = translatorOfRoom(room);
  const { portrait } = room.creator;
  const bios = bioLengths.flatMap((id) => (kit.bios[id] ? [bioView(room, id, kit.bios[id])] : []));
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
    bios,
    contacts: kit.contacts ?? [],
    boilerplate: { text: kit.boilerplate ?? '', paragraphs: paragraphs(kit.boilerplate ?? '') },
    stats: kit.stats.map((stat) => statView(room, stat)),
    headshots: pressPictures(
      room,
      sizes,
      'headshot',
      room.creator.headshots?.filter(({ file }) => file !== portrait?.file),
    ),
    logos: pressPictures(room, sizes, 'logo', kitLogos(room)),
    people: memberViews(room),
    approved: kit.approvedAt ? formatDay(room, kit.approvedAt) : undefined,
    portrait: portrait && pressPictures(room, sizes, 'portrait', [portrait]),
    colours: colourViews(room),
    pdfPath: endpoints.mediaKit.http.pdf,
    zip: { path: mediaKitZipPath, label: t('kit.all', { size: formatSize(room, sizes.get(mediaKitZipPath) ?? 0) }) },
  };
}

export function speakingView(room: Room) {
  const t = translatorOfRoom(room);
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
    languages: profile.languages.map((tag) => languageName(canonicalLocale(room.creator.language), tag)),
    topics: profile.topics.map(({ formats, durationMinutes, ...topic }) => ({
      ...topic,
      facts: [...formats, ...(durationMinutes ? [t('length.minutes', { minutes: durationMinutes })] : [])],
    })),
    pastTalks: profile.pastTalks.map(({ date, url, videoUrl, ...talk }) => ({
      ...talk,
      day: formatDay(room, date),
      url: webLink(url),
      videoUrl: webLink(videoUrl),
    })),
    pdfPath: endpoints.speaking.http.pdf,
  };
}
