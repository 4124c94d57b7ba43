// What a sentence asks for, told by rules alone: the same sentence always means the same.
import type { ItemType } from '#contract/content-types.ts';
import { foldWord, unspacedScripts, splitWords } from '#domain/search/words.ts';
import { findWebAddress } from '../../http/web-address.ts';
import { asksWhoIs, readJapanese } from './japanese.ts';
import {
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

/** What is asked for of the items. */
export interface ItemQuery extends Period {
  types: ItemType[];
  order: ItemOrder;
  /** How many are named, or one where one is meant. */
  count?: number;
  isCount: boolean;
  /** What it is about: words and phrases in quotes; empty for everything. */
  words: string;
  /** Topics that are common words in texts. */
  topics: string[];
  /** Words that say what is asked for in a way that was not understood. */
  unread: string[];
  /** Words that are looked for, though the sentence does not say that they are its subject. */
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
  | { kind: 'prepare'; showUrl?: string; wanted: ItemQuery }
  | { kind: 'quote'; quote: string }
  | { kind: 'items'; wanted: ItemQuery };

export interface InterpretContext {
  /** Milliseconds. */
  now: number;
  creator: { name: string; publication: string; language: string };
  /** Whether some text has these words in a row. */
  holds: (phrase: string) => boolean;
  isTopic: (word: string) => boolean;
}

const showPrepPattern = /\bprepar\w*\b[^.?!]{0,100}\b(?:show|interview|episode|conversation)\b|\bshow[ -]prep|\bbriefing\b|\b(?:interview|sendung|gespräch)\b[^.?!]{0,60}\bvorbereiten\b|\bvorbereitung\b|(?:取材|インタビュー|番組|対談)の?準備/i; // prettier-ignore

/** In the order in which they are tried. */
const simplePatterns: [SimpleKind, RegExp][] = [
  ['cancel', /\b(?:cancel|withdraw)\b[^.?!]{0,60}\b(?:booking|request|appointment)\b|\b(?:buchung|termin|anfrage)\b[^.?!]{0,60}\b(?:stornieren|absagen|zurückziehen)\b|(?:予約|依頼|申し込み)[^。？]{0,20}(?:取り消|キャンセル)/i],
  ['feeds', /\b(?:tell|notify|alert|inform)\s+me\s+(?:when|of|about\s+new)|\blet\s+me\s+know\s+when|\bsubscri(?:be|ption)|\brss\b|\bwebhooks?\b|\bbenachrichtig|\babonnier|購読|通知|フィード|お知らせを受け/i],
  ['transcribe', /\btranscri(?:be|bed|bing)\b|\btranskribier|文字起こし|書き起こし/i],
  ['availability', /\b(?:is|are|be)\s+(?:you|she|he|they)\s+(?:still\s+|also\s+)?(?:available|free\s+(?:in|on|next|for))\b|\b(?:her|his|their|your)\s+availability\b|^availability\b|\b(?:ist|sind|wäre|hat|haben|hätte|habt|hast)n?\s+(?:sie|er|du|ihr|she)\b[^.?!]{0,40}\b(?:verfügbar|zeit|frei)\b|空いて(?:い|る)|空き(?:状況|日)|ご?都合の(?:良|よ|つく)/i],
  ['rights', /\b(?:may|can|could)\s+(?:i|we)\s+(?:quote|reuse|republish|reprint|translate|cite)\b|\blicen[cs]e\b|\bcopyright\b|\blizenz\b|\bnachdruck|\bdarf\s+(?:ich|man)\b[^.?!]{0,100}(?:zitieren|nachdrucken|übersetzen|verwenden|veröffentlichen|übernehmen|benutzen|nutzen)|転載|引用(?:して|でき|可)|ライセンス|著作権/i],
  ['press', /\bbio(?:graphy|graphie|grafie)?\b|\bhead\s?shots?\b|\bpress\s+(?:kit|contact|pictures?|photos?|material|office|release)|\bmedia\s+kit\b|\blogos?\b|\bpresse(?:kontakt|mappe|foto|bild|material|stelle)|\bporträt|\bportraits?\b|\bpronounc|\bausgesprochen\b|\bpronouns?\b|\bpressekit\b|\bpress\b[^.?!]{0,20}\?*$|プレス|報道(?:用|関係)|宣材|プロフィール写真|(?:著者|作者|本人)の?写真|ロゴ|略歴|経歴/i],
  ['speaking', /\bspeaking\s+(?:fees?|topics|engagements?|profile|requests?)|\bspeaker\b|\bkeynotes?\b|\bfees?\b|\bhonorar|\bvortr(?:ag|äge)|\b(?:her|his|their|your|past|previous|which|what)\s+talks\b|\btalks?\s+(?:on\s+offer|does|did|has)\b|\bgives?\s+talks\b|講演/i],
  ['topics', /\b(?:what|which|list)\b[^.?!]{0,30}\b(?:topics|subjects|themes)\b|\bwhat\s+(?:do|does)\s+[^.?!]{1,60}\s(?:write|talk|speak|podcast|blog)\s+about\s*\??$|\bwelche\s+themen\b|\bworüber\s+(?:schreib|sprich|spreche|berichte)|(?:どんな|どのような|何の)(?:テーマ|話題|題材|こと|もの)[^。？]{0,20}(?:書|話|扱)|テーマは(?:何|なん)/i],
  ['personal', /\bhow\s+(?:old|tall|rich)\b|\b(?:is|are)\s+(?:you|she|he|they)\s+(?:married|religious)\b|\b(?:her|his|their|your)\s+(?:birthday|home\s+address|address|phone\s+number|salary|religion|children|husband|wife)\b|\bwie\s+(?:alt|groß|reich)\b|\b(?:ist|bist|sind)\s+(?:sie|er|du|she)\s+verheiratet\b|\b(?:ihr|sein|dein)e?\s+(?:geburtstag|privatadresse|adresse|telefonnummer|gehalt|religion)\b|\bwo\s+wohnt\b|\bwhere\s+does\s+\S+\s+live\b|何歳|年齢|結婚|独身|住所|電話番号|どこに住|年収|誕生日/i],
]; // prettier-ignore

const speechPattern = /\b(?:say|says|said|saying|wrote|write|quote|quoted|words|true|really|verify|check|sagte|gesagt|geschrieben|zitat|stimmt|wirklich|wörtlich)\b|言|書|発言|引用|本当/i; // prettier-ignore
/** Shorter ones are names and terms. */
const minQuoteWords = 4;

function extractQuote(text: string): string | undefined {
  const quoted = /["“„«‚‘'「『]([^"”“»‘’」』]{10,1000})["”“»‘’'」』]/.exec(text)?.[1]?.trim();
  return quoted && splitWords(quoted).length >= minQuoteWords && speechPattern.test(text.replace(quoted, ''))
    ? quoted
    : undefined;
}

const whoPattern = /^\s*(?:and\s+)?(?:who(?:'s|’s|\s+is|\s+are|\s+runs|\s+writes|\s+makes|\s+hosts)|wer\s+(?:ist|sind|schreibt|macht|steckt)|what\s+is|was\s+ist|tell\s+me\s+about|about)\b/i; // prettier-ignore
const selfWords = new Set('you she he they her him this that it creator author host site room website behind publication du sie er ihr das dies diese hinter dahinter'.split(' ')); // prettier-ignore

/** Whether all that is asked about is the creator or the publication. */
function isAboutCreator(text: string, { name, publication }: InterpretContext['creator']): boolean {
  if (asksWhoIs(text, [name, publication])) return true;
  if (!whoPattern.test(text)) return false;
  const own = new Set([...splitWords(name), ...splitWords(publication)].map(foldWord));
  const asked = splitWords(text.replace(whoPattern, '')).map(foldWord).filter((word) => !frameWords.has(word) || selfWords.has(word)); // prettier-ignore
  // A name may be declined: Hafenbriefe, hinter den Hafenbriefen.
  const isOwn = (word: string) => own.has(word) || [...own].some((one) => one.length > 4 && word.startsWith(one));
  return asked.length > 0 && asked.every((word) => isOwn(word) || selfWords.has(word));
}

/** The parts of a sentence that are about something: phrases in quotes, and words. */
function splitTerms(text: string): string[] {
  const straight = text.replace(/[“”„‟«»＂]/g, '"').replace(/(?<=\p{L})['’]s\b/gu, '');
  return [...straight.matchAll(/"[^"]*"|[^\s"]+/g)].map(([part]) => part);
}

const unspacedPattern = new RegExp(`[${unspacedScripts}]`, 'u');

/** Go is a subject where it is a topic and written as a name; at the beginning of a sentence capitals tell nothing. */
const isNamedTopic = (part: string, at: number, isTopic: InterpretContext['isTopic']): boolean =>
  at > 0 && /^\p{Lu}/u.test(part) && isTopic(part);

/** A number counts items where one of their names or “newest” is next to it: “20 minutes” are none. */
function readCount(word: string, before: string | undefined, after: string | undefined): number | undefined {
  const number = numberWords.get(word) ?? (/^\d{1,2}$/.test(word) ? Number(word) : undefined);
  const isOrder = (one = '') => newestWords.has(one) || oldestWords.has(one) || one === 'top';
  const isLast = after === undefined && (before === undefined || frameWords.has(before));
  const isNext = isLast || typeWords.has(after ?? '') || isOrder(after) || isOrder(before);
  return number === 1 || isNext ? number : undefined;
}

interface WordContext {
  /** Folded words next to it. */
  before: string | undefined;
  after: string | undefined;
  isSubject: boolean;
  isIntroduced: boolean;
}

function readWord(
  read: QueryDraft,
  part: string,
  own: Set<string>,
  { before, after, isSubject, isIntroduced }: WordContext,
): void {
  if (part.startsWith('"') || unspacedPattern.test(part)) {
    if (splitWords(part).length > 0) read.words.push(part);
    return;
  }
  const written = splitWords(part);
  const words = written.map(foldWord);
  const [word = ''] = words;
  const kind = words.length === 1 ? typeWords.get(word) : undefined;
  const count = words.length === 1 ? readCount(word, before, after) : undefined;
  if (kind) {
    read.types = [...new Set([...read.types, ...kind.types])];
    read.isMany = read.isMany || kind.isMany;
  } else if (newestWords.has(word)) read.order = 'newest';
  else if (oldestWords.has(word)) read.order = 'oldest';
  else if (count !== undefined) read.count = count;
  else if (words.some((one) => !frameWords.has(one) && !own.has(one))) {
    read.words.push(written.join('-'));
    if (!isIntroduced) read.loose.push(written.join('-'));
  } else if (isSubject && !own.has(word)) read.topics.push(part.replace(/[.,?!]+$/, ''));
}

/** Reads the parts in order; after “about” come the words of the subject, until the sentence goes on. */
function readTerms(read: QueryDraft, parts: string[], own: Set<string>, isTopic: InterpretContext['isTopic']): void {
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
    readWord(read, part, own, { ...place, isIntroduced: isIntroduced || isTopic(part) });
  }
}

/** More words than these say nothing more. */
const maxWords = 12;
const countPattern = /\bhow\s+many\b|\bnumber\s+of\b|\bwie\s*viele\b|\banzahl\b|いくつ|何(?:件|本|個|回|通)/i;
const isTruePattern = /\b(?:is\s+it|it\s+is|it['’]s)\s+true\s+that\b|\bstimmt\s+es,?\s+dass\b/i;
const upcomingPattern =
  /\b(?:upcoming|next|future|coming|kommende\w*|nächste\w*|bevorstehende\w*)\b|今後|これから|次回|予定/i;

const isFrameWord = (text: string): boolean => {
  const word = foldWord(text);
  return frameWords.has(word) || typeWords.has(word) || newestWords.has(word) || oldestWords.has(word);
};

/** "Project 2025" is a name if a text has it, not a year of publication. */
function findNamedYear(sentence: string, holds: InterpretContext['holds']): string | undefined {
  return [...sentence.matchAll(/[\p{L}\p{M}]+ (?:19|20)\d\d\b/gu)]
    .map(([name]) => name)
    .find((name) => {
      const word = foldWord(name.slice(0, -5));
      return !frameWords.has(word) && !typeWords.has(word) && !isMonth(word) && holds(name);
    });
}

function readItemQuery(sentence: string, { now, creator, holds, isTopic }: InterpretContext): ItemQuery {
  const named = findNamedYear(sentence, holds);
  const { rest: undated, ...period } = readPeriod(named ? sentence.replace(named, ' ') : sentence, now);
  const isName = (phrase: string) => !isFrameWord(phrase.split(/\s/).at(-1)!) && holds(phrase);
  const { rest, words: unread } = cutLimits(undated, isName);
  const isNumber = countPattern.test(rest);
  const own = new Set(splitWords(creator.name).map(foldWord));
  const read: QueryDraft = {
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
  const plainly = spaced.reduce(
    (text, name) => text.replaceAll(name, ' '),
    rest.replace(countPattern, ' ').replace(isTruePattern, ' '),
  );
  readTerms(read, splitTerms(readJapanese(read, plainly, creator.language)), own, isTopic);
  if (named) read.words.push(`"${named}"`);
  const { order, types, isMany, words: words, topics, loose } = read;
  const count = read.count ?? (order !== 'best' && isMany === false ? 1 : undefined);
  const subject = { words: words.slice(0, maxWords).join(' '), topics };
  unread.push(...words.slice(maxWords));
  return { types, order, ...(count && { count }), isCount: isNumber, ...subject, ...period, unread, loose };
}

/** “Never on time”, where a text has these words. */
function findDeniedPhrase(text: string, { holds }: InterpretContext): string | undefined {
  const words = text.match(/[\p{L}’']+/gu) ?? [];
  const phrases = [4, 3, 2, 1].map((more) => words.slice(0, more + 1).join(' '));
  return phrases.find((one) => text.startsWith(one) && !isFrameWord(one.split(' ').at(-1)!) && holds(one));
}

/** Words that are denied are looked for only where the sentence has no others: “about salt, but not about harbours”. */
function readAffirmed(text: string, asked: InterpretContext): ItemQuery {
  const { rest, before, words: denied } = cutNegations(text, asked.holds);
  const wanted = readItemQuery(rest, asked);
  if (denied.length === 0) return wanted;
  const phrase = findDeniedPhrase(text.slice(before.length), asked);
  if (phrase) return readItemQuery(`${before}"${phrase}"${text.slice(before.length + phrase.length)}`, asked);
  const { words, topics } = readItemQuery(before, asked);
  return words || topics.length > 0 ? { ...wanted, words, topics } : wanted;
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
  const plainly = replaceCreatorName(text, asked.creator.name);
  const early = simplePatterns.find(([kind, pattern]) => kind === 'cancel' && pattern.test(text));
  if (early) return { kind: 'cancel' };
  if (asksForBooking(text, asked.creator.name, asked.holds)) return { kind: 'booking', ...address };
  const wanted = readAffirmed(showUrl ? text.replace(showUrl, ' ') : text, asked);
  if (showUrl || showPrepPattern.test(text)) return { kind: 'prepare', ...address, wanted };
  const found = simplePatterns.find(([, pattern]) => pattern.test(plainly));
  if (found) return { kind: found[0] };
  if (isAboutCreator(text, asked.creator)) return { kind: 'who' };
  if (isEmptyQuery(wanted)) return { kind: 'greeting' };
  return { kind: 'items', wanted: isUpcoming(text) ? toUpcoming(wanted, asked.now) : wanted };
}

/** `negation` is the first word of the sentence that denies something: no rule follows what is denied. */
export function interpret(sentence: string, asked: InterpretContext): Intent & { negation?: string } {
  const text = sentence.trim();
  const intent = findIntent(text, asked);
  const [negation] = intent.kind === 'quote' ? [] : cutNegations(text, asked.holds).words;
  return { ...intent, ...(negation && { negation }) };
}

/** “The future of tides” and “next to the quay” name no dates. */
const isUpcoming = (text: string): boolean =>
  upcomingPattern.test(
    text.replace(
      /\bfuture\s+of\b|\bnext\s+to\b|\b(?:the|her|his|their)\s+future\b(?!\s+(?:talks?|events?|dates?|shows?|streams?|appearances?))/gi,
      ' ',
    ),
  );

/** What is to come is in the timeline, and among the streams. */
function toUpcoming(wanted: ItemQuery, now: number): ItemQuery {
  const words = wanted.words.split(' ').filter((word) => !upcomingPattern.test(word)).join(' '); // prettier-ignore
  const types: ItemType[] = wanted.types.length > 0 ? wanted.types : ['timeline', 'stream'];
  return { ...wanted, types, words, from: wanted.from ?? new Date(now).toISOString().slice(0, 10), order: 'oldest' };
}
