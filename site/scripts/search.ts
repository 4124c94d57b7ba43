// Searches in the page where no sidecar wrote results in: with Pagefind, which loads of the index what the words need.

interface Text {
  url: string;
  /** HTML whose only tags are marks. */
  excerpt: string;
  meta: { title: string; date: string; type: string; language: string };
}

interface Result {
  id: string;
  score: number;
  data: () => Promise<Text>;
}

interface Pagefind {
  options: (options: object) => Promise<void>;
  mergeIndex: (path: string, options?: object) => Promise<void>;
  /** Words in quotes match words with the same stem, and no similar ones. */
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
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

/** The parser runs nothing and loads nothing; of what it made, text and marks are taken. */
function passage(excerpt: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(excerpt, 'text/html');
  const parts = [...body.childNodes].map((node) =>
    node.nodeName === 'MARK' ? element('mark', '', node.textContent!) : node.textContent!,
  );
  return element('p', 'row-summary', ...parts);
}

function row({ url, excerpt, meta }: Text): HTMLElement {
  const link = element('a', '', meta.title);
  link.href = url;
  const time = element('time', '', new Date(meta.date).toLocaleDateString(document.documentElement.lang, shape));
  time.dateTime = meta.date;
  const facts = element('p', 'facts', time, element('span', '', types[meta.type] ?? ''));
  const text = element('div', 'row-text', facts, element('h2', 'row-title', link), passage(excerpt));
  const made = element('li', 'row', text);
  made.lang = meta.language;
  return made;
}

const shape = { dateStyle: 'long', timeZone: 'UTC' } as const;

/** The first bundle brings the program, the others join its index. */
async function open(bundles: string[]): Promise<Pagefind> {
  const pagefind = (await import(/* @vite-ignore */ `${bundles[0]}/pagefind.js`)) as Pagefind;
  await pagefind.options({ excerptLength: 40, noWorker: true });
  await Promise.all(bundles.slice(1).map((bundle) => pagefind.mergeIndex(bundle)));
  return pagefind;
}

interface Found {
  results: Result[];
  /** No text has them all, so these have some of the words. */
  isPart: boolean;
}

/**
 * As the sidecar searches: texts with every word or phrase, otherwise with some. Each is asked for by itself, in quotes, since of a
 * word that a bundle lacks Pagefind finds similar ones, or ignores it.
 */
async function find(pagefind: Pagefind, query: string): Promise<Found> {
  const parts = query.match(/"[^"]+"|[^\s"]+/g) ?? [];
  const search = async (asked: string) => (await pagefind.search(asked)).results;
  const [whole, ...each] = await Promise.all([
    search(query.replaceAll('"', '')),
    ...parts.map((part) => search(`"${part.replaceAll('"', '')}"`)),
  ]);
  const having = Map.groupBy(each.flat(), ({ id }) => id);
  const withAll = whole!.filter(({ id }) => having.get(id)?.length === parts.length);
  if (withAll.length > 0) return { results: withAll, isPart: false };
  const most = (a: Result[], b: Result[]) => b.length - a.length || b[0]!.score - a[0]!.score;
  return { results: [...having.values()].sort(most).map(([first]) => first!), isPart: true };
}

function say(text: string): HTMLElement {
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
  const state = say(words.busy!);
  state.role = 'status';
  results.append(state);
  try {
    const { results: found, isPart } = await find(await open(bundles), query!);
    const count = found.length;
    const text = count === 0 ? words.none! : count === 1 ? words.one! : words.other!;
    state.replaceChildren(...say(text.replace('{count}', String(count))).childNodes);
    if (isPart && count > 0) results.append(say(words.any!));
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
