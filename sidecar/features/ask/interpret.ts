// Interprets a sentence with fixed rules, so that the same sentence always has the same meaning.
import type { ItemType } from '#contract/content-types.ts';
import { foldWord, unspacedScripts, splitWords } from '#domain/search/words.ts';
import { findWebAddress } from '../../http/web-address.ts';
import { asksWhoIs, readJapanese } from './japanese.ts';
import {
  anyOf,
  frameWords,
  typeWords,
  connectors,
  subjectMarkers,
  newestWords,
  numberWords,
  oldestWords,
  type ItemOrder,
  type QueryDraft,
} from './lexicon.ts';
import { asksForBooking, replaceCreatorName } from './booking-requests.ts';
import { cutLimits, cutNegations } from './not-understood.ts';
import { isMonth, type Period, readPeriod } from './period.ts';

/** A query for items. */
export interface ItemQuery extends Period {
  types: ItemType[];
  order: ItemOrder;
  /** Requested number of items. */
  count?: number;
  /** True if the sentence asks for the number of items. */
  isCount: boolean;
  /** Words and quoted phrases of the subject; empty for all items. */
  words: string;
  /** Topics that are also common words. */
  topics: string[];
  /** Words that affect the question but were not understood. */
  unread: string[];
  /** Words of the subject that no word such as “about” introduces. */
  loose: string[];
}

type SimpleKind =
  | 'availability'
  | 'cancel'
  | 'feeds'
  | 'greeting'
  | 'personal'
  | 'press'
  | 'rights'
  | 'speaking'
  | 'topics'
  | 'transcribe'
  | 'who';

export type Intent =
  | { kind: SimpleKind }
  | { kind: 'booking'; showUrl?: string }
  | { kind: 'prepare'; showUrl?: string; query: ItemQuery }
  | { kind: 'quote'; quote: string }
  | { kind: 'items'; query: ItemQuery };

export interface InterpretContext {
  /** Milliseconds since the epoch. */
  now: number;
  creator: { name: string; publication: string; language: string };
  /** Returns true if a text contains this phrase. */
  containsPhrase: (phrase: string) => boolean;
  isTopic: (word: string) => boolean;
}

const showPrepPattern = anyOf(
  String.raw`\bprepar\w*\b[^.?!]{0,100}\b(?:show|interview|episode|conversation)\b|\bshow[ -]prep`,
  String.raw`\bbriefing\b|\b(?:interview|sendung|gespräch)\b[^.?!]{0,60}\bvorbereiten\b|\bvorbereitung\b`,
  '(?:取材|インタビュー|番組|対談)の?準備',
);

const cancelPattern = anyOf(
  String.raw`\b(?:cancel|withdraw)\b[^.?!]{0,60}\b(?:booking|request|appointment)\b`,
  String.raw`\b(?:buchung|termin|anfrage)\b[^.?!]{0,60}\b(?:stornieren|absagen|zurückziehen)\b`,
  '(?:予約|依頼|申し込み)[^。？]{0,20}(?:取り消|キャンセル)',
);

/** Patterns of intents without parameters, in the order in which they are tried. */
const simplePatterns: [SimpleKind, RegExp][] = [
  ['cancel', cancelPattern],
  [
    'feeds',
    anyOf(
      String.raw`\b(?:tell|notify|alert|inform)\s+me\s+(?:when|of|about\s+new)|\blet\s+me\s+know\s+when`,
      String.raw`\bsubscri(?:be|ption)|\brss\b|\bwebhooks?\b|\bbenachrichtig|\babonnier|購読|通知|フィード`,
      'お知らせを受け',
    ),
  ],
  ['transcribe', /\btranscri(?:be|bed|bing)\b|\btranskribier|文字起こし|書き起こし/i],
  [
    'availability',
    anyOf(
      String.raw`\b(?:is|are|be)\s+(?:you|she|he|they)\s+(?:still\s+|also\s+)?(?:available|free\s+(?:in|on|next|` +
        String.raw`for))\b`,
      String.raw`\b(?:her|his|their|your)\s+availability\b|^availability\b`,
      String.raw`\b(?:ist|sind|wäre|hat|haben|hätte|habt|hast)n?\s+(?:sie|er|du|ihr|` +
        String.raw`she)\b[^.?!]{0,40}\b(?:verfügbar|zeit|frei)\b`,
      '空いて(?:い|る)|空き(?:状況|日)|ご?都合の(?:良|よ|つく)',
    ),
  ],
  [
    'rights',
    anyOf(
      String.raw`\b(?:may|can|could)\s+(?:i|we)\s+(?:quote|reuse|republish|reprint|translate|cite)\b`,
      String.raw`\blicen[cs]e\b|\bcopyright\b|\blizenz\b|\bnachdruck`,
      String.raw`\bdarf\s+(?:ich|man)\b[^.?!]{0,100}(?:zitieren|nachdrucken|übersetzen|verwenden|veröffentlichen|` +
        'übernehmen|benutzen|nutzen)',
      '転載|引用(?:して|でき|可)|ライセンス|著作権',
    ),
  ],
  [
    'press',
    anyOf(
      String.raw`\bbio(?:graphy|graphie|grafie)?\b|\bhead\s?shots?\b`,
      String.raw`\bpress\s+(?:kit|contact|pictures?|photos?|material|office|release)|\bmedia\s+kit\b|\blogos?\b`,
      String.raw`\bpresse(?:kontakt|mappe|foto|bild|material|stelle)|\bporträt|\bportraits?\b|\bpronounc`,
      String.raw`\bausgesprochen\b|\bpronouns?\b|\bpressekit\b|\bpress\b[^.?!]{0,20}\?*$|プレス|報道(?:用|関係)`,
      '宣材|プロフィール写真|(?:著者|作者|本人)の?写真|ロゴ|略歴|経歴',
    ),
  ],
  [
    'speaking',
    anyOf(
      String.raw`\bspeaking\s+(?:fees?|topics|engagements?|profile|requests?)|\bspeaker\b|\bkeynotes?\b|\bfees?\b`,
      String.raw`\bhonorar|\bvortr(?:ag|äge)|\b(?:her|his|their|your|past|previous|which|what)\s+talks\b`,
      String.raw`\btalks?\s+(?:on\s+offer|does|did|has)\b|\bgives?\s+talks\b|講演`,
    ),
  ],
  [
    'topics',
    anyOf(
      String.raw`\b(?:what|which|list)\b[^.?!]{0,30}\b(?:topics|subjects|themes)\b`,
      String.raw`\bwhat\s+(?:do|does)\s+[^.?!]{1,60}\s(?:write|talk|speak|podcast|blog)\s+about\s*\??$`,
      String.raw`\bwelche\s+themen\b|\bworüber\s+(?:schreib|sprich|spreche|berichte)`,
      '(?:どんな|どのような|何の)(?:テーマ|話題|題材|こと|もの)[^。？]{0,20}(?:書|話|扱)',
      'テーマは(?:何|なん)',
    ),
  ],
  [
    'personal',
    anyOf(
      String.raw`\bhow\s+(?:old|tall|rich)\b|\b(?:is|are)\s+(?:you|she|he|they)\s+(?:married|religious)\b`,
      String.raw`\b(?:her|his|their|your)\s+(?:birthday|home\s+address|address|phone\s+number|salary|religion|` +
        String.raw`children|husband|wife)\b`,
      String.raw`\bwie\s+(?:alt|groß|reich)\b|\b(?:ist|bist|sind)\s+(?:sie|er|du|she)\s+verheiratet\b`,
      String.raw`\b(?:ihr|sein|dein)e?\s+(?:geburtstag|privatadresse|adresse|telefonnummer|gehalt|religion)\b`,
      String.raw`\bwo\s+wohnt\b|\bwhere\s+does\s+\S+\s+live\b|何歳|年齢|結婚|独身|住所|電話番号|どこに住|年収`,
      '誕生日',
    ),
  ],
];

const speechPattern = anyOf(
  String.raw`\b(?:say|says|said|saying|wrote|write|quote|quoted|words|true|really|verify|check|sagte|gesagt|` +
    String.raw`geschrieben|zitat|stimmt|wirklich|wörtlich)\b`,
  '言|書|発言|引用|本当',
);
/** Minimum number of words in a quote. Shorter phrases are names and terms. */
const minQuoteWords = 4;

function extractQuote(text: string): string | undefined {
  const quote = /["“„«‚‘'「『]([^"”“»‘’」』]{10,1000})["”“»‘’'」』]/.exec(text)?.[1]?.trim();
  const isQuote = quote && splitWords(quote).length >= minQuoteWords && speechPattern.test(text.replace(quote, ''));
  return isQuote ? quote : undefined;
}

const whoPattern = anyOf(
  String.raw`^\s*(?:and\s+)?(?:who(?:'s|’s|\s+is|\s+are|\s+runs|\s+writes|\s+makes|\s+hosts)|wer\s+(?:ist|` +
    String.raw`sind|schreibt|macht|steckt)|what\s+is|was\s+ist|tell\s+me\s+about|about)\b`,
);
const selfWords = new Set(
  (
    'you she he they her him this that it creator author host site room website behind ' +
    'publication du sie er ihr das dies diese hinter dahinter'
  ).split(' '),
);

/** Returns true if the sentence asks only about the creator or the publication. */
function isAboutCreator(text: string, { name, publication }: InterpretContext['creator']): boolean {
  if (asksWhoIs(text, [name, publication])) return true;
  if (!whoPattern.test(text)) return false;
  const own = new Set([...splitWords(name), ...splitWords(publication)].map(foldWord));
  const subject = splitWords(text.replace(whoPattern, ''))
    .map(foldWord)
    .filter((word) => !frameWords.has(word) || selfWords.has(word));
  // German names may have endings: Hafenbriefe, hinter den Hafenbriefen.
  const isOwn = (word: string) => own.has(word) || [...own].some((name) => name.length > 4 && word.startsWith(name));
  return subject.length > 0 && subject.every((word) => isOwn(word) || selfWords.has(word));
}

/** Splits a sentence into quoted phrases and words. */
function splitTerms(text: string): string[] {
  const straight = text.replace(/[“”„‟«»＂]/g, '"').replace(/(?<=\p{L})['’]s\b/gu, '');
  return [...straight.matchAll(/"[^"]*"|[^\s"]+/g)].map(([part]) => part);
}

const unspacedPattern = new RegExp(`[${unspacedScripts}]`, 'u');

/** Returns true for a topic that is written like a name, such as “Go”, unless it is the first word. */
const isNamedTopic = (part: string, at: number, isTopic: InterpretContext['isTopic']): boolean =>
  at > 0 && /^\p{Lu}/u.test(part) && isTopic(part);

const isOrderWord = (word = ''): boolean => newestWords.has(word) || oldestWords.has(word) || word === 'top';

/** Reads a number of items, which has a word such as “articles” or “newest” next to it, unlike “20 minutes”. */
function readCount(word: string, before: string | undefined, after: string | undefined): number | undefined {
  const number = numberWords.get(word) ?? (/^\d{1,2}$/.test(word) ? Number(word) : undefined);
  if (number === 1 || isOrderWord(before) || isOrderWord(after)) return number;
  const isCount = after === undefined ? before === undefined || frameWords.has(before) : typeWords.has(after);
  return isCount ? number : undefined;
}

interface WordContext {
  /** Folded neighbouring words. */
  before: string | undefined;
  after: string | undefined;
  isSubject: boolean;
  isIntroduced: boolean;
}

function readWord(draft: QueryDraft, term: string, nameWords: Set<string>, context: WordContext): void {
  if (term.startsWith('"') || unspacedPattern.test(term)) {
    if (splitWords(term).length > 0) draft.words.push(term);
    return;
  }
  const parts = splitWords(term);
  const words = parts.map(foldWord);
  if (words.length === 1 && readQueryWord(draft, words[0]!, context)) return;
  const [word = ''] = words;
  if (newestWords.has(word)) draft.order = 'newest';
  else if (oldestWords.has(word)) draft.order = 'oldest';
  else if (words.some((part) => !frameWords.has(part) && !nameWords.has(part))) {
    draft.words.push(parts.join('-'));
    if (!context.isIntroduced) draft.loose.push(parts.join('-'));
  } else if (context.isSubject && !nameWords.has(word)) draft.topics.push(term.replace(/[.,?!]+$/, ''));
}

/** Reads a type of items, an order or a number. Returns false if the word is none of these. */
function readQueryWord(draft: QueryDraft, word: string, { before, after }: WordContext): boolean {
  const kind = typeWords.get(word);
  const count = readCount(word, before, after);
  if (kind) {
    draft.types = [...new Set([...draft.types, ...kind.types])];
    draft.isMany = draft.isMany || kind.isMany;
  } else if (newestWords.has(word)) draft.order = 'newest';
  else if (oldestWords.has(word)) draft.order = 'oldest';
  else if (count === undefined) return false;
  else draft.count = count;
  return true;
}

/** Reads terms in order. Words after “about” belong to the subject until a word with another function follows. */
function readTerms(draft: QueryDraft, parts: string[], own: Set<string>, isTopic: InterpretContext['isTopic']): void {
  const words = parts.map((part) => splitWords(part).map(foldWord).join('-'));
  let isIntroduced = false;
  for (const [at, part] of parts.entries()) {
    const word = words[at]!;
    const isOther =
      typeWords.has(word) ||
      newestWords.has(word) ||
      oldestWords.has(word) ||
      (frameWords.has(word) && !connectors.has(word));
    isIntroduced = subjectMarkers.has(word) || (isIntroduced && !isOther);
    const isSubject = isNamedTopic(part, at, isTopic);
    const place = { before: words[at - 1], after: words[at + 1], isSubject };
    readWord(draft, part, own, { ...place, isIntroduced: isIntroduced || isTopic(part) });
  }
}

/** Maximum number of words in a search. */
const maxWords = 12;
const countPattern = /\bhow\s+many\b|\bnumber\s+of\b|\bwie\s*viele\b|\banzahl\b|いくつ|何(?:件|本|個|回|通)/i;
const isTruePattern = /\b(?:is\s+it|it\s+is|it['’]s)\s+true\s+that\b|\bstimmt\s+es,?\s+dass\b/i;
const upcomingPattern =
  /\b(?:upcoming|next|future|coming|kommende\w*|nächste\w*|bevorstehende\w*)\b|今後|これから|次回|予定/i;

const isFrameWord = (text: string): boolean => {
  const word = foldWord(text);
  return frameWords.has(word) || typeWords.has(word) || newestWords.has(word) || oldestWords.has(word);
};

/** Finds a name with a year, such as “Project 2025”, that occurs in a text and is not a year of publication. */
function findNamedYear(sentence: string, containsPhrase: InterpretContext['containsPhrase']): string | undefined {
  return [...sentence.matchAll(/[\p{L}\p{M}]+ (?:19|20)\d\d\b/gu)]
    .map(([name]) => name)
    .find((name) => {
      const word = foldWord(name.slice(0, -5));
      return !frameWords.has(word) && !typeWords.has(word) && !isMonth(word) && containsPhrase(name);
    });
}

function readItemQuery(sentence: string, { now, creator, containsPhrase, isTopic }: InterpretContext): ItemQuery {
  const yearName = findNamedYear(sentence, containsPhrase);
  const { rest: undated, ...period } = readPeriod(yearName ? sentence.replace(yearName, ' ') : sentence, now);
  const isName = (phrase: string) => !isFrameWord(phrase.split(/\s/).at(-1)!) && containsPhrase(phrase);
  const { rest, words: unread } = cutLimits(undated, isName);
  const isNumber = countPattern.test(rest);
  const own = new Set(splitWords(creator.name).map(foldWord));
  const draft: QueryDraft = {
    order: 'best',
    types: [],
    isMany: undefined,
    count: undefined,
    words: [],
    topics: [],
    loose: [],
  };
  const names = [creator.publication, creator.name, creator.name.replace(/\s/g, '')];
  const spaced = unspacedPattern.test(creator.name) ? names : names.slice(0, 1);
  const unnamed = spaced.reduce(
    (text, name) => text.replaceAll(name, ' '),
    rest.replace(countPattern, ' ').replace(isTruePattern, ' '),
  );
  readTerms(draft, splitTerms(readJapanese(draft, unnamed, creator.language)), own, isTopic);
  if (yearName) draft.words.push(`"${yearName}"`);
  const { order, types, isMany, words, topics, loose } = draft;
  const count = draft.count ?? (order !== 'best' && isMany === false ? 1 : undefined);
  const subject = { words: words.slice(0, maxWords).join(' '), topics };
  unread.push(...words.slice(maxWords));
  return { types, order, ...(count && { count }), isCount: isNumber, ...subject, ...period, unread, loose };
}

/** Finds a phrase with a negation, such as “never on time”, that occurs in a text. */
function findDeniedPhrase(text: string, { containsPhrase }: InterpretContext): string | undefined {
  const words = text.match(/[\p{L}’']+/gu) ?? [];
  const phrases = [4, 3, 2, 1].map((more) => words.slice(0, more + 1).join(' '));
  return phrases.find((one) => text.startsWith(one) && !isFrameWord(one.split(' ').at(-1)!) && containsPhrase(one));
}

/** Reads a query without its negated words (“about salt, but not about harbours”), unless it has no others. */
function readAffirmed(text: string, asked: InterpretContext): ItemQuery {
  const { rest, before, words: denied } = cutNegations(text, asked.containsPhrase);
  const query = readItemQuery(rest, asked);
  if (denied.length === 0) return query;
  const phrase = findDeniedPhrase(text.slice(before.length), asked);
  if (phrase) return readItemQuery(`${before}"${phrase}"${text.slice(before.length + phrase.length)}`, asked);
  const { words, topics } = readItemQuery(before, asked);
  return words || topics.length > 0 ? { ...query, words, topics } : query;
}

const isEmptyQuery = ({ types, order, words, topics, from, to, isCount: isNumber, unread }: ItemQuery): boolean =>
  topics.length === 0 &&
  unread.length === 0 &&
  types.length === 0 &&
  order === 'best' &&
  words === '' &&
  !from &&
  !to &&
  !isNumber;

function findIntent(text: string, asked: InterpretContext): Intent {
  const showUrl = findWebAddress(text);
  const address = showUrl ? { showUrl } : {};
  const quote = extractQuote(text);
  if (quote) return { kind: 'quote', quote };
  const withoutName = replaceCreatorName(text, asked.creator.name);
  if (cancelPattern.test(text)) return { kind: 'cancel' };
  if (asksForBooking(text, asked.creator.name, asked.containsPhrase)) return { kind: 'booking', ...address };
  const query = readAffirmed(showUrl ? text.replace(showUrl, ' ') : text, asked);
  if (showUrl || showPrepPattern.test(text)) return { kind: 'prepare', ...address, query };
  const [kind] = simplePatterns.find(([, pattern]) => pattern.test(withoutName)) ?? [];
  if (kind) return { kind };
  if (isAboutCreator(text, asked.creator)) return { kind: 'who' };
  if (isEmptyQuery(query)) return { kind: 'greeting' };
  return { kind: 'items', query: isUpcoming(text) ? toUpcoming(query, asked.now) : query };
}

/** Interprets a sentence. `negation` is its first negating word, which no rule understands. */
export function interpret(sentence: string, asked: InterpretContext): Intent & { negation?: string } {
  const text = sentence.trim();
  const intent = findIntent(text, asked);
  const [negation] = intent.kind === 'quote' ? [] : cutNegations(text, asked.containsPhrase).words;
  return { ...intent, ...(negation && { negation }) };
}

/** Returns true for questions about upcoming items, unlike “the future of tides” or “next to the quay”. */
const isUpcoming = (text: string): boolean =>
  upcomingPattern.test(
    text.replace(
      /\bfuture\s+of\b|\bnext\s+to\b|\b(?:the|her|his|their)\s+future\b(?!\s+(?:talks?|events?|dates?|shows?|streams?|appearances?))/gi,
      ' ',
    ),
  );

/** Changes the query to upcoming items, which are timeline entries and streams. */
function toUpcoming(query: ItemQuery, now: number): ItemQuery {
  const words = query.words
    .split(' ')
    .filter((word) => !upcomingPattern.test(word))
    .join(' ');
  const types: ItemType[] = query.types.length > 0 ? query.types : ['timeline', 'stream'];
  return { ...query, types, words, from: query.from ?? new Date(now).toISOString().slice(0, 10), order: 'oldest' };
}
