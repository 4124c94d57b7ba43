// The text of a manifest, changed line by line: entries that stay are neither parsed nor written anew.
import { textWith } from '#domain/release/built-manifest.ts';
import { type Manifest, type ReleasePage, manifestHead } from '#domain/release/page.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const comma = 0x2c;
const commaAndNewLine = Buffer.from(',\n');

type Line = [key: string, line: Buffer, start: number, end: number];

/** Entries with their addresses as JSON; `end` is where the next line begins. */
function* linesOf(text: Buffer): Generator<Line> {
  for (let start = text.indexOf(lineFeed) + 1; text[start] === quote;) {
    const end = text.indexOf(lineFeed, start) + 1;
    const line = text.subarray(start, end);
    yield [line.toString('utf8', 0, line.indexOf('":{') + 1), line, start, end];
    start = end;
  }
}

/** What the first line says; throws where another version has written it in another way. */
export function factsOf(text: Buffer): Omit<Manifest, 'entries'> {
  const facts = manifestHead(text.toString('utf8', 0, text.indexOf(lineFeed)));
  if (!facts) throw new Error('The index of the release was written by another version of the program.');
  return facts;
}

const entryIn = (line: Buffer): [string, ReleasePage] =>
  Object.entries(JSON.parse(`{${line.toString().replace(/,?\n$/, '')}}`) as Manifest['entries'])[0]!;

/** The entries that `isWanted` takes, by their address as JSON and the line. */
export function* entriesWhere(
  text: Buffer,
  isWanted: (key: string, line: Buffer) => boolean,
): Generator<[string, ReleasePage]> {
  for (const [key, line] of linesOf(text)) if (isWanted(key, line)) yield entryIn(line);
}

/** The manifest after a change, with other facts. */
export function changedManifest(
  text: Buffer,
  facts: Omit<Manifest, 'entries'>,
  { changed, gone }: { changed: Manifest['entries']; gone: string[] },
): Buffer {
  const left = new Map<string, ReleasePage | undefined>();
  for (const path of gone) left.set(JSON.stringify(path), undefined);
  for (const [path, entry] of Object.entries(changed)) left.set(JSON.stringify(path), entry);
  const parts: Buffer[] = [];
  const add = (key: string, entry: ReleasePage) => parts.push(Buffer.from(`${key}:${JSON.stringify(entry)},\n`));
  /** The last line of the text has no comma. */
  const keep = (from: number, to: number) => {
    if (to > from) parts.push(...(text[to - 2] === comma ? [text.subarray(from, to)] : [text.subarray(from, to - 1), commaAndNewLine])); // prettier-ignore
  };
  let from = text.indexOf(lineFeed) + 1;
  let end = from;
  for (const [key, , start, next] of linesOf(text)) {
    end = next;
    if (!left.has(key)) continue;
    const entry = left.get(key);
    left.delete(key);
    keep(from, start);
    if (entry) add(key, entry);
    from = next;
  }
  keep(from, end);
  for (const [key, entry] of left) if (entry) add(key, entry);
  const [head] = textWith(facts, []).split('\n');
  return Buffer.concat([Buffer.from(`${head}\n`), Buffer.concat(parts).subarray(0, -2), Buffer.from('\n}}\n')]);
}
