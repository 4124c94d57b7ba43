// The full-text index of a release as one SQLite file: its tables, and how it is brought up to date with the content.
//
// The text of an item lies in the index as it was read, so that passages are cut from it; beside it lie all words with
// their stems, so that a query finds every form. Only items whose key changed are written; the ranks are the same as those
// of an index that was made anew.
import type { Segment } from '#contract/schemas/transcripts.ts';
import type { TextField } from '#contract/schemas/search.ts';
import type { Passage } from './passages.ts';
import type { Voices } from './voices.ts';
import type { Stem } from './stems.ts';
import { folded, parted, unparted, unspaced, wordCharacters, wordsOf } from './words.ts';

/** What the index needs of node:sqlite's DatabaseSync. */
export interface IndexDatabase {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...values: (string | number | bigint)[]): { lastInsertRowid: number | bigint };
    all(...values: (string | number | bigint)[]): unknown[];
  };
}

/** What may be found of an item. */
export interface IndexedText {
  id: string;
  /** Equal keys mean equal texts. */
  key: string;
  /** Whether a page of the media room shows the text. */
  hasPage: boolean;
  title: string;
  /** Labels of themes, and keywords, one a line. */
  themes: string;
  /** Guests, and an author who is not the creator, one a line. */
  people: string;
  summary: string;
  /** Plain, a block a line. */
  body: string;
  transcript: Segment[];
  origin: Origin;
}

/** Who said the texts, and where the recording is. */
export interface Origin {
  /** The author of the written texts, apart from the passages of others; absent if nobody in particular wrote them. */
  author?: string;
  voices: Voices;
  /** Passages of the written texts that are not their author's words. */
  others?: Partial<Record<TextField, Passage[]>>;
  /** The recording. */
  mediaUrl?: string;
  /** RFC 3339. */
  approvedAt?: string;
}

export type Fresh = Pick<IndexedText, 'id' | 'key'> & { text: () => IndexedText };

/** In the folder of a release: what everybody may find. */
export const textsFile = 'private/texts.db';
/** The texts that have a price, where any has one: asked only for who paid. */
export const pricedTextsFile = 'private/priced-texts.db';

/** Columns of the index, in the order of `weights`. */
export const columns = ['title', 'themes', 'people', 'summary', 'body', 'transcript'] as const;
/** A word in the title counts as ten in the text. */
export const weights = [10, 8, 8, 4, 1, 1];

const schema = `
  create table origin (salt text not null);
  create table items (
    row integer primary key, id text not null unique, key text not null, hasPage integer not null, segments text not null,
    origin text not null
  );
  create virtual table texts using fts5(${columns.join(', ')},
    tokenize = "unicode61 remove_diacritics 2 categories '${wordCharacters}'");
  create virtual table words using fts5vocab(texts, row);
  create table forms (word text primary key, stem text not null, shown text not null) without rowid;
  create index stems on forms (stem, word);
  insert into texts (texts, rank) values ('secure-delete', 1);`;

/** Where each segment begins: characters before it in the transcript's text, then seconds, and who speaks. */
export type SegmentStart = [at: number, startSeconds: number, endSeconds: number, speaker?: string];

function joined(segments: Segment[]): { text: string; starts: SegmentStart[] } {
  let text = '';
  const starts = segments.map(({ start, end, text: said, speaker }): SegmentStart => {
    const at = text.length;
    text += `${said}\n`;
    return speaker ? [at, start, end, speaker] : [at, start, end];
  });
  return { text: text.trimEnd(), starts };
}

/** Creates the tables, also in place of an index made by other rules. Gives whether it did. */
function begin(database: IndexDatabase, salt: string): boolean {
  const tables = database.prepare(
    `select name from sqlite_schema where name in ('origin', 'items', 'texts', 'words', 'forms')`,
  );
  const names = tables.all().map((row) => (row as { name: string }).name);
  if (names.includes('origin') && database.prepare('select 1 from origin where salt = ?').all(salt).length > 0)
    return false;
  for (const name of names) database.exec(`drop table ${name}`);
  database.exec(schema);
  database.prepare('insert into origin values (?)').run(salt);
  return true;
}

interface Known {
  row: number;
  id: string;
  key: string;
}

/** What the index has of the items with these ids, or of all items. */
function knownItems(database: IndexDatabase, ids?: string[]): Map<string, Known> {
  const one = database.prepare('select row, id, key from items where id = ?');
  const rows = ids ? ids.flatMap((id) => one.all(id)) : database.prepare('select row, id, key from items').all();
  return new Map((rows as Known[]).map((known) => [known.id, known]));
}

const isUnspaced = new RegExp(`[${unspaced}]`, 'u');

/** Letters of scripts without spaces are words that have one form. */
function addForms(database: IndexDatabase, stem: Stem): (text: string) => void {
  const add = database.prepare('insert or ignore into forms (word, stem, shown) values (?, ?, ?)');
  const known = new Set<string>();
  return (text) => {
    for (const shown of wordsOf(text)) {
      const word = folded(shown);
      if (known.has(word) || isUnspaced.test(word)) continue;
      known.add(word);
      add.run(word, stem(word), shown.toLowerCase());
    }
  };
}

/**
 * `wanted` is everything that the index shall hold, and all else is removed. With `gone`, which are ids, `wanted` is only what
 * was added or changed.
 */
export interface IndexChange {
  wanted: Fresh[];
  gone?: string[] | undefined;
}

/** Removes rows, and at the end the forms of words that no text has any more. */
function remover(database: IndexDatabase) {
  const textsOf = database.prepare(`select ${columns.join(', ')} from texts where rowid = ?`);
  const [text, item] = ['texts where rowid', 'items where row'].map((from) =>
    database.prepare(`delete from ${from} = ?`),
  );
  const lost = new Set<string>();
  return {
    remove: (row: number): void => {
      // A row number is bound as bigint: FTS5 overlooks a number that is not an integer.
      const [texts = {}] = textsOf.all(BigInt(row)) as Record<string, string>[];
      const words = Object.values(texts).flatMap((one) => wordsOf(unparted(one)));
      for (const word of words) lost.add(folded(word));
      text!.run(BigInt(row));
      item!.run(BigInt(row));
    },
    removeForms: (): void => {
      const found = database.prepare('select 1 from words where term = ?');
      const form = database.prepare('delete from forms where word = ?');
      for (const word of lost) if (found.all(word).length === 0) form.run(word);
    },
  };
}

/** `salt` stands for all that shapes the texts beside their keys. */
export function updateIndex(database: IndexDatabase, salt: string, { wanted, gone }: IndexChange, stem: Stem): void {
  // Deleted text must not remain in free pages: the file is part of every release.
  database.exec('pragma secure_delete = on; begin');
  if (begin(database, salt) && gone) throw new Error('the index was not made by these rules');
  const known = knownItems(database, gone && [...gone, ...wanted.map(({ id }) => id)]);
  const { remove, removeForms } = remover(database);
  const ids = new Set(wanted.map(({ id }) => id));
  for (const { id, row } of known.values()) if (!ids.has(id)) remove(row);
  const addItem = database.prepare('insert into items (id, key, hasPage, segments, origin) values (?, ?, ?, ?, ?)');
  const addTexts = database.prepare(
    `insert into texts (rowid, ${columns.join(', ')}) values (${[0, ...columns].map(() => '?').join(', ')})`,
  );
  const learn = addForms(database, stem);
  for (const { id, key, text } of wanted) {
    const before = known.get(id);
    if (before?.key === key) continue;
    if (before) remove(before.row);
    const { hasPage, title, themes, people, summary, body, transcript, origin } = text();
    const spoken = joined(transcript);
    const facts = [spoken.starts, origin].map((value) => JSON.stringify(value));
    const { lastInsertRowid: row } = addItem.run(id, key, Number(hasPage), ...facts);
    const texts = [title, themes, people, summary, body, spoken.text];
    addTexts.run(BigInt(row), ...texts.map(parted));
    texts.forEach(learn);
  }
  removeForms();
  database.exec('commit');
}
