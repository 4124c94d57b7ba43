// The full-text indexes of a release in SQLite: tables and updates.
//
// An index stores the texts of items, from which passages are cut, and all words with their stems, so that a query
// finds every form. An update writes only items whose key changed; the ranks are the same as in a new index.
import type { Segment } from '#contract/schemas/transcripts.ts';
import type { TextField } from '#contract/schemas/search.ts';
import type { AttributedPassage } from './passages.ts';
import type { KnownVoices } from './voices.ts';
import type { Stem } from './stems.ts';
import { foldWord, toIndexText, fromIndexText, isUnspaced, wordCharacters, splitWords } from './words.ts';

/** The part of node:sqlite's DatabaseSync that the index uses. */
export interface IndexDatabase {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...values: (string | number | bigint)[]): { lastInsertRowid: number | bigint };
    all(...values: (string | number | bigint)[]): unknown[];
  };
}

/** Searchable text of an item. */
export interface IndexedText {
  id: string;
  key: string;
  /** True if a page of the media room shows the text. */
  hasPage: boolean;
  title: string;
  /** Labels of themes, and keywords, one per line. */
  themes: string;
  /** Guests, and an author who is not the creator, one per line. */
  people: string;
  summary: string;
  /** Plain text, one block per line. */
  body: string;
  transcript: Segment[];
  origin: TextOrigin;
}

/** Authors of the texts, and the address of the recording. */
export interface TextOrigin {
  /** Author of the written texts, except passages of others; absent if unknown. */
  author?: string;
  voices: KnownVoices;
  /** Passages of the written texts that are not their author's words. */
  others?: Partial<Record<TextField, AttributedPassage[]>>;
  /** Address of the recording. */
  mediaUrl?: string;
  /** RFC 3339 instant of the creator's approval. */
  approvedAt?: string;
}

export type TextSource = Pick<IndexedText, 'id' | 'key'> & { text: () => IndexedText };

/** `free`: texts that everybody may search. `priced`: texts with a price, for clients that have paid. */
export type IndexName = 'free' | 'priced';

/** Columns of the index, in the order of `weights`. */
export const columns = ['title', 'themes', 'people', 'summary', 'body', 'transcript'] as const;
/** Weights of the columns; a word in the title counts as ten in the body. */
export const weights = [10, 8, 8, 4, 1, 1];

const columnList = (row: 'old' | 'new'): string => columns.map((column) => `${row}.${column}`).join(', ');

const removalStatement = (name: IndexName): string => `
  insert into ${name}Index (${name}Index, rowid, ${columns.join(', ')}) values ('delete', old.row, ${columnList('old')});`;

const additionStatement = (name: IndexName): string => `
  insert into ${name}Index (rowid, ${columns.join(', ')}) values (new.row, ${columnList('new')});`;

const removalTrigger = (name: IndexName): string => `
  create trigger ${name}Removed after delete on ${name}Texts begin ${removalStatement(name)} end;`;

/** Returns the tables of an index. Triggers update the full-text index from `…Texts`. */
const tableStatements = (name: IndexName): string => `
  create table ${name}Texts (
    row integer primary key, id text not null unique, key text not null, hasPage integer not null,
    segments text not null, origin text not null, ${columns.map((column) => `${column} text not null`).join(', ')}
  );
  create virtual table ${name}Index using fts5(${columns.join(', ')}, content = '${name}Texts', content_rowid = 'row',
    tokenize = "unicode61 remove_diacritics 2 categories '${wordCharacters}'");
  create virtual table ${name}Words using fts5vocab(${name}Index, row);
  create table ${name}Forms (word text primary key, stem text not null, shown text not null) without rowid;
  create index ${name}Stems on ${name}Forms (stem, word);
  create trigger ${name}Added after insert on ${name}Texts begin ${additionStatement(name)} end;
  create trigger ${name}Changed after update on ${name}Texts
    begin ${removalStatement(name)} ${additionStatement(name)} end;
  ${removalTrigger(name)}
  insert into ${name}Index (${name}Index, rank) values ('secure-delete', 1);`;

/** Statements that create the tables of both indexes. */
export const textTables = tableStatements('free') + tableStatements('priced');

/** Offset of a segment in the transcript's text, its times, and its speaker. */
export type SegmentStart = [at: number, startSeconds: number, endSeconds: number, speaker?: string];

function joinSegments(segments: Segment[]): { text: string; starts: SegmentStart[] } {
  let text = '';
  const starts = segments.map(({ start, end, text: said, speaker }): SegmentStart => {
    const at = text.length;
    text += `${said}\n`;
    return speaker ? [at, start, end, speaker] : [at, start, end];
  });
  return { text: text.trimEnd(), starts };
}

interface StoredText {
  row: number;
  id: string;
  key: string;
}

/** Returns a function that stores the words of a text with their stems, except letters of scripts without spaces. */
function addForms(database: IndexDatabase, name: IndexName, stem: Stem): (text: string) => void {
  const add = database.prepare(`insert or ignore into ${name}Forms (word, stem, shown) values (?, ?, ?)`);
  const addedWords = new Set<string>();
  return (text) => {
    for (const wordAsWritten of splitWords(text)) {
      const word = foldWord(wordAsWritten);
      if (addedWords.has(word) || isUnspaced(word)) continue;
      addedWords.add(word);
      add.run(word, stem(word), wordAsWritten.toLowerCase());
    }
  };
}

/** Creates functions that remove texts, and finally the forms of words that no text contains any more. */
function createRemover(database: IndexDatabase, name: IndexName) {
  const selectTexts = database.prepare(`select ${columns.join(', ')} from ${name}Texts where row = ?`);
  const text = database.prepare(`delete from ${name}Texts where row = ?`);
  const removedWords = new Set<string>();
  return {
    remove: (row: number): void => {
      const [texts = {}] = selectTexts.all(row) as Record<string, string>[];
      const words = Object.values(texts).flatMap((one) => splitWords(fromIndexText(one)));
      for (const word of words) removedWords.add(foldWord(word));
      text.run(row);
    },
    removeForms: (): void => {
      const selectWord = database.prepare(`select 1 from ${name}Words where term = ?`);
      const form = database.prepare(`delete from ${name}Forms where word = ?`);
      for (const word of removedWords) if (selectWord.all(word).length === 0) form.run(word);
    },
  };
}

/** Updates an index to the wanted texts, in the transaction of the caller. Reads only texts whose key changed. */
export function updateIndex(database: IndexDatabase, name: IndexName, wanted: TextSource[], stem: Stem): void {
  const rows = database.prepare(`select row, id, key from ${name}Texts`).all() as StoredText[];
  const storedById = new Map(rows.map((one) => [one.id, one]));
  const { remove, removeForms } = createRemover(database, name);
  const ids = new Set(wanted.map(({ id }) => id));
  for (const { id, row } of rows) if (!ids.has(id)) remove(row);
  const fields = ['id', 'key', 'hasPage', 'segments', 'origin', ...columns];
  const add = database.prepare(
    `insert into ${name}Texts (${fields.join(', ')}) values (${fields.map(() => '?').join(', ')})`,
  );
  const addWordForms = addForms(database, name, stem);
  for (const { id, key, text } of wanted) {
    const before = storedById.get(id);
    if (before?.key === key) continue;
    if (before) remove(before.row);
    const { hasPage, title, themes, people, summary, body, transcript, origin } = text();
    const spokenText = joinSegments(transcript);
    const texts = [title, themes, people, summary, body, spokenText.text];
    add.run(
      id,
      key,
      Number(hasPage),
      JSON.stringify(spokenText.starts),
      JSON.stringify(origin),
      ...texts.map(toIndexText),
    );
    texts.forEach(addWordForms);
  }
  removeForms();
}

/** Empties an index, which is faster than removing all texts. */
export const clearIndex = (database: IndexDatabase, name: IndexName): void =>
  database.exec(`
    drop trigger ${name}Removed;
    insert into ${name}Index (${name}Index) values ('delete-all');
    delete from ${name}Texts;
    delete from ${name}Forms;
    ${removalTrigger(name)}`);
