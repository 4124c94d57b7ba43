// What a draft offers: pictures, texts and lists, each as it is shown and as the creator chose.
import type { TSchema } from 'typebox';
import { contentTypes } from '#contract/content-types.ts';
import { Creator } from '#contract/schemas/content-files.ts';
import type { SchemaProblem } from '#contract/validation.ts';
import { draftFeedsFile } from '../../content/first-files.ts';
import { findFormProblems } from '../../content/file-problems.ts';
import { readJsonText } from '../../content/json-text.ts';
import { formField, type FormValues } from '../page.ts';
import { type Draft as FieldsDraft, draftOf, partOf, typedDraft, written } from '../room/draft.ts';
import type { Draft } from './setup.ts';
import type { Chosen } from './take-over.ts';

/** The texts, by the heading that they stand below. */
export const groups = [
  {
    title: 'You and your publication',
    names: ['name', 'publication', 'oneLiner', 'tagline', 'description', 'language', 'timeZone', 'pronunciation', 'pronouns'], // prettier-ignore
  },
  { title: 'Bios', names: ['bios'] },
  { title: 'Whom the press may ask', names: ['pressContact'] },
  { title: 'Colours', names: ['accentColor', 'secondColor'] },
];

export const textSchema = partOf(
  Creator as TSchema,
  groups.flatMap(({ names }) => names),
);

const textOf = (creator: Creator) => readJsonText(JSON.stringify(creator, null, 2));
export const textsOf = (creator: Creator): FieldsDraft => draftOf(textSchema, textOf(creator).root);
export const typedTexts = (form: FormValues): FieldsDraft => typedDraft(textSchema, form, '');

export interface OfferedPicture {
  /** Name of the form field, such as `portrait` or `logos.0`. */
  key: string;
  label: string;
  file: string;
  /** Undefined where the file has no field for it. */
  alt?: string;
  credit?: string | undefined;
  source?: string | undefined;
}

/** The portrait is a press picture, too, and stands here once. */
export function picturesOf({ portrait, banner, podcast, logos = [], headshots = [] }: Creator): OfferedPicture[] {
  const numbered = (name: string, label: string, list: typeof headshots): OfferedPicture[] =>
    list.flatMap((one, at) => (one.file === portrait?.file ? [] : [{ ...one, key: `${name}.${at}`, label }]));
  return [
    ...(portrait ? [{ ...portrait, key: 'portrait', label: 'Portrait' }] : []),
    ...(banner ? [{ ...banner, key: 'banner', label: 'Banner' }] : []),
    ...(podcast?.image ? [{ key: 'cover', label: 'Cover of the show', file: podcast.image }] : []),
    ...numbered('logos', 'Logo', logos),
    ...numbered('headshots', 'Press picture', headshots),
  ];
}

export interface OfferedList {
  title: string;
  entries: { key: string; text: string; detail: string; isUsual: boolean }[];
}

export function listsOf({ creator, findings }: Draft): OfferedList[] {
  const { themes, speaking, stats = [], links = [] } = creator;
  const list = (title: string, name: string, entries: { text: string; detail?: string; isUsual?: boolean }[]) => ({
    title,
    entries: entries.map(({ detail = '', isUsual = true, text }, at) => ({
      key: `${name}.${at}`,
      text,
      detail,
      isUsual,
    })),
  });
  const feeds = findings.found.map(({ title, url, entries, type, isAside }) => {
    const [one, many] = contentTypes[type].noun;
    return { text: title || new URL(url).hostname, detail: `${entries} ${entries === 1 ? one : many}, ${url}`, isUsual: !isAside }; // prettier-ignore
  });
  return [
    list('Feeds', 'feeds', feeds),
    list('Themes', 'themes', themes.map(({ label, keywords }) => ({ text: label, detail: keywords.join(', ') }))), // prettier-ignore
    list('Talks', 'talks', (speaking?.topics ?? []).map(({ title, durationMinutes: minutes }) => ({ text: title, detail: minutes ? `${minutes} minutes` : '' }))), // prettier-ignore
    list('Figures', 'stats', stats.map(({ label, value, asOf }) => ({ text: `${label}: ${value.toLocaleString('en')}`, detail: asOf }))), // prettier-ignore
    list('Links', 'links', links.map(({ label, url }) => ({ text: label, detail: url }))), // prettier-ignore
  ].filter(({ entries }) => entries.length > 0);
}

/** Keys of all that is taken where the creator says nothing else. */
export const usual = (draft: Draft): Set<string> =>
  new Set([
    ...picturesOf(draft.creator).map(({ key }) => key),
    ...listsOf(draft).flatMap(({ entries }) => entries.flatMap(({ key, isUsual }) => (isUsual ? [key] : []))),
  ]);

export const takenIn = (form: FormValues): Set<string> => new Set(form.take ?? []);
export const altName = (key: string): string => `alt.${key}`;

const some = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

/** The texts as they were typed, and of the rest what is taken. */
function creatorOf({ creator }: Draft, form: FormValues): Creator {
  const { root, layout } = textOf(creator);
  const typed = JSON.parse(written(textSchema, typedTexts(form), root, layout) ?? '{}') as Creator;
  const taken = takenIn(form);
  const kept = <T>(name: string, list: T[] = []): T[] => list.filter((_, at) => taken.has(`${name}.${at}`));
  const described = <T extends { alt: string }>(key: string, picture: T | undefined): T | undefined =>
    taken.has(key) && picture ? { ...picture, alt: formField(form, altName(key)).trim() } : undefined;
  const pictures = (name: string, list: NonNullable<Creator['logos']> = []) =>
    list.flatMap((one, at) => described(`${name}.${at}`, one) ?? []);
  const portrait = described('portrait', creator.portrait);
  const themes = kept('themes', creator.themes);
  const talks = kept('talks', creator.speaking?.topics);
  const { podcast, speaking } = creator;
  const isSameBio = speaking?.bio === creator.bios?.medium;
  const result = {
    ...typed,
    themes,
    topics: themes.map(({ label }) => label),
    portrait,
    banner: described('banner', creator.banner),
    logos: some(pictures('logos', creator.logos)),
    headshots: some([...(portrait ? [portrait] : []), ...pictures('headshots', creator.headshots)]),
    podcast: taken.has('cover') ? podcast : undefined,
    stats: some(kept('stats', creator.stats)),
    links: some(kept('links', creator.links)),
    speaking: speaking && talks.length > 0 ? { ...speaking, topics: talks, bio: (isSameBio && typed.bios?.medium) || speaking.bio } : undefined, // prettier-ignore
  };
  return JSON.parse(JSON.stringify(result)) as Creator;
}

export function chosenIn(draft: Draft, form: FormValues): Chosen & { problems: SchemaProblem[] } {
  const creator = creatorOf(draft, form);
  const taken = takenIn(form);
  const feeds = draft.findings.found.filter((_, at) => taken.has(`feeds.${at}`));
  const files = picturesOf(draft.creator).flatMap(({ key, file }) => (taken.has(key) ? [file] : []));
  return {
    creator,
    feeds: draftFeedsFile(feeds, formField(form, 'auto') === 'yes', draft.feeds.allowPrivateHosts),
    files: [...new Set(files)],
    problems: findFormProblems(Creator as TSchema, creator),
  };
}
