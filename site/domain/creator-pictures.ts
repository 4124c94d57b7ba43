// The pictures that creator.json names, each with its key.
import type { Creator } from '#contract/schemas/content-files.ts';
import { copiesFolder, copyBaseName } from './items/media-replacements.ts';
import type { Room } from './room.ts';

type Picture = Omit<NonNullable<Creator['portrait']>, 'alt'>;

interface NamedPicture {
  /** Path of the picture in creator.json, such as `headshots.0`. */
  key: string;
  picture: Picture;
}

const toList = (key: string, picture: Picture | undefined): NamedPicture[] => (picture ? [{ key, picture }] : []);

export function creatorPictures(creator: Creator): NamedPicture[] {
  const { portrait, banner, headshots = [], logos = [], members = [] } = creator;
  return [
    ...toList('portrait', portrait),
    ...toList('banner', banner),
    ...headshots.flatMap((picture, at) => toList(`headshots.${at}`, picture)),
    ...logos.flatMap((picture, at) => toList(`logos.${at}`, picture)),
    ...members.flatMap((member, at) => toList(`members.${at}.portrait`, member.portrait)),
  ];
}

type Logo = NonNullable<Creator['logos']>[number];

/** Returns the logos of the media kit: those of creator.json, and the cover of each show, its own or from its feed. */
export function kitLogos({ creator, channels = {}, media }: Pick<Room, 'creator' | 'channels' | 'media'>): Logo[] {
  const { logos = [], podcast, publication } = creator;
  // Only feeds of podcasts state categories or whether they are explicit.
  const shows = Object.values(channels).filter(
    ({ categories, explicit }) => categories !== undefined || explicit !== undefined,
  );
  const copies = shows.flatMap(({ image, title = publication }) => {
    const name = image && `${copiesFolder}/${copyBaseName(image)}.`;
    const copy = name && media.find(({ file }) => file.startsWith(name));
    return copy ? [{ file: copy.file, alt: title }] : [];
  });
  const covers = podcast?.image ? [{ file: podcast.image, alt: podcast.title ?? publication }] : copies;
  return [...logos, ...covers.filter(({ file }) => logos.every((logo) => logo.file !== file))];
}
