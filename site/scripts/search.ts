// Searches in the page if no sidecar inserted results. Pagefind loads only the parts of the index that the words need.
import { alternativeForms, parseQuery, type Term } from '#domain/search/query.ts';
import { foldWord, toIndexText } from '#domain/search/words.ts';

interface Text {
  /** Address with `date`, `type` and `language` as its query. */
  url: string;
  /** HTML in which all tags are marks. */
  excerpt: string;
  meta: { title: string };
}

interface Result {
  id: string;
  score: number;
  data: () => Promise<Text>;
}

interface Pagefind {
  options: (options: object) => Promise<void>;
  mergeIndex: (path: string, options?: object) => Promise<void>;
  /** Searches the index. Words in quotes match only words with the same stem. */
  search: (words: string) => Promise<{ results: Result[] }>;
}

const perPage = 20;
const results = document.getElementById('results')!;
const words = document.getElementById('words-of-results')!.dataset as Record<string, string>;
const types: Record<string, string> = JSON.parse(words.types!);
const query = new URLSearchParams(location.search).get('q')?.trim();

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name);
  created.className = className;
  created.append(...children);
  return created;
}

/** Parses an excerpt. The parser runs and loads nothing. */
const parseExcerpt = (excerpt: string): HTMLElement => new DOMParser().parseFromString(excerpt, 'text/html').body;

/** Renders an excerpt with only text and marks. */
function passage(excerpt: string): HTMLElement {
  const parts = [...parseExcerpt(excerpt).childNodes].map((node) =>
    node.nodeName === 'MARK' ? element('mark', '', node.textContent!) : node.textContent!,
  );
  return Object.assign(element('p', 'row-summary', ...parts), { dir: 'auto' });
}

function row({ url, excerpt, meta }: Text): HTMLElement {
  const { pathname, searchParams, hash } = new URL(url, location.href);
  const date = searchParams.get('date')!;
  const type = searchParams.get('type')!;
  const link = element('a', '', meta.title);
  link.href = pathname + hash;
  link.dir = 'auto';
  const time = element('time', '', new Date(date).toLocaleDateString(document.documentElement.lang, dateFormat));
  time.dateTime = date;
  const facts = element('p', 'facts', time, element('span', '', types[type] ?? ''));
  const text = element('div', 'row-text', facts, element('h2', 'row-title', link), passage(excerpt));
  const item = element('li', 'row', text);
  item.lang = searchParams.get('language')!;
  return item;
}

const dateFormat = { dateStyle: 'long', timeZone: 'UTC' } as const;

/** Loads the program from the first bundle and adds the other bundles to its index. */
async function openPagefind(bundles: string[]): Promise<Pagefind> {
  const pagefind = (await import(/* @vite-ignore */ `${bundles[0]}/pagefind.js`)) as Pagefind;
  await pagefind.options({ excerptLength: 40, noWorker: true });
  await Promise.all(bundles.slice(1).map((bundle) => pagefind.mergeIndex(bundle)));
  return pagefind;
}

interface SearchOutcome {
  results: Result[];
  /** True if no text contains all words and these contain some of them. */
  isPart: boolean;
}

/** Number of texts that are checked for words with the given prefix. */
const maxChecked = 40;

const markedWords = ({ excerpt }: Text): string[] =>
  [...parseExcerpt(excerpt).querySelectorAll('mark')].map((mark) => mark.textContent!);

/**
 * Finds texts with words that start with the given one. Without quotes, Pagefind returns shorter words if there are
 * none, which are removed here.
 */
async function searchPrefix(pagefind: Pagefind, word: string): Promise<Result[]> {
  const candidates = (await pagefind.search(word)).results.slice(0, maxChecked);
  const texts = await Promise.all(candidates.map(({ data }) => data()));
  return candidates.filter((_, i) => markedWords(texts[i]!).some((mark) => foldWord(mark).startsWith(word)));
}

/**
 * Finds texts with a word or phrase in any spelling. Quotes exclude similar words, but Pagefind finds nothing in quotes
 * in scripts without spaces.
 */
async function searchTerm(pagefind: Pagefind, term: Term): Promise<Map<string, Result>> {
  const words = term.words.join(' ');
  const quote = toIndexText(term.text) === term.text ? '"' : '';
  const forms = new Set([
    term.text.replaceAll('"', ''),
    words,
    ...(term.isQuoted ? [] : alternativeForms(term, () => [])),
  ]);
  const outcomes = await Promise.all([...forms].map((form) => pagefind.search(quote + form + quote)));
  const results = outcomes.flatMap((outcome) => outcome.results);
  const longer = results.length === 0 && term.mayContinue ? await searchPrefix(pagefind, words) : [];
  return new Map([...results, ...longer].map((result) => [result.id, result]));
}

/** Searches like the sidecar: texts with every word or phrase, or texts with some of them if there are none. */
async function find(pagefind: Pagefind, terms: Term[]): Promise<SearchOutcome> {
  const { results } = await pagefind.search(terms.flatMap(({ words }) => words).join(' '));
  const whole = new Map(results.map((result) => [result.id, result]));
  const each = await Promise.all(terms.map((term) => searchTerm(pagefind, term)));
  const counts = new Map<string, number>();
  for (const id of each.flatMap((found) => [...found.keys()])) counts.set(id, (counts.get(id) ?? 0) + 1);
  const best = [...counts].sort(
    ([one, n], [other, m]) => m - n || (whole.get(other)?.score ?? 0) - (whole.get(one)?.score ?? 0),
  );
  const isPart = best[0]?.[1] !== terms.length;
  const resultOf = (id: string) => whole.get(id) ?? each.find((found) => found.has(id))!.get(id)!;
  return { results: best.filter(([, n]) => isPart || n === terms.length).map(([id]) => resultOf(id)), isPart };
}

function message(text: string): HTMLElement {
  const [before = '', after = ''] = text.split('{query}');
  return element('p', 'quiet', before, ...(text.includes('{query}') ? [element('q', '', query!)] : []), after);
}

async function showMore(found: Result[], list: HTMLElement, from: number): Promise<void> {
  list.append(...(await Promise.all(found.slice(from, from + perPage).map(({ data }) => data()))).map(row));
  if (from + perPage >= found.length) return;
  const more = element('button', 'button', words.more!);
  more.type = 'button';
  more.addEventListener('click', () => {
    more.remove();
    void showMore(found, list, from + perPage);
  });
  results.append(more);
}

async function searchHere(bundles: string[]): Promise<void> {
  const state = message(words.busy!);
  state.role = 'status';
  results.append(state);
  const terms = parseQuery(query!, results.dataset.language!);
  if (typeof terms === 'string') return void (state.textContent = words[terms]!);
  try {
    const { results: found, isPart } = await find(await openPagefind(bundles), terms);
    const count = found.length;
    const text = count === 0 ? words.none! : count === 1 ? words.one! : words.other!;
    state.replaceChildren(...message(text.replace('{count}', String(count))).childNodes);
    if (isPart && count > 0) results.append(message(words.any!));
    const list = element('ol', 'rows');
    results.append(list);
    await showMore(found, list, 0);
  } catch {
    state.textContent = words.broken!;
  }
}

if (query && results.childElementCount === 0) {
  for (const id of ['words', 'search-words']) (document.getElementById(id) as HTMLInputElement).value = query;
  const bundles = results.dataset.bundles!.split(' ').filter(Boolean);
  if (bundles.length > 0) void searchHere(bundles);
}
