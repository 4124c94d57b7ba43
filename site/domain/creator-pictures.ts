// The pictures that creator.json names, each with its key.
import type { Creator } from '#contract/schemas/content-files.ts';

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
