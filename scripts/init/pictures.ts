// Downloads portrait, banner, cover, logo and press pictures of the creator from the discovered pages to content/media.
import type { Notice } from '#contract/notices.ts';
import { toSourceProblem } from '#contract/source-problems.ts';
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Creator } from '#contract/schemas/content-files.ts';
import { isNamed } from '#domain/names.ts';
import { readableSlug } from '#domain/text/slug.ts';
import { type PictureFile, readPicture } from '../../sidecar/content/pictures.ts';
import { writeWhole } from '../write-file.ts';
import type { Discovery } from './discover.ts';
import type { PageFacts } from './page-facts.ts';
import type { PagePicture } from './page-people.ts';
import type { GetPage } from './web.ts';

type Headshot = NonNullable<Creator['portrait']>;

export interface CreatorPictures {
  portrait?: Headshot;
  banner?: NonNullable<Creator['banner']>;
  cover?: string;
  logos: Headshot[];
  headshots: Headshot[];
}
/** Picture from which the creator may choose the portrait. */
export interface PortraitCandidate extends Headshot {
  width: number;
  height: number;
}
export interface DownloadedPictures {
  pictures: CreatorPictures;
  candidates: PortraitCandidate[];
  /** Paths of the written files. */
  written: string[];
  /** Lines for the command line about the chosen pictures. */
  choices: string[];
  /** Notices for the creator about pictures that were not used. */
  notes: Notice[];
}

interface FetchedPicture extends PictureFile {
  url: string;
}

const maxPressPictures = 8;
const maxCandidates = 12;
/** Width and height below which a picture is an icon. */
const minPortraitPixels = 120;
const minPrintPixels = 1200;

/** Downloads pictures. Every address is fetched once and every file is written once. */
export class PictureDownloader {
  readonly result: DownloadedPictures = {
    pictures: { logos: [], headshots: [] },
    candidates: [],
    written: [],
    choices: [],
    notes: [],
  };
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
      this.result.notes.push({ code: 'picture_failed', details: { url }, cause: toSourceProblem(error as Error) });
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

export interface PictureOptions {
  name: string;
  get: GetPage;
  contentDir: string;
  /** True if the creator will choose the portrait from all pictures. */
  offersCandidates: boolean;
}

export async function downloadPictures(found: Discovery, options: PictureOptions): Promise<DownloadedPictures> {
  const downloader = new PictureDownloader(options.get, options.contentDir);
  const { pictures, notes } = downloader.result;
  await downloadCover(downloader, found);
  await downloadPortrait(downloader, found, options.name);
  await downloadBanner(downloader, found);
  await downloadLogo(downloader, found);
  await downloadPressPictures(downloader, found);
  if (options.offersCandidates) await downloadCandidates(downloader, found, options.name);
  if (!pictures.portrait) notes.push({ code: 'portrait_missing' });
  return downloader.result;
}

const allPages = ({ pages, asides }: Discovery): PageFacts[] => [...pages, ...asides];
const allPictures = (found: Discovery): PagePicture[] => allPages(found).flatMap(({ people }) => people.pictures);

const isOfPerson = ({ isLogo, alt, url }: PagePicture): boolean =>
  !isLogo && !/\b(cover|show art|artwork|banner)\b/i.test(`${alt} ${url.replace(/[-_]/g, ' ')}`);

const withoutSpaces = (text: string): string => text.toLowerCase().replace(/\s/g, '');

/** Lists pictures that show the creator, markup about the person first. */
function listPortraits(found: Discovery, name: string): string[] {
  const pictures = allPictures(found);
  const persons = allPages(found).flatMap(({ entities }) =>
    entities.filter((entity) => entity.types.includes('Person') || isNamed({ name }, entity.name)),
  );
  const avatars = found.feeds.filter(({ type }) => type === 'timeline' || type === 'video');
  return [
    ...persons.flatMap(({ image }) => image ?? []),
    ...found.feeds.flatMap(({ hostImage }) => hostImage ?? []),
    ...pictures
      .filter(({ alt, around }) => withoutSpaces(alt + around).includes(withoutSpaces(name)))
      .filter(isOfPerson)
      .map(({ url }) => url),
    ...avatars.flatMap(({ image }) => image ?? []),
    ...pictures
      .filter(({ url }) =>
        /\/(me|portrait|headshot|avatar|profile|host|author)s?[\w-]*(\.\w+|\/[\w-]+\.\w+)$/i.test(url),
      )
      .map(({ url }) => url),
  ];
}

const listCovers = ({ feeds }: Discovery): string[] =>
  feeds.flatMap(({ type, image }) => (type === 'episode' && image ? [image] : []));

/** Returns the reason why a picture cannot be a portrait, if there is one. */
function portraitProblem({ end, width, height }: PictureFile) {
  if (end === 'svg') return 'portrait_is_drawing';
  if (Math.min(width, height) < minPortraitPixels) return 'portrait_too_small';
  return width > height * 1.3 || height > width * 2.2 ? 'portrait_shape' : undefined;
}

async function downloadPortrait(downloader: PictureDownloader, found: Discovery, name: string): Promise<void> {
  const covers = listCovers(found);
  for (const url of new Set(listPortraits(found, name))) {
    if (covers.includes(url) || /favicon|apple-touch|\.ico$/i.test(url)) continue;
    const picture = await downloader.fetch(url);
    if (!picture) continue;
    const { width, height } = picture;
    const code = portraitProblem(picture);
    if (code) {
      downloader.result.notes.push({ code, details: { url, width, height } });
      continue;
    }
    downloader.result.pictures.portrait = await saveAs(downloader, picture, 'portrait', findAlt(found, url) || name);
    const isSmall = Math.min(width, height) < minPrintPixels;
    downloader.result.choices.push(
      `Portrait: ${url} (${width} × ${height})${isSmall ? '. For print, replace it with one of at least 1200 pixels' : ''}`,
    );
    return;
  }
}

const findAlt = (found: Discovery, url: string): string =>
  allPictures(found).find((picture) => picture.url === url)?.alt ?? '';

const saveAs = async (downloader: PictureDownloader, picture: FetchedPicture, name: string, alt: string) => ({
  file: await downloader.save(picture, name),
  alt,
  source: picture.url,
});

/** Downloads every picture of a suitable shape, for the creator to choose the portrait. */
async function downloadCandidates(downloader: PictureDownloader, found: Discovery, name: string): Promise<void> {
  const { candidates } = downloader.result;
  const urls = [
    ...listPortraits(found, name),
    ...allPages(found).flatMap(({ image }) => image ?? []),
    ...found.feeds.flatMap(({ image }) => image ?? []),
    ...allPictures(found).map(({ url }) => url),
  ];
  for (const url of new Set(urls)) {
    if (candidates.length >= maxCandidates) return;
    const picture = await downloader.fetch(url);
    if (!picture || portraitProblem(picture)) continue;
    const { width, height } = picture;
    const file = await saveAs(downloader, picture, 'candidate', findAlt(found, url));
    candidates.push({ ...file, width, height });
  }
}

async function downloadCover(downloader: PictureDownloader, found: Discovery): Promise<void> {
  const ofShow = found.feeds.find(({ type, image }) => type === 'episode' && image);
  const url = ofShow?.image;
  const picture = url ? await downloader.fetch(url) : undefined;
  if (!picture || Math.min(picture.width, picture.height) < 300) return;
  downloader.result.pictures.cover = await downloader.save(picture, 'cover');
  downloader.result.choices.push(`Cover: ${url} (${picture.width} × ${picture.height})`);
}

const maxBannerPictures = 4;

/** Downloads the banner: the picture of the page for sharing, or a wide picture at the top of the page. */
async function downloadBanner(downloader: PictureDownloader, found: Discovery): Promise<void> {
  for (const { image, entities, people } of found.pages) {
    const top = people.pictures.filter(({ isLogo }) => !isLogo).slice(0, maxBannerPictures);
    const sharedImages = [image, ...entities.map((entity) => entity.image)].map((url) => ({ url, minRatio: 1.4 }));
    const wide = [...sharedImages, ...top.map(({ url }) => ({ url, minRatio: 2.5 }))];
    for (const { url, minRatio } of wide) {
      const picture = url ? await downloader.fetch(url) : undefined;
      if (!picture || picture.width < 800 || picture.width < picture.height * minRatio) continue;
      downloader.result.pictures.banner = await saveAs(downloader, picture, 'banner', findAlt(found, picture.url));
      downloader.result.choices.push(`Banner: ${url} (${picture.width} × ${picture.height})`);
      return;
    }
  }
}

async function downloadLogo(downloader: PictureDownloader, found: Discovery): Promise<void> {
  const own = found.pages.filter(({ isHosted }) => !isHosted).flatMap(({ people }) => people.pictures);
  const logo = own.find(({ isLogo }) => isLogo);
  const picture = logo && (await downloader.fetch(logo.url));
  if (!picture) return;
  const file = await downloader.save(picture, 'logo');
  downloader.result.pictures.logos.push({ file, alt: logo.alt || 'Logo', source: logo.url });
}

const pictureWords =
  'photo(?:graph(?:er|ie|ia|y)?)?|illustrat(?:ion|or)|illustrazione|picture|image|foto(?:graf\\w*)?|bild|cr[eé]dit[os]?|zdjęcie|撮影|写真|تصوير';
const creditPattern = new RegExp(
  `(?:©\\s*(?:\\d{4}\\s*)?|(?:${pictureWords})(?:\\s*[:：]\\s*|\\s+(?:by|von|par|por|di|door)\\s+))([^.\\n]+)`,
  'iu',
);
const freeUse = String.raw`\bfree to use\b|libre de droits|honorarfrei|lizenzfrei|libre uso|uso libero|自由にお使い`;
const licenceWords = new RegExp(String.raw`\bCC0\b|\bCC BY(?:-\w+)* ?\d\.\d|[^.。]*(?:${freeUse})[^.。]*`, 'i');

/** Downloads pictures whose captions name a credit or a licence. */
async function downloadPressPictures(downloader: PictureDownloader, found: Discovery): Promise<void> {
  const credited = allPages(found).flatMap(({ people }) =>
    people.pictures.flatMap(({ hasCaption, url, alt, around }) => {
      const credit = hasCaption ? creditPattern.exec(around)?.[1]?.trim() : undefined;
      const license = hasCaption
        ? licenceWords.exec(around.replace(/^.*free to use with credit, /i, ''))?.[0].trim()
        : undefined;
      return credit || license ? [{ url, alt, ...(credit && { credit }), ...(license && { license }) }] : [];
    }),
  );
  const unique = [...new Map(credited.map((one) => [one.url, one])).values()];
  const count = unique.length - maxPressPictures;
  if (count > 0)
    downloader.result.notes.push({ code: 'pictures_left_out', details: { count, limit: maxPressPictures } });
  for (const { url, ...about } of unique.slice(0, maxPressPictures)) {
    const picture = await downloader.fetch(url);
    if (!picture) continue;
    const name = readableSlug(decodeURIComponent(new URL(url).pathname).split('/').at(-1)!.replace(extname(url), ''));
    const file = await downloader.save(picture, name);
    downloader.result.pictures.headshots.push({ file, ...about, source: url });
  }
}
