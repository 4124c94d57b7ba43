// Chooses podcast covers in the format that directories accept, made from the creator's pictures.
import { sha256 } from '#domain/ids.ts';
import { isCopy } from '#domain/items/media-replacements.ts';
import { itemPicture, pictureFolder, pictureUrl } from '#domain/links.ts';
import { findMediaPath, type MediaFile, type Room, type RoomItem } from '#domain/room.ts';
import { episodesOf, podcastSize } from './entries.ts';
import { showFacts } from './show.ts';

/** Apple Podcasts, artwork requirements: JPEG or PNG, square, 1400 to 3000 pixels. */
const minSide = 1400;
const maxSide = 3000;

/** Encoder settings, which are part of each address. */
export const coverEncoder = { quality: 84 } as const;

export interface Cover {
  path: string;
  /** Width and height in pixels. */
  side: number;
  picture: MediaFile;
}

const isCover = ({ type, width, height }: MediaFile): boolean =>
  /^image\/(jpeg|png)$/.test(type) && width === height && width >= minSide && width <= maxSide;

function coverFor(picture: MediaFile): Cover {
  const side = Math.min(maxSide, Math.max(minSide, Math.min(picture.width, picture.height)));
  const name = sha256(picture.sha256 + JSON.stringify(coverEncoder)).slice(0, 16);
  return { path: `${pictureFolder}${name}-cover-${side}.jpg`, side, picture };
}

/** Returns true if an external address names a format that directories do not accept. */
const isOtherFormat = (address: string): boolean => /\.(webp|avif|gif|svg)$/i.test(address.replace(/[?#].*/, ''));

/** Returns the address of a picture as a cover. An external picture is used as it is, or not at all. */
export function coverUrl(room: Pick<Room, 'media' | 'baseUrl'>, pictureNames: string): string | undefined {
  const picture = findMediaPath(room, pictureNames);
  if (picture && !isCopy(picture))
    return isCover(picture) ? pictureUrl(room.baseUrl, pictureNames) : room.baseUrl + coverFor(picture).path;
  return isOtherFormat(pictureNames) ? undefined : pictureUrl(room.baseUrl, pictureNames);
}

/** Returns the picture of the show, which directories require: its own, or one of an episode, or one of the creator. */
export function findShowPicture(room: Room, episodes: RoomItem[]): string | undefined {
  const { podcast, logos = [], portrait } = room.creator;
  const ownPictures = [podcast?.image, logos[0]?.file, portrait?.file].map((file) => file && `media/${file}`);
  const candidates = [
    ownPictures[0],
    showFacts(room, episodes).image,
    ...episodes.map(itemPicture),
    ...ownPictures.slice(1),
  ];
  return candidates.find((pictureNames) => pictureNames && coverUrl(room, pictureNames));
}

/** Returns the covers that have to be made, for the show and for each episode in the feeds. */
export function listCovers(room: Room): Cover[] {
  const episodes = episodesOf(room).slice(0, podcastSize);
  if (episodes.length === 0) return [];
  const pictureNames = new Set([findShowPicture(room, episodes), ...episodes.map(itemPicture)]);
  const pictures = [...pictureNames].flatMap((name) => findMediaPath(room, name) ?? []);
  return pictures.filter((picture) => !isCover(picture) && !isCopy(picture)).map(coverFor);
}
