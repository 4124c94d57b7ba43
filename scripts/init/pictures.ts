// Portrait, banner, cover, logo and press pictures of the creator: found on the pages, fetched safely, kept in content/media.
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Creator } from '#contract/schemas/content-files.ts';
import { readableSlug } from '#domain/text/slug.ts';
import { type PictureFile, readPicture } from '../../sidecar/content/pictures.ts';
import { writeWhole } from '../write-file.ts';
import type { Discovery } from './discover.ts';
import type { PagePicture } from './page-people.ts';
import { type GetPage, isPrivateAddressError } from './web.ts';

type Headshot = NonNullable<Creator['portrait']>;

export interface CreatorPictures {
  portrait?: Headshot;
  banner?: NonNullable<Creator['banner']>;
  cover?: string;
  logos: Headshot[];
  headshots: Headshot[];
}
export interface DownloadedPictures {
  pictures: CreatorPictures;
  /** Paths of what was written. */
  written: string[];
  /** For a person: what was taken, and what could not be. */
  notes: string[];
}

interface FetchedPicture extends PictureFile {
  url: string;
}

const maxPressPictures = 8;
/** Smaller ones are icons. */
const minPortraitPixels = 120;
const minPrintPixels = 1200;

/** One run: every address is fetched once, and every file is written once. */
export class PictureDownloader {
  readonly taken: DownloadedPictures = { pictures: { logos: [], headshots: [] }, written: [], notes: [] };
  readonly #get: GetPage;
  readonly #folder: string;
  readonly #known = new Map<string, Promise<FetchedPicture | undefined>>();
  readonly #files = new Map<string, string>();

  constructor(get: GetPage, contentDir: string) {
    this.#get = get;
    this.#folder = join(contentDir, 'media');
  }

  fetched(url: string): Promise<FetchedPicture | undefined> {
    const known = this.#known.get(url) ?? this.#fetch(url);
    this.#known.set(url, known);
    return known;
  }

  async #fetch(url: string): Promise<FetchedPicture | undefined> {
    try {
      const page = await this.#get(url);
      return { url, ...(await readPicture(page.bytes)) };
    } catch (error) {
      this.taken.notes.push(`Picture not taken: ${url}: ${failureAdvice(url, error as Error)}`);
      return undefined;
    }
  }

  /** Gives the file's name below content/media; one that is there already stays. */
  async kept({ url, bytes, end }: FetchedPicture, name: string): Promise<string> {
    const known = this.#files.get(url);
    if (known) return known;
    let file = `${name}.${end}`;
    for (let number = 2; existsSync(join(this.#folder, file)); number++) file = `${name}-${number}.${end}`;
    await writeWhole(join(this.#folder, file), Buffer.from(bytes));
    this.#files.set(url, file);
    this.taken.written.push(join(this.#folder, file));
    return file;
  }
}

const failureAdvice = (url: string, { message }: Error): string =>
  isPrivateAddressError(message)
    ? `${message} If it is yours, run again with --allow-private ${new URL(url).hostname} --force.`
    : `${message} Save it into content/media yourself and name it in creator.json.`;

export async function downloadPictures(
  found: Discovery,
  name: string,
  get: GetPage,
  contentDir: string,
): Promise<DownloadedPictures> {
  const taker = new PictureDownloader(get, contentDir);
  const { pictures, notes } = taker.taken;
  await downloadCover(taker, found);
  await downloadPortrait(taker, found, name);
  await downloadBanner(taker, found);
  await downloadLogo(taker, found);
  await downloadPressPictures(taker, found);
  if (!pictures.portrait) {
    notes.push(
      'No portrait was found: save one as content/media/portrait.jpg and name it as portrait in creator.json.',
    );
  }
  return taker.taken;
}

const allPictures = ({ pages, asides }: Discovery): PagePicture[] =>
  [...pages, ...asides].flatMap(({ people }) => people.pictures);

const isOfPerson = ({ isLogo, alt, url }: PagePicture): boolean =>
  !isLogo && !/\b(cover|show art|artwork|banner)\b/i.test(`${alt} ${url.replace(/[-_]/g, ' ')}`);

const withoutSpaces = (text: string): string => text.toLowerCase().replace(/\s/g, '');

/** A picture marked up as the creator's comes before one that is merely near the name. */
async function downloadPortrait(taker: PictureDownloader, found: Discovery, name: string): Promise<void> {
  const shown = allPictures(found);
  const persons = found.pages
    .concat(found.asides)
    .flatMap(({ entities }) => entities.filter(({ types }) => types.includes('Person')));
  const named = [
    ...persons.flatMap(({ image }) => image ?? []),
    ...found.feeds.flatMap(({ hostImage }) => hostImage ?? []),
    ...found.feeds.flatMap(({ type, image }) => (type === 'timeline' && image ? [image] : [])),
    ...shown
      .filter(({ alt, around }) => withoutSpaces(alt + around).includes(withoutSpaces(name)))
      .filter(isOfPerson)
      .map(({ url }) => url),
    ...shown
      .filter(({ url }) => /\/(me|portrait|headshot|avatar|profile|host|author)[\w-]*\.\w+$/i.test(url))
      .map(({ url }) => url),
  ];
  const cover = found.feeds.flatMap(({ type, image }) => (type === 'episode' && image ? [image] : []));
  for (const url of new Set(named)) {
    if (cover.includes(url) || /favicon|apple-touch|\.ico$/i.test(url)) continue;
    const picture = await taker.fetched(url);
    if (!picture || picture.end === 'svg' || Math.min(picture.width, picture.height) < minPortraitPixels) continue;
    if (picture.width > picture.height * 1.3) continue;
    const alt = shown.find((one) => one.url === url)?.alt || name;
    const file = await taker.kept(picture, 'portrait');
    taker.taken.pictures.portrait = { file, alt, source: url };
    const size = `${picture.width} × ${picture.height}`;
    const isSmall = Math.min(picture.width, picture.height) < minPrintPixels;
    taker.taken.notes.push(
      `Portrait: ${url} (${size})${isSmall ? ', small for print: replace it by one of 1200 pixels or more' : ''}`,
    );
    return;
  }
}

async function downloadCover(taker: PictureDownloader, found: Discovery): Promise<void> {
  const ofShow = found.feeds.find(({ type, image }) => type === 'episode' && image);
  const url = ofShow?.image;
  const picture = url ? await taker.fetched(url) : undefined;
  if (!picture || Math.min(picture.width, picture.height) < 300) return;
  taker.taken.pictures.cover = await taker.kept(picture, 'cover');
  taker.taken.notes.push(`Cover: ${url} (${picture.width} × ${picture.height})`);
}

async function downloadBanner(taker: PictureDownloader, { pages }: Discovery): Promise<void> {
  for (const { image: url, people } of pages) {
    const picture = url ? await taker.fetched(url) : undefined;
    if (!picture || picture.width < 800 || picture.width < picture.height * 1.4) continue;
    const alt = people.pictures.find((one) => one.url === url)?.alt ?? '';
    taker.taken.pictures.banner = { file: await taker.kept(picture, 'banner'), alt, source: picture.url };
    taker.taken.notes.push(`Banner: ${url} (${picture.width} × ${picture.height})`);
    return;
  }
}

async function downloadLogo(taker: PictureDownloader, found: Discovery): Promise<void> {
  const shown = allPictures(found).find(({ isLogo }) => isLogo);
  const picture = shown && (await taker.fetched(shown.url));
  if (!picture) return;
  const file = await taker.kept(picture, 'logo');
  taker.taken.pictures.logos.push({ file, alt: shown.alt || 'Logo', source: shown.url });
}

/** Pictures with a caption on a page for the press, with what the caption says of their maker and terms. */
async function downloadPressPictures(taker: PictureDownloader, { asides }: Discovery): Promise<void> {
  const press = asides.filter(({ url }) => /press|media-kit/i.test(new URL(url).pathname));
  const shown = press.flatMap(({ people }) => people.pictures.filter(({ hasCaption }) => hasCaption));
  for (const { url, alt, around } of shown.slice(0, maxPressPictures)) {
    const picture = await taker.fetched(url);
    if (!picture) continue;
    const name = readableSlug(decodeURIComponent(new URL(url).pathname).split('/').at(-1)!.replace(extname(url), ''));
    const credit = /(?:photo(?:graph)?|illustration|picture|image|foto|credit|©)\s*(?:by|:)?\s*([^.\n]+)/i.exec(
      around,
    )?.[1];
    const license = /\bCC0\b|\bCC BY(?:-\w+)* ?\d\.\d|[^.]*\bfree to use\b[^.]*/i.exec(
      around.replace(/^.*free to use with credit, /i, ''),
    )?.[0];
    const file = await taker.kept(picture, name);
    const words = { ...(credit && { credit: credit.trim() }), ...(license && { license: license.trim() }) };
    taker.taken.pictures.headshots.push({ file, alt, ...words, source: url });
  }
}
