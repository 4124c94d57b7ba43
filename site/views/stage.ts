// What the opening of the room shows: banner, the show's cover, the portrait, or a cover drawn from the name.
import { itemPicture } from '#domain/links.ts';
import { patternSvg } from '#domain/palette/pattern.ts';
import { inParts } from '#domain/lists/parts.ts';
import { ofType, type Room, type RoomItem } from '#domain/room.ts';
import { showPicture } from '../release/artwork.ts';
import { type Picture, ownPicture, pictureOf } from './picture.ts';

export interface Stage {
  shape: 'wide' | 'square' | 'tall' | 'drawn';
  main: Picture | undefined;
  /** Whether it shows the creator. */
  isFace: boolean;
  /** The face beside it, where the main picture is another. */
  face: Picture | undefined;
  /** An SVG drawing for rooms without any picture. */
  drawn: string | undefined;
}

const drawnBox = { width: 640, height: 480 };

const shapeOf = ({ width = 1, height = 1 }: Picture): Stage['shape'] =>
  width > height * 1.25 ? 'wide' : height > width * 1.1 ? 'tall' : 'square';

const withPicture = inParts((items: RoomItem[]) => items.filter(itemPicture));

export function stageOf(room: Room): Stage {
  const { banner, portrait, podcast, publication } = room.creator;
  const own = (picture: { file: string; alt: string } | undefined) =>
    picture && ownPicture(room, picture.file, picture.alt);
  const face = own(portrait);
  const cover = own(podcast?.image ? { file: podcast.image, alt: '' } : undefined);
  const [show] = withPicture(ofType(room.items, 'episode'));
  const main = own(banner) ?? cover ?? pictureOf(room, show && showPicture(room, show.type), '') ?? face;
  return {
    shape: main ? shapeOf(main) : 'drawn',
    main: main && (main === face ? main : { ...main, alt: '' }),
    isFace: main !== undefined && main === face,
    face: main === face ? undefined : face,
    drawn: main ? undefined : patternSvg(publication, room.creator, drawnBox),
  };
}
