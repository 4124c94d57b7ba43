// What a sentence asks for, told by rules alone: the same sentence always means the same.
import type { ItemType } from '#contract/content-types.ts';
import { folded, unspaced, wordsOf } from '#domain/search/words.ts';
import { addressIn } from '../server/address-in.ts';
import { asksWho, readJapanese } from './japanese.ts';
import { frame, kinds, newest, numbers, oldest, type Order, type Read } from './lexicon.ts';
import { isMonth, type Period, readPeriod } from './period.ts';

/** What is asked for of the items. */
export interface Wanted extends Period {
  types: ItemType[];
  order: Order;
  /** How many are named, or one where one is meant. */
  count?: number;
  isNumber: boolean;
  /** What it is about: words and phrases in quotes; empty for everything. */
  words: string;
  /** Topics that are common words in texts. */
  topics?: string[];
}

type Plain =
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
  | { kind: Plain }
  | { kind: 'booking'; showUrl?: string }
  | { kind: 'prepare'; showUrl?: string; wanted: Wanted }
  | { kind: 'quote'; quote: string }
  | { kind: 'items'; wanted: Wanted };

export interface Asked {
  /** Milliseconds. */
  now: number;
  creator: { name: string; publication: string; language: string };
  /** Whether some text has these words in a row. */
  holds: (phrase: string) => boolean;
  isTopic: (word: string) => boolean;
}

// Repetitions are bounded: a long text must not be gone through once for each of its words.
const booking = [
  /\b(?:book|hire|invite|interview)\s+(?:you|him|her|them|[\p{Lu}]\p{L}+)/u,
  /\b(?:make|send|place)\s+a\s+booking|\b(?:booking|interview|guest)\s+(?:request|inquiry|enquiry)\b|^bookings?[.!?]*$/i,
  // "Book an interview"; without an article, a book talk is a talk on books.
  /(?:^|\b(?:to|please|let['’]s|let\s+us|(?:can|could|may)\s+(?:i|we|you)|and)\s+)(?:book|schedule|arrange|request|plan|organi[sz]e|set\s+up)\s+(?:(?:me|us)\s+)?(?:an?|the|your|our|my)\s+(?:[\p{L}-]+\s+){0,2}?(?:interview|appearance|talk|keynote|conversation|session|slot|call|chat|meeting|appointment|date|time|booking)\b/iu,
  /\b(?:like|want|wish|how|can|could|may)\b[^.?!]{0,100}\bto\s+(?:book|invite|interview)\b/i,
  /\b(?:can|could|may)\s+(?:i|we)\s+(?:book|invite|interview)\b|\bhow\s+(?:do|can)\s+(?:i|we)\s+(?:book|invite)\b/i,
  /\bguest\s+(?:on|for|in)\s+(?:our|my|the|a)\b|\bas\s+(?:our|my|a)\s+guest\b/i,
  /\b(?:interview|gespräch|termin|auftritt|vortrag)\b[^.?!]{0,60}\b(?:vereinbaren|ausmachen|planen|reservieren|verabreden|organisieren)(?!\p{L})/iu,
  /^(?:bitte\s+)?(?:buchen?|vereinbaren?|reservieren?|planen?|organisieren?)\s+(?:sie\s+)?(?:bitte\s+)?(?:mir\s+|uns\s+)?(?:ein|einen|eine|den|das|die)\s+(?:[\p{L}-]+\s+)?(?:interview|gespräch|termin|auftritt|vortrag|buchung)(?!\p{L})|\binterview-?anfrage\b|^buchung[.!?]*$/iu,
  /\b(?:buchen|einladen|anfragen)\b|\bbuchungsanfrage\b|\bals\s+gast\b|\bzu\s+gast\b/i,
  /(?:取材|インタビュー|出演|登壇|講演|ゲスト)[^。？準]{0,20}(?:申し込|依頼|お願い|予約|したい|して(?:ほしい|もらえ|いただ)|してくれ|でき|可能)|(?:予約|出演依頼|取材依頼)[^。？]{0,10}(?:したい|方法|するに|でき|お願い|して(?:ください|下さい))|^(?:予約|出演依頼|取材依頼)[。！]*$/,
];
const prepares = /\bprepar\w*\b[^.?!]{0,100}\b(?:show|interview|episode|conversation)\b|\bshow[ -]prep|\bbriefing\b|\b(?:interview|sendung|gespräch)\b[^.?!]{0,60}\bvorbereiten\b|\bvorbereitung\b|(?:取材|インタビュー|番組|対談)の?準備/i; // prettier-ignore

/** In the order in which they are tried. */
const plain: [Plain, RegExp][] = [
  ['cancel', /\b(?:cancel|withdraw)\b[^.?!]{0,60}\b(?:booking|request|appointment)\b|\b(?:buchung|termin|anfrage)\b[^.?!]{0,60}\b(?:stornieren|absagen|zurückziehen)\b|(?:予約|依頼|申し込み)[^。？]{0,20}(?:取り消|キャンセル)/i],
  ['feeds', /\b(?:tell|notify|alert|inform)\s+me\s+(?:when|of|about\s+new)|\blet\s+me\s+know\s+when|\bsubscri(?:be|ption)|\brss\b|\bwebhooks?\b|\bbenachrichtig|\babonnier|購読|通知|フィード|お知らせを受け/i],
  ['transcribe', /\btranscri(?:be|bed|bing)\b|\btranskribier|文字起こし|書き起こし/i],
  ['availability', /\bavailab(?:le|ility)\b|\bfree\s+(?:in|on|next)\b|\bverfügbar\b|\bzeit\s+(?:für|im)\b|\bfrei\s+im\b|空いて(?:い|る)|空き(?:状況|日)|ご?都合の(?:良|よ|つく)/i],
  ['rights', /\b(?:may|can|could)\s+(?:i|we)\s+(?:quote|reuse|republish|reprint|translate|cite)\b|\blicen[cs]e\b|\bcopyright\b|\blizenz\b|\bnachdruck|\bdarf\s+(?:ich|man)\b|転載|引用(?:して|でき|可)|ライセンス|著作権/i],
  ['press', /\bbio(?:graphy|graphie|grafie)?\b|\bhead\s?shots?\b|\bpress\s+(?:kit|contact|pictures?|photos?|material|office|release)|\bmedia\s+kit\b|\blogos?\b|\bpresse(?:kontakt|mappe|foto|bild|material|stelle)|\bporträt|\bportraits?\b|\bpronounc|\bausgesprochen\b|\bpronouns?\b|\bpressekit\b|\bpress\b[^.?!]{0,20}\?*$|プレス|報道(?:用|関係)|宣材|プロフィール写真|(?:著者|作者|本人)の?写真|ロゴ|略歴|経歴/i],
  ['speaking', /\bspeaking\s+(?:fees?|topics|engagements?|profile|requests?)|\bspeaker\b|\bkeynotes?\b|\bfees?\b|\bhonorar|\bvortr(?:ag|äge)|\b(?:her|his|their|your|past|previous|which|what)\s+talks\b|\btalks?\s+(?:on\s+offer|does|did|has)\b|\bgives?\s+talks\b|講演/i],
  ['topics', /\b(?:what|which|list)\b[^.?!]{0,30}\b(?:topics|subjects|themes)\b|\bwhat\s+(?:do|does)\s+[^.?!]{1,60}\s(?:write|talk|speak|podcast|blog)\s+about\s*\??$|\bwelche\s+themen\b|\bworüber\s+(?:schreib|sprich|spreche|berichte)|(?:どんな|どのような|何の)(?:テーマ|話題|題材|こと|もの)[^。？]{0,20}(?:書|話|扱)|テーマは(?:何|なん)/i],
  ['personal', /\bhow\s+(?:old|tall|rich)\b|\b(?:married|birthday|home\s+address|phone\s+number|salary|religion|children|husband|wife)\b|\bwie\s+(?:alt|groß|reich)\b|\b(?:verheiratet|geburtstag|privatadresse|telefonnummer|gehalt)\b|\bwo\s+wohnt\b|\bwhere\s+does\s+\S+\s+live\b|何歳|年齢|結婚|独身|住所|電話番号|どこに住|年収|誕生日/i],
]; // prettier-ignore

const says = /\b(?:say|says|said|saying|wrote|write|quote|quoted|words|true|really|verify|check|sagte|gesagt|geschrieben|zitat|stimmt|wirklich|wörtlich)\b|言|書|発言|引用|本当/i; // prettier-ignore
/** Shorter ones are names and terms. */
const quoteWords = 4;

function quoteIn(text: string): string | undefined {
  const quoted = /["“„«‚‘'「『]([^"”“»‘’」』]{10,1000})["”“»‘’'」』]/.exec(text)?.[1]?.trim();
  return quoted && wordsOf(quoted).length >= quoteWords && says.test(text.replace(quoted, '')) ? quoted : undefined;
}

const whoAsks = /^\s*(?:and\s+)?(?:who(?:'s|’s|\s+is|\s+are|\s+runs|\s+writes|\s+makes|\s+hosts)|wer\s+(?:ist|sind|schreibt|macht|steckt)|what\s+is|was\s+ist|tell\s+me\s+about|about)\b/i; // prettier-ignore
const selves = new Set('you she he they her him this that it creator author host site room website behind publication du sie er ihr das dies diese hinter dahinter'.split(' ')); // prettier-ignore

/** Whether all that is asked about is the creator or the publication. */
function isAboutCreator(text: string, { name, publication }: Asked['creator']): boolean {
  if (asksWho(text, [name, publication])) return true;
  if (!whoAsks.test(text)) return false;
  const own = new Set([...wordsOf(name), ...wordsOf(publication)].map(folded));
  const asked = wordsOf(text.replace(whoAsks, '')).map(folded).filter((word) => !frame.has(word) || selves.has(word)); // prettier-ignore
  // A name may be declined: Hafenbriefe, hinter den Hafenbriefen.
  const isOwn = (word: string) => own.has(word) || [...own].some((one) => one.length > 4 && word.startsWith(one));
  return asked.length > 0 && asked.every((word) => isOwn(word) || selves.has(word));
}

/** The parts of a sentence that are about something: phrases in quotes, and words. */
function partsOf(text: string): string[] {
  const straight = text.replace(/[“”„‟«»＂]/g, '"').replace(/(?<=\p{L})['’]s\b/gu, '');
  return [...straight.matchAll(/"[^"]*"|[^\s"]+/g)].map(([part]) => part);
}

const isUnspaced = new RegExp(`[${unspaced}]`, 'u');

/** Go is a subject where it is a topic and written as a name; at the beginning of a sentence capitals tell nothing. */
const isNamedTopic = (part: string, at: number, isTopic: Asked['isTopic']): boolean =>
  at > 0 && /^\p{Lu}/u.test(part) && isTopic(part);

function readWord(read: Read, part: string, own: Set<string>, isSubject: boolean): void {
  if (part.startsWith('"') || isUnspaced.test(part)) {
    if (wordsOf(part).length > 0) read.words.push(part);
    return;
  }
  const words = wordsOf(part).map(folded);
  const [word = ''] = words;
  const kind = words.length === 1 ? kinds.get(word) : undefined;
  const number = numbers.get(word) ?? (/^\d{1,2}$/.test(word) ? Number(word) : undefined);
  if (kind) {
    read.types = [...new Set([...read.types, ...kind.types])];
    read.isMany = read.isMany || kind.isMany;
  } else if (newest.has(word)) read.order = 'newest';
  else if (oldest.has(word)) read.order = 'oldest';
  else if (number !== undefined && words.length === 1) read.count = number;
  else if (words.some((one) => !frame.has(one) && !own.has(one))) read.words.push(words.join('-'));
  else if (isSubject && !own.has(word)) read.topics.push(part.replace(/[.,?!]+$/, ''));
}

/** More words than these say nothing more. */
const mostWords = 12;
const howMany = /\bhow\s+many\b|\bnumber\s+of\b|\bwie\s*viele\b|\banzahl\b|いくつ|何(?:件|本|個|回|通)/i;
const comes = /\b(?:upcoming|next|future|coming|kommende\w*|nächste\w*|bevorstehende\w*)\b|今後|これから|次回|予定/i;

/** "Project 2025" is a name if a text has it, not a year of publication. */
function namedYear(sentence: string, holds: Asked['holds']): string | undefined {
  return [...sentence.matchAll(/[\p{L}\p{M}]+ (?:19|20)\d\d\b/gu)]
    .map(([name]) => name)
    .find((name) => {
      const word = folded(name.slice(0, -5));
      return !frame.has(word) && !kinds.has(word) && !isMonth(word) && holds(name);
    });
}

function readWanted(sentence: string, { now, creator, holds, isTopic }: Asked): Wanted {
  const named = namedYear(sentence, holds);
  const { rest, ...period } = readPeriod(named ? sentence.replace(named, ' ') : sentence, now);
  const isNumber = howMany.test(rest);
  const own = new Set(wordsOf(creator.name).map(folded));
  const read: Read = { order: 'best', types: [], isMany: undefined, count: undefined, words: [], topics: [] };
  const names = [creator.publication, creator.name, creator.name.replace(/\s/g, '')];
  const spaced = isUnspaced.test(creator.name) ? names : names.slice(0, 1);
  const plainly = spaced.reduce((text, name) => text.replaceAll(name, ' '), rest.replace(howMany, ' '));
  for (const [at, part] of partsOf(readJapanese(read, plainly, creator.language)).entries())
    readWord(read, part, own, isNamedTopic(part, at, isTopic));
  if (named) read.words.push(`"${named}"`);
  const { order, types, isMany, words, topics } = read;
  const count = read.count ?? (order !== 'best' && isMany === false ? 1 : undefined);
  const about = { words: words.slice(0, mostWords).join(' '), ...(topics.length > 0 && { topics }) };
  return { types, order, ...(count && { count }), isNumber, ...about, ...period };
}

const isNothing = ({ types, order, words, topics, from, to, isNumber }: Wanted): boolean =>
  !topics && types.length === 0 && order === 'best' && words === '' && !from && !to && !isNumber;

/** Capitals at the beginning of a sentence tell no name. */
const lowered = (text: string): string =>
  text.replace(/\b(?:Book|Hire|Invite|Interview|Booking|Make|Send|How|Can|Could|May)\b/g, (word) => word.toLowerCase());

export function interpret(sentence: string, asked: Asked): Intent {
  const text = sentence.trim();
  const showUrl = addressIn(text);
  const address = showUrl ? { showUrl } : {};
  const quote = quoteIn(text);
  if (quote) return { kind: 'quote', quote };
  const early = plain.find(([kind, pattern]) => kind === 'cancel' && pattern.test(text));
  if (early) return { kind: 'cancel' };
  if (booking.some((pattern) => pattern.test(lowered(text)))) return { kind: 'booking', ...address };
  const wanted = readWanted(showUrl ? text.replace(showUrl, ' ') : text, asked);
  if (showUrl || prepares.test(text)) return { kind: 'prepare', ...address, wanted };
  const found = plain.find(([, pattern]) => pattern.test(text));
  if (found) return { kind: found[0] };
  if (isAboutCreator(text, asked.creator)) return { kind: 'who' };
  if (isNothing(wanted)) return { kind: 'greeting' };
  return { kind: 'items', wanted: comes.test(text) ? upcoming(wanted, asked.now) : wanted };
}

/** What is to come is in the timeline, and among the streams. */
function upcoming(wanted: Wanted, now: number): Wanted {
  const words = wanted.words.split(' ').filter((word) => !comes.test(word)).join(' '); // prettier-ignore
  const types: ItemType[] = wanted.types.length > 0 ? wanted.types : ['timeline', 'stream'];
  return { ...wanted, types, words, from: wanted.from ?? new Date(now).toISOString().slice(0, 10), order: 'oldest' };
}
