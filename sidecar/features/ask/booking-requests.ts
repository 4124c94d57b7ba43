// Detects sentences that request a booking in English, German and Japanese.
import { splitWords } from '#domain/search/words.ts';
import { cutNegations, type PhraseTest } from './not-understood.ts';

// Repetitions are bounded to keep matching linear in the length of the text.
const wish = String.raw`(?:i|we)(?:['’]d|\s+would|\s+am|\s+are|['’]m|['’]re)?\s+(?:very\s+much\s+|really\s+)?(?:like|love|want|wish|need|hope|looking)`;
const may = String.raw`(?:can|could|may|might)\s+(?:i|we|you)|(?:how|where)\s+(?:do|can|could|would|should)\s+(?:i|we|one)|(?:how|way)\s+to`;
const meeting =
  '(?:interview|appearance|talk|keynote|conversation|session|slot|call|chat|meeting|appointment|date|time|booking)';
/** Matches a pronoun. The creator's name has been replaced by one. */
const person = String.raw`(?:(?:ms|mrs|mr|dr)\.?\s+)?(?:you|him|her|them|she)`;
const article = String.raw`(?:an?|the|your|our|my)\s+(?:[\p{L}-]+\s+){0,2}?`;
const request = String.raw`(?:booking|interview|guest)\s+(?:request|inquiry|enquiry)`;
const german = '(?:interview|gespräch|termin|auftritt|vortrag|buchung)';
const arrange = '(?:vereinbaren|ausmachen|planen|reservieren|verabreden|organisieren|anfragen|führen)';
const modal = String.raw`(?:möchte|würde|will|wollen|hätte|kann|können|könnte|darf|dürfen|dürfte)\p{L}{0,3}`;
const ours = String.raw`(?:uns|mir|unser\p{L}*|mein\p{L}*)`;
const toRegExp = (pattern: string): RegExp => new RegExp(pattern, 'iu');

/** Match orders and wishes of the writer, but not questions about guests or interviews. */
const bookingPatterns = [
  // "Book an interview". The article is required, since a "book talk" is a talk on books.
  toRegExp(
    String.raw`(?:^|\b(?:to|please|let['’]s|let\s+us|${may}|and)\s+)(?:book|schedule|arrange|request|plan|organi[sz]e|set\s+up)\s+(?:(?:me|us)\s+)?${article}${meeting}\b`,
  ),
  toRegExp(String.raw`(?:^|\b(?:please|let['’]s|let\s+us)\s+)(?:book|hire|invite|interview)\s+${person}\b`),
  toRegExp(
    String.raw`\b(?:${wish})\b[^.?!]{0,100}\b(?:to\s+(?:invite|interview)|to\s+(?:book|hire)\s+(?:${person}\b|[^.?!]{0,60}\b(?:to|on|for)\s+(?:our|my)\b)|(?:make|send|place)\s+a\s+booking|guest\s+(?:on|for|in)\s+(?:our|my))\b`,
  ),
  toRegExp(
    String.raw`\b(?:${may})\s+(?:please\s+)?(?:book|invite|hire|interview)\s+(?:${person}\b|[^.?!]{0,60}\b(?:to|on|for)\s+(?:our|my)\b)`,
  ),
  toRegExp(
    String.raw`\b(?:can|could|would|will|may|might)\s+(?:you|she|he|they|we\s+have)\b[^.?!]{0,60}\b(?:guest\s+(?:on|for|in)\s+(?:our|my)|(?:do|give)\s+(?:(?:us|me)\s+)?an\s+interview)\b|\bas\s+(?:our|my)\s+guest\b`,
  ),
  toRegExp(
    String.raw`(?:^|\b(?:to|please)\s+)(?:make|send|place)\s+a\s+booking|\b(?:have|send|is)\s+an?\s+${request}\b|^(?:an?\s+|my\s+|our\s+)?(?:podcast\s+|media\s+|press\s+)?(?:${request}|bookings?)(?:\s+(?:for|from|with)\b[^?]{0,200})?[.!]*$`,
  ),
  toRegExp(String.raw`^(?:bitte\s+)?(?:(?:ein|einen|eine|das|den|die)\s+)?${german}\b[^.?!]{0,60}\b${arrange}[.!]*$`),
  toRegExp(
    String.raw`^(?:bitte\s+)?(?:buchen?|vereinbaren?|reservieren?|planen?|organisieren?)\s+(?:sie\s+)?(?:bitte\s+)?(?:mir\s+|uns\s+)?(?:ein|einen|eine|den|das|die)\s+(?:[\p{L}-]+\s+)?${german}(?!\p{L})`,
  ),
  toRegExp(
    String.raw`^bitte\s+um\s+ein\s+interview[.!]*$|^(?:(?:eine?|unsere|meine)\s+)?(?:interview-?anfrage|buchungs?anfrage|buchung)[.!]*$`,
  ),
  toRegExp(
    String.raw`(?<!\p{L})(?:(?:ich|wir)\s+${modal}|${modal}\s+(?:gerne?\s+)?(?:ich|wir|man))\b[^.?!,]{0,100}(?<!\p{L})(?:(?:sie|ihn|dich|euch|she|für\s+${ours})\b[^.?!,]{0,60}\bbuchen|einladen|interviewen|als\s+gast|${german}\s+(?:mit\s+[^.?!,]{0,60})?${arrange})(?!\p{L})`,
  ),
  toRegExp(
    String.raw`(?<!\p{L})${modal}\s+(?:sie|du|er|she)(?=[^.?!,]{0,100}\b(?:als|zu)\s+gast\b)[^.?!,]{0,100}(?<!\p{L})${ours}(?!\p{L})`,
  ),
  /(?:取材|インタビュー|出演|登壇|講演|ゲスト)[^。？準]{0,20}(?:申し込|依頼|お願い|予約|したい|して(?:ほしい|もらえ|いただ)|してくれ|でき|可能)|(?:予約|出演依頼|取材依頼)[^。？]{0,10}(?:したい|方法|するに|でき|お願い|して(?:ください|下さい))|^(?:予約|出演依頼|取材依頼)[。！]*$/,
];
/** Matches questions about past events, which are not requests. */
const pastQuestion =
  /誰|だれ|どの|どこ|いつ|どれ|いくつ|された|しました|した(?:の|こと|人|回)|記事|エピソード|聞け|読め|見られ/;
const clauses = /[.!?;。！？]+|,?\s+(?:but|aber)\s+/;

/** Replaces the creator's name with a pronoun. */
export function replaceCreatorName(text: string, name: string): string {
  const nameWords = new Set(splitWords(name));
  return text.replaceAll(name, 'she').replace(/[\p{L}\p{M}]+/gu, (word) => (nameWords.has(word) ? 'she' : word));
}

/** Returns true if a clause without a negation requests a booking. */
export const asksForBooking = (text: string, name: string, containsPhrase: PhraseTest): boolean =>
  replaceCreatorName(text, name)
    .split(clauses)
    .some((clause) => {
      const trimmed = clause.trim();
      if (pastQuestion.test(trimmed) || cutNegations(trimmed, containsPhrase).words.length > 0) return false;
      return bookingPatterns.some((pattern) => pattern.test(trimmed));
    });
