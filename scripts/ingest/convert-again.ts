// Converts known entries again after an upgrade, since a new version of the program may convert them differently.
// The texts at the source are the same, so nothing goes back to review.
import { listTitles, type Notice } from '#contract/notices.ts';
import { plainTextOfMarkdown } from '#domain/search/plain-text.ts';
import program from '#package.json' with { type: 'json' };
import type { ItemFile } from '#domain/items/item-file.ts';
import { replaceSourceValues } from '../../sidecar/content/proposal.ts';
import { readItemValues } from '../../sidecar/content/source-version.ts';
import type { StoredCopies } from './arrive.ts';
import { changeCopies } from './moved-host.ts';
import { shorten } from './normalise/plain-text.ts';

/** Version of the conversion. The last number goes up if the conversion changes before the next release. */
export const conversion = `${program.version} 1`;

/** Fields that the conversion may remove. Others may come from pages or chapters files, which are not read again. */
const removableFields = ['summary', 'body', 'access'];

/** Replaces the texts of copies that have the same source version as `incoming`. Other copies are unchanged. */
export const convertCopies = (copies: StoredCopies, incoming: ItemFile, now: string): StoredCopies =>
  changeCopies(copies, now, (file) => convertFile(file, incoming));

function convertFile(file: ItemFile, incoming: ItemFile): ItemFile {
  if (file.item.source?.hash !== incoming.item.source!.hash) return file;
  const { type, kind, date: _, endDate: __, ...values } = readItemValues(incoming);
  const isSameKind = file.item.type === type && file.item.kind === kind;
  const converted = isSameKind ? values : { title: values['title'] };
  for (const name of removableFields) converted[name] = values[name];
  return replaceSourceValues(file, converted);
}

const readWords = ({ item: { title }, body }: ItemFile): string =>
  `${title} ${plainTextOfMarkdown(body)}`.split(/\s+/).join(' ').trim();

/** Returns true if readers see other words in the published item than before. */
export const hasOtherWords = ({ published: before }: StoredCopies, { published: after }: StoredCopies): boolean =>
  before !== undefined && after !== undefined && before !== after && readWords(before) !== readWords(after);

const maxNamed = 5;

/** Describes published items whose words changed, so that the creator can look at them. */
export function conversionNotices(titles: string[]): Notice[] {
  const shortTitles = titles.map((title) => shorten(title, 80));
  const details = { count: titles.length, titles: listTitles(shortTitles, maxNamed) };
  return titles.length > 0 ? [{ code: 'texts_reworded', details }] : [];
}
