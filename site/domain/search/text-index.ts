// The full-text indexes of a release in SQLite: their tables, and how they are brought up to date with the content.
//
// The text of an item lies in the index as it was read, so that passages are cut from it; beside it lie all words with
// their stems, so that a query finds every form. Only items whose key changed are written; the ranks are the same as those
// of an index that was made anew.
import type { Segment } from '#contract/schemas/transcripts.ts';
import type { TextField } from '#contract/schemas/search.ts';
import type { AttributedPassage } from './passages.ts';
import type { KnownVoices } from './voices.ts';
import type { Stem } from './stems.ts';
import { foldWord, toIndexText, fromIndexText, unspacedScripts, wordCharacters, splitWords } from './words.ts';

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
  origin: TextOrigin;
}

/** Who said the texts, and where the recording is. */
export interface TextOrigin {
  /** The author of the written texts, apart from the passages of others; absent if nobody in particular wrote them. */
  author?: string;
  voices: KnownVoices;
  /** Passages of the written texts that are not their author's words. */
  others?: Partial<Record<TextField, AttributedPassage[]>>;
  /** The recording. */
  mediaUrl?: string;
  /** RFC 3339. */
  approvedAt?: string;
}

export type TextSource = Pick<IndexedText, 'id' | 'key'> & { text: () => IndexedText };

/** `free`: texts that anybody may search. `priced`: texts that have a price, for clients that paid. */
export type IndexName = 'free' | 'priced';

/** Columns of the index, in the order of `weights`. */
export const columns = ['title', 'themes', 'people', 'summary', 'body', 'transcript'] as const;
/** A word in the title counts as ten in the text. */
export const weights = [10, 8, 8, 4, 1, 1];

const columnList = (row: 'old' | 'new'): string => columns.map((column) => `${row}.${column}`).join(', ');

const removalStatement = (name: IndexName): string => `
  insert into ${name}Index (${name}Index, rowid, ${columns.join(', ')}) values ('delete', old.row, ${columnList('old')});`;

const additionStatement = (name: IndexName): string => `
  insert into ${name}Index (rowid, ${columns.join(', ')}) values (new.row, ${columnList('new')});`;

/** Deleted texts leave the full-text index by this trigger. */
const removalTrigger = (name: IndexName): string => `
  create trigger ${name}Removed after delete on ${name}Texts begin ${removalStatement(name)} end;`;

/** Tables of an index. The full-text index takes its text from `…Texts`; triggers keep it up to date. */
const tableStatements = (name: IndexName): string => `
  create table ${name}Texts (
    row integer primary key, id text not null unique, key text not null, hasPage integer not null, segments text not null,
    origin text not null, ${columns.map((column) => `${column} text not null`).join(', ')}
  );
  create virtual table ${name}Index using fts5(${columns.join(', ')}, content = '${name}Texts', content_rowid = 'row',
    tokenize = "unicode61 remove_diacritics 2 categories '${wordCharacters}'");
  create virtual table ${name}Words using fts5vocab(${name}Index, row);
  create table ${name}Forms (word text primary key, stem text not null, shown text not null) without rowid;
  create index ${name}Stems on ${name}Forms (stem, word);
  create trigger ${name}Added after insert on ${name}Texts begin ${additionStatement(name)} end;
  create trigger ${name}Changed after update on ${name}Texts begin ${removalStatement(name)} ${additionStatement(name)} end;
  ${removalTrigger(name)}
  insert into ${name}Index (${name}Index, rank) values ('secure-delete', 1);`;

/** Creates the tables of both indexes. */
export const textTables = tableStatements('free') + tableStatements('priced');

/** Where each segment begins: characters before it in the transcript's text, then seconds, and who speaks. */
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

const isUnspaced = new RegExp(`[${unspacedScripts}]`, 'u');

/** Letters of scripts without spaces are words that have one form. */
function addForms(database: IndexDatabase, name: IndexName, stem: Stem): (text: string) => void {
  const add = database.prepare(`insert or ignore into ${name}Forms (word, stem, shown) values (?, ?, ?)`);
  const addedWords = new Set<string>();
  return (text) => {
    for (const wordAsWritten of splitWords(text)) {
      const word = foldWord(wordAsWritten);
      if (addedWords.has(word) || isUnspaced.test(word)) continue;
      addedWords.add(word);
      add.run(word, stem(word), wordAsWritten.toLowerCase());
    }
  };
}

/** Removes rows, and at the end the forms of words that no text contains any more. */
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

/** Brings an index to what it should contain, in the transaction of its caller. Only texts whose key changed are read. */
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
    const spoken = joinSegments(transcript);
    const texts = [title, themes, people, summary, body, spoken.text];
    add.run(id, key, Number(hasPage), JSON.stringify(spoken.starts), JSON.stringify(origin), ...texts.map(toIndexText));
    texts.forEach(addWordForms);
  }
  removeForms();
}

/** Empties an index whose texts were made by other rules, faster than text by text. */
export const clearIndex = (database: IndexDatabase, name: IndexName): void =>
  database.exec(`
    drop trigger ${name}Removed;
    insert into ${name}Index (${name}Index) values ('delete-all');
    delete from ${name}Texts;
    delete from ${name}Forms;
    ${removalTrigger(name)}`);
