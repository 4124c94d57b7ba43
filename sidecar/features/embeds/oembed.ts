// GET /oembed: the embeddable player of an item, from the card that the build created for it.
import { ApiError } from '#contract/errors.ts';
import type { OEmbed } from '#contract/schemas/oembed.ts';
import { oEmbedPath } from '#domain/links.ts';
import { readPage, type Release } from '../../release/release.ts';
import { createEtag, json, type Handler } from '../../http/handler.ts';
import type { Feature } from '../feature.ts';

/** Finds the card for the URL of an item's page or player. A trailing slash, query and fragment are ignored. */
function findPlayerPage({ pages, facts }: Release, url: string) {
  const { origin, pathname } = new URL(url);
  if (origin !== new URL(facts.baseUrl).origin) return undefined;
  const id = /\/(?:episodes|videos|embed)\/([^/]+)\/*$/.exec(pathname)?.[1];
  return id === undefined ? undefined : pages.get(oEmbedPath({ id }));
}

/** Reduces the frame to the limits and omits a picture that is too large (oEmbed 2.3.4). */
export function fitCard(whole: OEmbed, { maxwidth = Infinity, maxheight = Infinity }): OEmbed {
  const { thumbnail_url, thumbnail_width = 0, thumbnail_height = 0, ...card } = whole;
  const isFitting = thumbnail_url !== undefined && thumbnail_width <= maxwidth && thumbnail_height <= maxheight;
  const thumbnail = isFitting ? { thumbnail_url, thumbnail_width, thumbnail_height } : {};
  const width = Math.min(card.width, maxwidth);
  const height = Math.min(card.height, maxheight);
  const html = card.html
    .replace(`width="${card.width}"`, `width="${width}"`)
    .replace(`height="${card.height}"`, `height="${height}"`);
  return { ...card, html, width, height, ...thumbnail };
}

export const oEmbed: Handler<'oEmbed'> = async ({ query }, { release }) => {
  const page = findPlayerPage(release, query.url);
  if (!page)
    throw new ApiError('not_found', `No player for ${query.url}. Send the URL of an episode or video of this room.`);
  const card = JSON.parse((await readPage(release, page)).toString()) as OEmbed;
  return {
    etag: createEtag('oembed', page.etag, query.maxwidth, query.maxheight),
    lastModified: page.lastModified,
    answer: () => json<'oEmbed'>(fitCard(card, query)),
  };
};

export const embedsFeature = { handlers: { oEmbed } } satisfies Feature;
