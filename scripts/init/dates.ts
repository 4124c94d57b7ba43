// Drafts timeline.json from the events, albums, books and works that the pages of a site state.
import type { TimelineFile } from '#contract/schemas/content-files.ts';
import { plainName } from '#domain/names.ts';
import { omitUndefined } from '#domain/omit-undefined.ts';
import { parseLocalDate } from '../ingest/normalise/dates.ts';
import type { Discovery } from './discover.ts';
import type { Entity } from './json-ld.ts';

type Entry = TimelineFile['entries'][number];
export interface DatesContext {
  /** Names of the creator, the publication and the members. */
  names: string[];
  language: string;
  /** Date of today in ISO 8601. */
  today: string;
}

const maxEntries = 100;
const kinds: [Entry['kind'], RegExp][] = [
  ['event', /Event$|^Festival$/],
  ['release', /^(MusicAlbum|Book|Audiobook)$/],
  ['publication', /^(ScholarlyArticle|Report|Thesis)$/],
  ['work', /^(VisualArtwork|Painting|Photograph|Sculpture|Drawing)$/],
];

/** Lists dated entries of JSON-LD, and rows of tables and lists with a date that is still to come. */
export function draftTimeline({ pages, asides }: Discovery, context: DatesContext): Entry[] {
  const all = [...pages, ...asides];
  const statedDates = all.flatMap(({ entities }) => entities.flatMap((entity) => readEntity(entity, context)));
  const rows = all.flatMap(({ url, people }) => people.rows.flatMap((cells) => readRow(cells, url, context)));
  const days = new Set(statedDates.map(({ date }) => date));
  const entries = [...statedDates, ...rows.filter(({ date }) => !days.has(date))];
  const unique = new Map(entries.map((entry) => [`${entry.date} ${plainName(entry.title)}`, entry]));
  return [...unique.values()].toSorted((one, other) => other.date.localeCompare(one.date)).slice(0, maxEntries);
}

const dayOf = (text: string | undefined): string | undefined => /^\d{4}-\d\d-\d\d/.exec(text ?? '')?.[0];

const laterDay = (day: string | undefined, date: string): string | undefined =>
  day !== undefined && day > date ? day : undefined;

/** Returns nothing for the work of somebody else, such as a book that the page reviews. */
function readEntity({ types, name, authors, ...entity }: Entity, { names }: DatesContext): Entry[] {
  const kind = kinds.find(([, pattern]) => types.some((type) => pattern.test(type)))?.[0];
  const date = dayOf(kind === 'event' ? entity.startDate : entity.published);
  const own = names.map(plainName);
  const isOthers = authors.length > 0 && !authors.some((author) => own.includes(plainName(author)));
  if (!kind || !date || isOthers) return [];
  return [
    omitUndefined({
      title: name,
      date,
      endDate: laterDay(dayOf(entity.endDate), date),
      kind,
      description: entity.price,
      url: entity.url,
      location: entity.place,
    }),
  ];
}

const japaneseDay = /^\d{4}年\d{1,2}月\d{1,2}日/;
/** Days of one month, as in `5–20 December 2026`. */
const dayRange = /^(\D{0,12}\d{1,2})\.?\s?[–—-]\s?(\d{1,2})(?=[.,\s]\D)/;
/** Last day behind a date, as in `2026年12月5日〜20日`. */
const lastDay = /^\s*[〜～~–—-]\s*(\d{1,2})日/;
const maxDateWords = 5;

/** Finds the first and the last day at the beginning of a text and returns them with the rest. */
function splitDate(
  written: string,
  language: string,
): { date: string; endDate?: string | undefined; rest: string } | undefined {
  const range = dayRange.exec(written);
  const text = written.replace(dayRange, '$1');
  const words = text.split(/(?<=\s)/).slice(0, maxDateWords);
  const starts = words.map((_, at) => words.slice(0, at + 1).join(''));
  for (const start of [...(japaneseDay.exec(text) ?? []), ...starts]) {
    const date = /\d{4}/.test(start) && parseLocalDate(start.replace(/[\s:–—,-]+$/, ''), { language })?.slice(0, 10);
    if (!date) continue;
    const after = text.slice(start.length);
    const last = range?.[2] ?? lastDay.exec(after)?.[1];
    const endDate = last && laterDay(`${date.slice(0, 8)}${last.padStart(2, '0')}`, date);
    return omitUndefined({ date, endDate, rest: after.replace(lastDay, '').replace(/^[\s:–—,-]+/, '') });
  }
  return undefined;
}

/** Returns an event for a row such as `12 December 2026 | The Harbour Hall | Brest`, unless it is past. */
function readRow(cells: string[], url: string, { language, today }: DatesContext): Entry[] {
  for (const [at, cell] of cells.entries()) {
    const start = splitDate(cell, language);
    if (!start || start.date < today) continue;
    const { rest, ...days } = start;
    const title = [...cells.slice(0, at), rest, ...cells.slice(at + 1)].filter(Boolean).join(' · ');
    return title ? [{ title: title.slice(0, 200), ...days, kind: 'event', url }] : [];
  }
  return [];
}
