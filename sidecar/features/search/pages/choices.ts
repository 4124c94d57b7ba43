// Filters next to search results: links for the types and years that have results.
import { type ItemType, itemTypes } from '#contract/content-types.ts';
import { escapeMarkup } from '#domain/text/markup.ts';
import { searchPage } from '#domain/live-pages.ts';
import type { Translate } from '#domain/messages/messages.ts';
import type { ReleaseIndex } from '#sidecar/release/release.ts';

export interface SearchRequest {
  q: string;
  offset: number;
  type?: ItemType;
  year?: number;
}

/** Returns the path of a page of results. */
export function searchHref({ q, type, year }: Omit<SearchRequest, 'offset'>, offset = 0): string {
  const fields = { q, ...(type && { type }), ...(year && { year }), ...(offset > 0 && { offset }) };
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value)]);
  return `${searchPage.path}?${new URLSearchParams(texts)}`;
}

export interface ResultCounts {
  types: Map<ItemType, number>;
  years: Map<number, number>;
}

/** Creates counts by type and year. `add` counts the item at a position and returns true. */
export function resultCounter({
  visible,
}: Pick<ReleaseIndex, 'visible'>): ResultCounts & { add: (position: number) => true } {
  const counts: ResultCounts = { types: new Map(), years: new Map() };
  const increment = <T>(map: Map<T, number>, key: T) => map.set(key, (map.get(key) ?? 0) + 1);
  const add = (position: number): true => {
    increment(counts.types, itemTypes[visible.types[position]!]!);
    increment(counts.years, Math.floor(visible.days[position]! / 10_000));
    return true;
  };
  return { ...counts, add };
}

type Choice = { label: string; count: number | undefined; href: string; isCurrent: boolean };

const renderChoices = (id: string, title: string, choices: Choice[]): string =>
  `<div><h2 id="choose-${id}">${title}</h2><ul aria-labelledby="choose-${id}">${choices
    .map(
      ({ label, count, href, isCurrent }) =>
        `<li><a href="${escapeMarkup(href)}"${isCurrent ? ' aria-current="page"' : ''}>${label}${count === undefined ? '' : ` (${count})`}</a></li>`,
    )
    .join('')}</ul></div>`;

/** Renders the filters, or nothing if there is only one type and year. */
export function choicesHtml(t: Translate, request: SearchRequest, { types, years }: ResultCounts): string {
  const all = { label: t('filter.all'), count: undefined };
  const byType = itemTypes.flatMap((type): Choice[] => {
    const count = types.get(type);
    const isCurrent = request.type === type;
    return count ? [{ label: t(`type.${type}`), count, href: searchHref({ ...request, type }), isCurrent }] : [];
  });
  const byYear = [...years]
    .sort(([a], [b]) => b - a)
    .map(([year, count]): Choice => {
      return { label: String(year), count, href: searchHref({ ...request, year }), isCurrent: request.year === year };
    });
  const { q, type, year } = request;
  const anyType = { ...all, href: searchHref({ q, ...(year && { year }) }), isCurrent: !type };
  const anyYear = { ...all, href: searchHref({ q, ...(type && { type }) }), isCurrent: !year };
  const parts = [
    byType.length > 1 || type ? renderChoices('type', t('search.type'), [anyType, ...byType]) : '',
    byYear.length > 1 || year ? renderChoices('year', t('filter.years'), [anyYear, ...byYear]) : '',
  ].filter(Boolean);
  return parts.length > 0 ? `<nav class="choices" aria-label="${t('filter')}">${parts.join('')}</nav>` : '';
}
