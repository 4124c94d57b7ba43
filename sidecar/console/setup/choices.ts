// Pictures, texts and lists of a draft, as offered and as chosen by the creator.
import type { TSchema } from 'typebox';
import { contentTypes } from '#contract/content-types.ts';
import { Creator } from '#contract/schemas/content-files.ts';
import type { SchemaProblem } from '#contract/validation.ts';
import { draftFeedsFile } from '../../content/first-files.ts';
import { findFormProblems } from '../../content/file-problems.ts';
import { readJsonText } from '../../content/json-text.ts';
import { formField, type FormValues } from '../page.ts';
import { type FormDraft, readDraft, selectMembers, readFormDraft, serializeDraft } from '../room/draft.ts';
import type { ConsoleTranslate } from '../messages/messages.ts';
import type { SetupDraft } from './setup.ts';
import type { SetupChoices } from './adopt-draft.ts';

/** Text fields by heading. */
export const groups = [
  {
    title: 'You and your publication',
    names: [
      'name',
      'publication',
      'oneLiner',
      'jobTitle',
      'tagline',
      'description',
      'language',
      'timeZone',
      'pronunciation',
      'pronouns',
    ],
  },
  { title: 'Bios', names: ['bios'] },
  { title: 'Contacts', names: ['pressContact', 'contacts'] },
  { title: 'Colours', names: ['accentColor', 'secondColor'] },
];

export const textSchema = selectMembers(
  Creator as TSchema,
  groups.flatMap(({ names }) => names),
);

const parseCreator = (creator: Creator) => readJsonText(JSON.stringify(creator, null, 2));
/** Colours of pictures fill the fields, since the creator sees them before they are saved. */
export const readTexts = ({ creator, findings }: SetupDraft): FormDraft => {
  const { accentColor, secondColor } = findings.proposals ?? {};
  const colours = { ...(accentColor && { accentColor }), ...(secondColor && { secondColor }) };
  return readDraft(textSchema, parseCreator({ ...colours, ...creator }).root);
};
export const readTypedTexts = (form: FormValues): FormDraft => readFormDraft(textSchema, form, '');

export interface SetupPicture {
  /** Name of the form field, such as `portrait` or `logos.0`. */
  key: string;
  label: string;
  file: string;
  /** Description of the picture; undefined if the file has no field for it. */
  alt?: string;
  credit?: string | undefined;
  source?: string | undefined;
}

/** Lists the pictures from which the creator chooses the portrait. */
export function listPortraits({ creator: { portrait }, findings }: SetupDraft): SetupPicture[] {
  const all = [...(portrait ? [portrait] : []), ...(findings.candidates ?? [])];
  const unique = [...new Map(all.map((one) => [one.file, one])).values()];
  return unique.map((one) => ({ ...one, key: one.file, label: 'Portrait' }));
}

/** Lists the pictures other than the portrait. */
export function listSetupPictures({ portrait, banner, podcast, logos = [], headshots = [] }: Creator): SetupPicture[] {
  const numbered = (name: string, label: string, list: typeof headshots): SetupPicture[] =>
    list.flatMap((one, at) => (one.file === portrait?.file ? [] : [{ ...one, key: `${name}.${at}`, label }]));
  return [
    ...(banner ? [{ ...banner, key: 'banner', label: 'Banner' }] : []),
    ...(podcast?.image ? [{ key: 'cover', label: 'Cover of the show', file: podcast.image }] : []),
    ...numbered('logos', 'Logo', logos),
    ...numbered('headshots', 'Press picture', headshots),
  ];
}

export interface SetupList {
  title: string;
  entries: { key: string; text: string; detail: string; isUsual: boolean }[];
}

/** Formats a day. A month or a time stays as it is. */
const dayText = (t: ConsoleTranslate, date: string): string => (/^\d{4}-\d\d-\d\d$/.test(date) ? t.day(date) : date);

export function buildSetupLists({ creator, timeline, findings }: SetupDraft, t: ConsoleTranslate): SetupList[] {
  const { themes, members = [], speaking, stats = [], links = [] } = creator;
  const list = (title: string, name: string, entries: { text: string; detail?: string; isUsual?: boolean }[]) => ({
    title,
    entries: entries.map(({ detail = '', isUsual = true, text }, at) => ({
      key: `${name}.${at}`,
      text,
      detail,
      isUsual,
    })),
  });
  const feeds = findings.found.map(({ title, url, entries, type, isAside }) => ({
    text: title || new URL(url).hostname,
    detail: [t.any(contentTypes[type].name), t.count('1 entry', '{count} entries', entries), url].join(', '),
    isUsual: !isAside,
  }));
  const talks = (speaking?.topics ?? []).map(({ title, durationMinutes: minutes }) => ({
    text: title,
    detail: minutes ? t.count('One minute', '{count} minutes', minutes) : '',
  }));
  const figures = stats.map(({ label, value, asOf }) => ({
    text: `${label}: ${t.number(value)}`,
    detail: dayText(t, asOf),
  }));
  const toEntry = ({ label, keywords }: Creator['themes'][number]) => ({ text: label, detail: keywords.join(', ') });
  const themeEntries = themes.map(toEntry);
  const proposedEntries = (findings.proposals?.themes ?? []).map((theme) => ({ ...toEntry(theme), isUsual: false }));
  const memberEntries = members.map(({ name, bio }) => ({ text: name, ...(bio && { detail: bio }) }));
  const dates = timeline.entries.map(({ title, date, location }) => ({
    text: title,
    detail: [dayText(t, date), location].filter(Boolean).join(', '),
  }));
  const linkEntries = links.map(({ label, url }) => ({ text: label, detail: url }));
  return [
    list('Feeds', 'feeds', feeds),
    list('Themes', 'themes', themeEntries),
    list('Suggested themes, from frequent words of your titles', 'proposed', proposedEntries),
    list('Members', 'members', memberEntries),
    list('Dates and releases', 'dates', dates),
    list('Talks on offer', 'talks', talks),
    list('Figures', 'stats', figures),
    list('Links', 'links', linkEntries),
  ].filter(({ entries }) => entries.length > 0);
}

/** Returns the keys that are selected by default. */
export const defaultChoices = (draft: SetupDraft, t: ConsoleTranslate): Set<string> =>
  new Set([
    ...listSetupPictures(draft.creator).map(({ key }) => key),
    ...buildSetupLists(draft, t).flatMap(({ entries }) =>
      entries.flatMap(({ key, isUsual }) => (isUsual ? [key] : [])),
    ),
  ]);

export const readChoices = (form: FormValues): Set<string> => new Set(form.take ?? []);
export const readPortraitFile = (form: FormValues): string => formField(form, 'portrait');
export const altName = (key: string): string => `alt.${key}`;

const unlessEmpty = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);

/** Returns the selected talks. An introduction that was the medium bio follows changes of that bio. */
function chooseSpeaking(
  { speaking, bios }: Creator,
  talks: NonNullable<Creator['speaking']>['topics'],
  mediumBio: string | undefined,
): Creator['speaking'] {
  if (!speaking || talks.length === 0) return undefined;
  const isSameBio = speaking.bio === bios?.medium;
  return { ...speaking, topics: talks, bio: (isSameBio && mediumBio) || speaking.bio };
}

/** Builds creator.json from the submitted texts and the selected entries. */
function choosePortrait(draft: SetupDraft, form: FormValues): Creator['portrait'] {
  const file = readPortraitFile(form);
  const { portrait } = draft.creator;
  if (portrait?.file === file) return portrait;
  const candidate = draft.findings.candidates?.find((one) => one.file === file);
  return candidate && { file, alt: candidate.alt || draft.creator.name, source: candidate.source };
}

function buildCreator(draft: SetupDraft, form: FormValues): Creator {
  const { creator, findings } = draft;
  const { root, layout } = parseCreator(creator);
  const typedTexts = JSON.parse(serializeDraft(textSchema, readTypedTexts(form), root, layout) ?? '{}') as Creator;
  const chosenNames = readChoices(form);
  const keepChosen = <T>(name: string, list: T[] = []): T[] => list.filter((_, at) => chosenNames.has(`${name}.${at}`));
  const described = <T extends { alt: string }>(key: string, picture: T | undefined): T | undefined =>
    chosenNames.has(key) && picture ? { ...picture, alt: formField(form, altName(key)).trim() } : undefined;
  const pictures = (name: string, list: NonNullable<Creator['logos']> = []) =>
    list.flatMap((one, at) => described(`${name}.${at}`, one) ?? []);
  const portrait = choosePortrait(draft, form);
  const themes = [...keepChosen('themes', creator.themes), ...keepChosen('proposed', findings.proposals?.themes)];
  const talks = keepChosen('talks', creator.speaking?.topics);
  const result = {
    ...typedTexts,
    themes,
    topics: themes.map(({ label }) => label),
    portrait,
    banner: described('banner', creator.banner),
    logos: unlessEmpty(pictures('logos', creator.logos)),
    headshots: unlessEmpty([...(portrait ? [portrait] : []), ...pictures('headshots', creator.headshots)]),
    podcast: chosenNames.has('cover') ? creator.podcast : undefined,
    stats: unlessEmpty(keepChosen('stats', creator.stats)),
    members: unlessEmpty(keepChosen('members', creator.members)),
    links: unlessEmpty(keepChosen('links', creator.links)),
    speaking: chooseSpeaking(creator, talks, typedTexts.bios?.medium),
  };
  return JSON.parse(JSON.stringify(result)) as Creator;
}

export function readSetupForm(draft: SetupDraft, form: FormValues): SetupChoices & { problems: SchemaProblem[] } {
  const creator = buildCreator(draft, form);
  const chosenNames = readChoices(form);
  const feeds = draft.findings.found.filter((_, at) => chosenNames.has(`feeds.${at}`));
  const files = listSetupPictures(draft.creator).flatMap(({ key, file }) => (chosenNames.has(key) ? [file] : []));
  if (creator.portrait) files.push(creator.portrait.file);
  return {
    creator,
    timeline: { entries: draft.timeline.entries.filter((_, at) => chosenNames.has(`dates.${at}`)) },
    feeds: draftFeedsFile(feeds, formField(form, 'auto') === 'yes', draft.feeds.allowPrivateHosts),
    files: [...new Set(files)],
    problems: findFormProblems(Creator as TSchema, creator),
  };
}
