// Japanese sentences: there are no spaces, so words that describe the query are cut out before the subject is split.
import type { ItemType } from '#contract/content-types.ts';
import { needsSegmentation, segmentKeywords } from '#domain/search/segment-keywords.ts';
import { anyOf, type QueryDraft } from './lexicon.ts';

const typePatterns: [RegExp, ItemType[]][] = [
  [/記事|エッセイ|コラム|随筆/g, ['article']],
  [/ブログ|投稿/g, ['article', 'timeline']],
  [/エピソード|ポッドキャスト|放送回/g, ['episode']],
  [/動画|ビデオ|映像/g, ['video']],
  [/生配信|ライブ配信|ストリーム/g, ['stream']],
  [/イベント|登壇予定|出演予定/g, ['timeline']],
];
const newestPattern = /最新|最近|新着|一番新しい|もっとも新しい|最も新しい/g;
const oldestPattern = /一番最初|一番古い|最も古い|もっとも古い|最古|最初/g;
const numerals = '一二三四五六七八九';
const countPattern = /([一二三四五六七八九]|\d{1,2})(?:つ|本|件|個|回分)/;

/** Words that belong to questions, in the form that segmentation returns. */
const frameWords = new Set(
  (
    '話 書 探 公開 来 言 言及 思い 思う 考え 方法 やり方 仕方 理由 知 見せ 見 読み 読 聞き 聞 紹介 説明 内容 作者 筆者 著者 サイト ここ 今後 予定 出 載 掲載 ' +
    '発表 取り上げ 扱 触れ テーマ 題材 好き 番組'
  ).split(' '),
);

function cutQueryWords(draft: QueryDraft, text: string): string {
  let rest = text;
  for (const [pattern, types] of typePatterns) {
    if (rest.search(pattern) < 0) continue;
    rest = rest.replace(pattern, ' ');
    draft.types = [...new Set([...draft.types, ...types])];
    draft.isMany = true;
  }
  for (const [pattern, order] of [
    [oldestPattern, 'oldest'],
    [newestPattern, 'newest'],
  ] as const) {
    if (rest.search(pattern) < 0) continue;
    rest = rest.replace(pattern, ' ');
    draft.order = order;
  }
  const [all, number] = countPattern.exec(rest) ?? [];
  if (!number) return rest;
  draft.count = numerals.includes(number) ? numerals.indexOf(number) + 1 : Number(number);
  return rest.replace(all!, ' ');
}

/**
 * Reads the query of a Japanese sentence and returns its subject with spaces between words. Returns other texts
 * unchanged.
 */
export function readJapanese(draft: QueryDraft, text: string, language: string): string {
  if (!needsSegmentation(text, language)) return text;
  const segments = text.split(/("[^"]*")/);
  const parts = segments.flatMap((part) => {
    if (part.startsWith('"')) return [part];
    return segmentKeywords(cutQueryWords(draft, part), frameWords);
  });
  // Japanese has no plural, so a superlative without a number means one item.
  if (draft.order !== 'best' && !/最近|新着/.test(text)) draft.isMany = false;
  return parts.join(' ');
}

const whoPattern = anyOf(
  '^(.{1,60}?)(?:さん|氏)?(?:は|とは|って)?(?:誰|だれ|どなた|どんな人|何者)',
  '^(.{1,60}?)(?:とは|って)(?:何|なん|どんな)|^(.{1,60}?)(?:さん|氏)?について(?:教え|知り)',
);
const selfWords = new Set(['あなた', '著者', '作者', '筆者', 'このサイト', 'ここ']);

/** Returns true if the sentence asks only about one of these names. */
export function asksWhoIs(text: string, names: string[]): boolean {
  const groups = whoPattern.exec(text)?.slice(1) ?? [];
  const subject = groups.find(Boolean)?.replace(/[\s「」『』]/g, '');
  return subject !== undefined && (selfWords.has(subject) || names.some((name) => name.replace(/\s/g, '') === subject));
}
