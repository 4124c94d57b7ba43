// Tests that pages use only translated texts and that each language has all of them.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type NoticeCode, notices } from '#contract/notices.ts';
import { type SourceProblemCode, sourceProblems } from '#contract/source-problems.ts';
import { settingNames, settings } from '#contract/settings.ts';
import { translateDecision } from '../content/decision-labels.ts';
import { translateNotice, translateNotices, translatePageProblems, translateSourceProblem } from './source-problems.ts';
import de from './de.json' with { type: 'json' };
import { matchConsoleLanguage, consoleLanguages, consoleTranslatorFor } from './messages.ts';

const folder = join(import.meta.dirname, '../..');
const slots = (text: string) => [...text.matchAll(/\{\w+\}|`|[[\]]/g)].map(([slot]) => slot).sort();

interface Node {
  type: string;
  value?: unknown;
  start: number;
  end: number;
  name?: { name: string };
  openingElement?: { name: { name: string } };
  children?: Node[];
}
type Parse = (source: string, options: object) => Promise<{ ast: Node | string }>;

const astro = createRequire(import.meta.url).resolve('astro');
const compiler = createRequire(astro).resolve('@astrojs/compiler-rs');
const { parse } = (await import(pathToFileURL(compiler).href)) as { parse: Parse };

const isWord = (text: unknown): text is string => typeof text === 'string' && /\p{L}{2}/u.test(text);
const spoken = new Set(['title', 'label', 'hint', 'button', 'aria-label', 'about', 'placeholder', 'alt']);

/** Returns the text between tags or in a visible attribute. */
function literalText({ type, value, start, end, name }: Node, source: string): unknown {
  if (type === 'JSXText') return source.slice(start, end).trim();
  return type === 'JSXAttribute' && spoken.has(name!.name) ? (value as Node | null)?.value : undefined;
}

/** Returns texts between tags and in visible attributes that are not translated with `t`. */
function bareTexts(node: unknown, source: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (/^(style|script|code)$/.test((node as Node).openingElement?.name.name ?? '')) return [];
  const text = literalText(node as Node, source);
  return [...(isWord(text) ? [text] : []), ...Object.values(node).flatMap((one) => bareTexts(one, source))];
}

/** Returns true for translated texts and links, which need a space before the next sentence. */
const isTranslated = ({ type, start, end, openingElement }: Node, source: string): boolean =>
  type === 'JSXExpressionContainer'
    ? /^\{[^<]*\bt[.(][^<]*\}$/.test(source.slice(start, end))
    : /^(Sentence|a)$/.test(openingElement?.name.name ?? '') && !source.slice(start, end).includes('class="button');

/** Returns adjacent texts with only a line break between them, which Astro removes. */
function touching(node: unknown, source: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { children = [] } = node as Node;
  const found = children.flatMap((child, at) => {
    const [gap, next] = children.slice(at + 1);
    const isGap = gap?.type === 'JSXText' && /^\s*\n\s*$/.test(source.slice(gap.start, gap.end));
    const pair = isGap && next && isTranslated(child, source) && isTranslated(next, source);
    return pair ? [source.slice(child.start, next.end)] : [];
  });
  return [...found, ...Object.values(node).flatMap((one) => touching(one, source))];
}

/** Texts that stay the same in all languages: font sample, program names and address patterns. */
const notWords = new Set(['Aa', 'MB', 'https://…', 'npm run', 'webhook-id']);

async function* pages() {
  for (const file of globSync('{console,features/*/console}/*/*.astro', { cwd: folder })) {
    const source = readFileSync(join(folder, file), 'utf8');
    const { ast } = await parse(source, {});
    yield { file, source, ast: typeof ast === 'string' ? (JSON.parse(ast) as Node) : ast };
  }
}

test('pages contain only translated texts', async () => {
  for await (const { file, source, ast } of pages()) {
    const bare = bareTexts(ast, source);
    assert.deepEqual(
      bare.filter((text) => !notWords.has(text)),
      [],
      file,
    );
  }
});

test('all problems and descriptions of settings are translated', () => {
  const files = globSync('{console,features/*/console}/**/*.ts', { cwd: folder }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const told = files.flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/new ApiError\(\s*'\w+',\s*'([^']+)'/g),
  ]);
  const explained = settingNames.map((name) => settings[name].doc);
  assert.ok(told.length > 30);
  assert.deepEqual(
    [...told.map(([, text]) => text!), ...explained].filter((text) => !Object.hasOwn(de, text)),
    [],
  );
});

test('consecutive sentences are separated by a space', async () => {
  for await (const { file, source, ast } of pages()) assert.deepEqual(touching(ast, source), [], file);
});

test('a translation has the same slots, code and links as its text, and plural forms if counted', () => {
  for (const [text, said] of Object.entries(de)) {
    const forms = typeof said === 'string' ? [said] : [said.other];
    for (const form of forms) assert.deepEqual(slots(form), slots(text), text);
    if (typeof said !== 'string') assert.match(said.one, /\S/, text);
  }
});

test('the chosen language comes first, then the creator’s in any region, then English', () => {
  assert.deepEqual(consoleLanguages, ['en', 'de']);
  assert.deepEqual(
    [['de-AT'], ['en', 'de'], [undefined, 'de'], ['xx', 'ja'], ['not a language']].map((tags) =>
      matchConsoleLanguage(...tags),
    ),
    ['de', 'en', 'de', 'en', 'en'],
  );
});

test('counts, numbers and slots follow the rules of the language', () => {
  const english = consoleTranslatorFor('en');
  const german = consoleTranslatorFor('de');
  const items = (count: number) => english.count('One item', '{count} items', count);
  assert.deepEqual([items(1), items(1234)], ['One item', '1,234 items']);
  assert.equal(german.count('One item', '{count} items', 1), 'Ein Beitrag');
  assert.equal(german.count('One item', '{count} items', 1234), '1.234 Beiträge');
  assert.equal(german('“{title}” approved', { title: '$& {title}' }), '„$& {title}“ freigegeben');
  assert.equal(german.any('What nobody has translated.'), 'What nobody has translated.');
});

test('days, decimals, command-line decisions and address problems are translated', () => {
  const de = consoleTranslatorFor('de');
  const en = consoleTranslatorFor('en');
  assert.deepEqual([de.number(36.84, 1), en.number(7, 1), de.number(1234)], ['36,8', '7.0', '1.234']);
  assert.deepEqual([de.day('2026-11-18'), en.day('2026-11-18')], ['18.11.2026', '18 Nov 2026']);
  assert.equal(
    translateDecision(de, '103 items approved'),
    de.count('one item approved', '{count} items approved', 103),
  );
  assert.notEqual(translateDecision(de, '103 items rejected of letters'), '103 items rejected of letters');
  assert.equal(translateDecision(de, '“Ebbe” freigegeben'), '“Ebbe” freigegeben');
});

test('problems of feeds are translated with their details, whatever these contain', () => {
  const details = {
    cause: 'x',
    file: 'x',
    format: 'x',
    host: 'x',
    limit: 'x',
    port: 'x',
    schemes: 'x',
    start: 'x',
    type: 'x',
  };
  const numbers = { count: 45, seconds: 2.5, status: 429 };
  const german = consoleTranslatorFor('de');
  for (const code of Object.keys(sourceProblems) as SourceProblemCode[]) {
    const text = translateSourceProblem(german, { code, details: { ...details, ...numbers } });
    assert.doesNotMatch(text, /[{}]|\b(The|answer|than)\b/, code);
    assert.notEqual(german(sourceProblems[code].advice), sourceProblems[code].advice, code);
  }
  const problem = { code: 'answer_timeout', details: { seconds: 2.5 } } as const;
  assert.equal(translateSourceProblem(german, problem), 'Der Server hat nicht innerhalb von 2,5 Sekunden geantwortet.');
  const hostile = { code: 'xml_damaged', details: { cause: 'a\u202eb {cause}' } } as const;
  assert.equal(translateSourceProblem(german, hostile), 'Das XML ist nicht lesbar: a⟨U+202E⟩b {cause}');
});

test('problems that a command prints are translated, and anything else is ignored', () => {
  const german = consoleTranslatorFor('de');
  const problem = { url: 'https://a.example/', code: 'host_unknown', details: {} };
  assert.deepEqual(translatePageProblems(german, [problem]), ['https://a.example/: Den Servernamen gibt es nicht.']);
  for (const other of [undefined, 'text', ['text'], [{ ...problem, code: 'constructor' }]])
    assert.deepEqual(translatePageProblems(german, other), []);
});

test('notices are translated with their details and their cause', () => {
  const german = consoleTranslatorFor('de');
  const names = ['address', 'date', 'file', 'from', 'host', 'platform', 'problem', 'title', 'titles', 'to', 'url'];
  const numbers = { height: 90, limit: 8, width: 60 };
  const details = { ...Object.fromEntries(names.map((name) => [name, 'x'])), ...numbers, day: '2026-11-18' };
  const cause = { code: 'status', details: { status: 503 } } as const;
  for (const code of Object.keys(notices) as NoticeCode[])
    for (const count of [1, 45]) {
      const text = translateNotice(german, { code, details: { ...details, count }, cause });
      assert.doesNotMatch(text, /[{}]|\b(The|of|was|were|is)\b/, code);
    }
  const failed = { code: 'chapters_failed', details: { count: 2, titles: 'Ebbe; Flut' }, cause };
  assert.deepEqual(translateNotices(german, [failed]), [
    'Die Kapitel von 2 Folgen konnten nicht gelesen werden (Ebbe; Flut): Der Server hat mit Status 503 geantwortet.',
  ]);
  assert.deepEqual(translateNotices(german, ['text']), []);
});
