// Turns frames and Substack cards into addresses that a reader can open.
import type sanitizeHtml from 'sanitize-html';
import { webAddress } from '../links.ts';
import { isPixel } from '../pixels.ts';

type TagAttributes = sanitizeHtml.Attributes;

/** Patterns of embedded players and the page of the same content. */
const pagesOfFrames: [frame: RegExp, page: string][] = [
  [
    /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:embed|v)\/([\w-]{6,20})(?:[?#&].*)?$/,
    'https://www.youtube.com/watch?v=$1',
  ],
  [/^https?:\/\/player\.vimeo\.com\/video\/(\d+)(?:[?#].*)?$/, 'https://vimeo.com/$1'],
  [/^https?:\/\/open\.spotify\.com\/embed(?:-podcast)?\/(\w+\/\w+)(?:[?#].*)?$/, 'https://open.spotify.com/$1'],
  [/^https?:\/\/embed\.podcasts\.apple\.com\/(.*)$/, 'https://podcasts.apple.com/$1'],
  [/^(https?:\/\/[\w.:-]+)\/videos\/embed\/([\w-]+)(?:[?#].*)?$/, '$1/w/$2'],
];

/** Returns undefined for counters and for frames of WordPress posts, which come with a link to the same post. */
export function frameLink(attribs: TagAttributes, base: string | undefined): string | undefined {
  if (isPixel(attribs) || /\bwp-embedded-content\b/.test(attribs['class'] ?? '')) return undefined;
  const video = attribs['data-videoid'];
  if (video && /^[\w-]{6,20}$/.test(video)) return `https://www.youtube.com/watch?v=${video}`;
  const src = webAddress(attribs['src'] || attribs['data-src'] || attribs['data'], base);
  const [frame, page] = pagesOfFrames.find(([pattern]) => src && pattern.test(src)) ?? [];
  return frame ? src!.replace(frame, page!) : src;
}

const substackCards = /\b(digest-post-embed|image-gallery-embed|native-video-embed|native-audio-embed|tweet)\b/;
const maxPictures = 50;

type SubstackCard = { href: string | undefined; title: string | undefined } | { pictures: string[] };

/** Reads a Substack card from its JSON attribute. */
export function substackCard(
  { class: names = '', 'data-attrs': json }: TagAttributes,
  link: string | undefined,
): SubstackCard | undefined {
  const kind = json && substackCards.exec(names)?.[1];
  if (!kind) return undefined;
  const facts = parseCardJson(json);
  if (kind === 'image-gallery-embed') return { pictures: galleryPictures(facts).slice(0, maxPictures) };
  const title = firstText(facts['title'], facts['label'], facts['full_text']);
  if (!kind.startsWith('native-')) return { href: webAddress(firstText(facts['canonical_url'], facts['url'])), title };
  const player = kind === 'native-video-embed' ? 'Video' : 'Audio';
  const href = uploadAddress(player, firstText(facts['mediaUploadId']), link) ?? webAddress(link);
  return { href, title: `▶ ${title ?? player}` };
}

/** Returns the address of an uploaded file on the site of the publication. */
const uploadAddress = (player: 'Video' | 'Audio', id: string | undefined, link: string | undefined) =>
  id && /^[\w-]{8,64}$/.test(id)
    ? webAddress(`/api/v1/${player.toLowerCase()}/upload/${id}/src${player === 'Video' ? '?type=mp4' : ''}`, link)
    : undefined;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const firstText = (...values: unknown[]): string | undefined => values.find(isText)?.slice(0, 500);

function parseCardJson(json: string): Record<string, unknown> {
  try {
    return (JSON.parse(json) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}

function galleryPictures({
  gallery,
  images = (gallery as { images?: unknown } | null)?.images,
}: Record<string, unknown>) {
  if (!Array.isArray(images)) return [];
  return images.flatMap((image) => webAddress(firstText((image as { src?: unknown } | null)?.src)) ?? []);
}
