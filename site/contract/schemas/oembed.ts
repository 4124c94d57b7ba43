// The wire shapes of oEmbed 1.0 (oembed.com): the embedded player of an item.
import { type Static, Type } from 'typebox';
import { integer } from './queries.ts';
import { closedObject, oneOf, optional, text, Uri } from './shape.ts';

export const OEmbedQuery = Type.Object({
  url: text('Address of an episode or a video of this room.', { format: 'uri', maxLength: 2048 }),
  format: optional(oneOf(['json'], 'XML is not offered.')),
  maxwidth: optional(integer(1, undefined, 'Maximum width in pixels.')),
  maxheight: optional(integer(1, undefined, 'Maximum height in pixels.')),
});

export const OEmbed = closedObject(
  {
    version: oneOf(['1.0']),
    type: oneOf(['video', 'rich'], 'video for videos, rich for audio.'),
    title: text('Title of the item.'),
    author_name: text('Name of the author.'),
    author_url: Uri('The room.'),
    provider_name: text('The publication.'),
    provider_url: Uri('The room.'),
    url: Uri('The page of the item.'),
    html: text('iframe with the player.'),
    width: Type.Integer({ minimum: 1, description: 'Width of the iframe in pixels.' }),
    height: Type.Integer({ minimum: 1, description: 'Height of the iframe in pixels.' }),
    thumbnail_url: optional(Uri('Picture of the item, if its size is known and fits.')),
    thumbnail_width: optional(Type.Integer({ minimum: 1, description: 'Width of the picture in pixels.' })),
    thumbnail_height: optional(Type.Integer({ minimum: 1, description: 'Height of the picture in pixels.' })),
  },
  { title: 'OEmbed' },
);
export type OEmbed = Static<typeof OEmbed>;
