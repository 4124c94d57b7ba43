// Filters a long list while the visitor types. Titles are loaded at the first focus. Enter searches the texts.
import { separateNumbers } from '#domain/text/notation.ts';

type Line = [title: string, href: string, day: string, words: string, state?: string];

const form = document.querySelector<HTMLFormElement>('[data-titles]')!;
const input = form.querySelector<HTMLInputElement>('[type="search"]')!;
const count = form.querySelector<HTMLElement>('[role="status"]')!;
const list = document.querySelector<HTMLElement>('.found')!;
const others = [...list.parentElement!.querySelectorAll<HTMLElement>('.band, .pager')];
const maxMatches = 100;

let loading: Promise<Line[]> | undefined;
const read = async <T>(address: string): Promise<T> => (await fetch(address)).json() as Promise<T>;
const readAll = async () => (await Promise.all((await read<string[]>(form.dataset.titles!)).map(read<Line[]>))).flat();
const lines = () => (loading ??= readAll());

const normalizeText = (text: string) =>
  separateNumbers(text).normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

function lineRow([title, href, day, , state]: Line): HTMLElement {
  const row = document.createElement('li');
  row.className = 'row';
  const text = Object.assign(document.createElement('div'), { className: 'row-text' });
  const date = new Date(day).toLocaleDateString(document.documentElement.lang, { dateStyle: 'long', timeZone: 'UTC' });
  const label = [date, state].filter(Boolean).join(' · ');
  const time = Object.assign(document.createElement('time'), { className: 'quiet', dateTime: day, textContent: label });
  const link = Object.assign(document.createElement('a'), { href, textContent: title, dir: 'auto' });
  const heading = Object.assign(document.createElement('h3'), { className: 'row-title' });
  heading.append(link);
  text.append(time, heading);
  row.append(text);
  return row;
}

async function find(): Promise<void> {
  const words = normalizeText(input.value).split(/\s+/).filter(Boolean);
  const titles = words.length > 0 ? await lines() : [];
  const matches = titles.filter(([title, , , more]) => {
    const text = normalizeText(`${title} ${more}`);
    return words.every((word) => text.includes(word));
  });
  list.replaceChildren(...matches.slice(0, maxMatches).map(lineRow));
  list.hidden = words.length === 0;
  for (const other of others) other.hidden = words.length > 0;
  count.textContent = words.length > 0 ? count.dataset.found!.replace('{count}', String(matches.length)) : '';
}

input.addEventListener('focus', () => void lines(), { once: true });
input.addEventListener('input', () => void find());
if (input.value) void find();
export {};
