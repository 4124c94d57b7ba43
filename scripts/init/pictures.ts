// Downloads portrait, banner, cover, logo and press pictures of the creator from the discovered pages to content/media.
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
  /** Paths of the written files. */
  written: string[];
  /** Messages for the creator about downloaded and failed pictures. */
  notes: string[];
}

interface FetchedPicture extends PictureFile {
  url: string;
}

const maxPressPictures = 8;
/** Width and height below which a picture is an icon. */
const minPortraitPixels = 120;
const minPrintPixels = 1200;

/** Downloads pictures. Every address is fetched once and every file is written once. */
export class PictureDownloader {
  readonly result: DownloadedPictures = { pictures: { logos: [], headshots: [] }, written: [], notes: [] };
  readonly #get: GetPage;
  readonly #folder: string;
  readonly #pictures = new Map<string, Promise<FetchedPicture | undefined>>();
  readonly #files = new Map<string, string>();

  constructor(get: GetPage, contentDir: string) {
    this.#get = get;
    this.#folder = join(contentDir, 'media');
  }

  fetch(url: string): Promise<FetchedPicture | undefined> {
    const picture = this.#pictures.get(url) ?? this.#fetchUncached(url);
    this.#pictures.set(url, picture);
    return picture;
  }

  async #fetchUncached(url: string): Promise<FetchedPicture | undefined> {
    try {
      const page = await this.#get(url);
      return { url, ...(await readPicture(page.bytes)) };
    } catch (error) {
      this.result.notes.push(`Picture not downloaded: ${url}: ${failureAdvice(url, error as Error)}`);
      return undefined;
    }
  }

  /** Writes a picture to content/media and returns its file name. Existing files are not replaced. */
  async save({ url, bytes, end }: FetchedPicture, name: string): Promise<string> {
    const savedFile = this.#files.get(url);
    if (savedFile) return savedFile;
    let file = `${name}.${end}`;
    for (let number = 2; existsSync(join(this.#folder, file)); number++) file = `${name}-${number}.${end}`;
    await writeWhole(join(this.#folder, file), Buffer.from(bytes));
    this.#files.set(url, file);
    this.result.written.push(join(this.#folder, file));
    return file;
  }
}

const failureAdvice = (url: string, { message }: Error): string =>
  isPrivateAddressError(message)
    ? `${message} If the host is yours, run the command again with --allow-private ${new URL(url).hostname} --force.`
    : `${message} Save it to content/media yourself and add it to creator.json.`;

export async function downloadPictures(
  found: Discovery,
  name: string,
  get: GetPage,
  contentDir: string,
): Promise<DownloadedPictures> {
  const downloader = new PictureDownloader(get, contentDir);
  const { pictures, notes } = downloader.result;
  await downloadCover(downloader, found);
  await downloadPortrait(downloader, found, name);
  await downloadBanner(downloader, found);
  await downloadLogo(downloader, found);
  await downloadPressPictures(downloader, found);
  if (!pictures.portrait) {
    notes.push('No portrait was found. Save one as content/media/portrait.jpg and add it to creator.json as portrait.');
  }
  return downloader.result;
}

const allPictures = ({ pages, asides }: Discovery): PagePicture[] =>
  [...pages, ...asides].flatMap(({ people }) => people.pictures);

const isOfPerson = ({ isLogo, alt, url }: PagePicture): boolean =>
  !isLogo && !/\b(cover|show art|artwork|banner)\b/i.test(`${alt} ${url.replace(/[-_]/g, ' ')}`);

const withoutSpaces = (text: string): string => text.toLowerCase().replace(/\s/g, '');

/** Downloads the portrait. Pictures in markup about the creator come before pictures next to the name. */
async function downloadPortrait(downloader: PictureDownloader, found: Discovery, name: string): Promise<void> {
  const pictures = allPictures(found);
  const persons = found.pages
    .concat(found.asides)
    .flatMap(({ entities }) => entities.filter(({ types }) => types.includes('Person')));
  const candidates = [
    ...persons.flatMap(({ image }) => image ?? []),
    ...found.feeds.flatMap(({ hostImage }) => hostImage ?? []),
    ...found.feeds.flatMap(({ type, image }) => (type === 'timeline' && image ? [image] : [])),
    ...pictures
      .filter(({ alt, around }) => withoutSpaces(alt + around).includes(withoutSpaces(name)))
      .filter(isOfPerson)
      .map(({ url }) => url),
    ...pictures
      .filter(({ url }) => /\/(me|portrait|headshot|avatar|profile|host|author)[\w-]*\.\w+$/i.test(url))
      .map(({ url }) => url),
  ];
  const cover = found.feeds.flatMap(({ type, image }) => (type === 'episode' && image ? [image] : []));
  for (const url of new Set(candidates)) {
    if (cover.includes(url) || /favicon|apple-touch|\.ico$/i.test(url)) continue;
    const picture = await downloader.fetch(url);
    if (!picture || picture.end === 'svg' || Math.min(picture.width, picture.height) < minPortraitPixels) continue;
    if (picture.width > picture.height * 1.3) continue;
    const alt = pictures.find((one) => one.url === url)?.alt || name;
    const file = await downloader.save(picture, 'portrait');
    downloader.result.pictures.portrait = { file, alt, source: url };
    const size = `${picture.width} × ${picture.height}`;
    const isSmall = Math.min(picture.width, picture.height) < minPrintPixels;
    downloader.result.notes.push(
      `Portrait: ${url} (${size})${isSmall ? '. For print, replace it with one of at least 1200 pixels' : ''}`,
    );
    return;
  }
}

async function downloadCover(downloader: PictureDownloader, found: Discovery): Promise<void> {
  const ofShow = found.feeds.find(({ type, image }) => type === 'episode' && image);
  const url = ofShow?.image;
  const picture = url ? await downloader.fetch(url) : undefined;
  if (!picture || Math.min(picture.width, picture.height) < 300) return;
  downloader.result.pictures.cover = await downloader.save(picture, 'cover');
  downloader.result.notes.push(`Cover: ${url} (${picture.width} × ${picture.height})`);
}

async function downloadBanner(downloader: PictureDownloader, { pages }: Discovery): Promise<void> {
  for (const { image: url, people } of pages) {
    const picture = url ? await downloader.fetch(url) : undefined;
    if (!picture || picture.width < 800 || picture.width < picture.height * 1.4) continue;
    const alt = people.pictures.find((one) => one.url === url)?.alt ?? '';
    downloader.result.pictures.banner = { file: await downloader.save(picture, 'banner'), alt, source: picture.url };
    downloader.result.notes.push(`Banner: ${url} (${picture.width} × ${picture.height})`);
    return;
  }
}

async function downloadLogo(downloader: PictureDownloader, found: Discovery): Promise<void> {
  const logo = allPictures(found).find(({ isLogo }) => isLogo);
  const picture = logo && (await downloader.fetch(logo.url));
  if (!picture) return;
  const file = await downloader.save(picture, 'logo');
  downloader.result.pictures.logos.push({ file, alt: logo.alt || 'Logo', source: logo.url });
}

/** Downloads captioned pictures of press pages, with credit and licence from the captions. */
async function downloadPressPictures(downloader: PictureDownloader, { asides }: Discovery): Promise<void> {
  const pressPages = asides.filter(({ url }) => /press|media-kit/i.test(new URL(url).pathname));
  const captioned = pressPages.flatMap(({ people }) => people.pictures.filter(({ hasCaption }) => hasCaption));
  for (const { url, alt, around } of captioned.slice(0, maxPressPictures)) {
    const picture = await downloader.fetch(url);
    if (!picture) continue;
    const name = readableSlug(decodeURIComponent(new URL(url).pathname).split('/').at(-1)!.replace(extname(url), ''));
    const credit = /(?:photo(?:graph)?|illustration|picture|image|foto|credit|©)\s*(?:by|:)?\s*([^.\n]+)/i.exec(
      around,
    )?.[1];
    const license = /\bCC0\b|\bCC BY(?:-\w+)* ?\d\.\d|[^.]*\bfree to use\b[^.]*/i.exec(
      around.replace(/^.*free to use with credit, /i, ''),
    )?.[0];
    const file = await downloader.save(picture, name);
    const rights = { ...(credit && { credit: credit.trim() }), ...(license && { license: license.trim() }) };
    downloader.result.pictures.headshots.push({ file, alt, ...rights, source: url });
  }
}
