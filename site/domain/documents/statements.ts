// Finds sentences in the texts of an item that a host can ask about: changes of mind, opinions, numbers, and words of
// guests. Everything is quoted as it was said, with its speaker.
import { isFullName } from '../person-name.ts';
import { longPattern } from '../text/long-pattern.ts';
import type { Attribution } from '#contract/schemas/search.ts';
import { type AttributedText, attributePassage } from '../search/attribution.ts';
import { isStopWord } from '../search/stop-words.ts';
import { textFragmentUrl } from '../search/text-fragment.ts';
import { findSentences, type TextRange } from '../text/sentence.ts';

export type StatementKind = 'changed' | 'guest' | 'claim' | 'number';

export interface Statement extends Required<Pick<Attribution, 'speaker' | 'speakerIsCreator'>> {
  kind: StatementKind;
  text: string;
  itemId: string;
  title: string;
  date: string;
  /** Page of the item at the sentence, or the recording. */
  url: string | undefined;
  startSeconds: number | undefined;
}

/** Item whose texts are searched. */
export interface StatementSource extends AttributedText {
  item: { id: string; title: string; date: string; url: string };
  hasPage: boolean;
  texts: { body: string; transcript: string };
}

const minCharacters = 40;
const maxCharacters = 240;
/** Characters read of one text; transcripts of hours are longer. */
const readCharacters = 200_000;

interface Phrases {
  /** The speaker sees something differently than before. */
  changed: RegExp;
  /** The speaker takes a position. */
  claim: RegExp;
  /** First words that refer to a sentence before, so that the sentence cannot be quoted alone. */
  reference: RegExp;
}

const phrases: Record<string, Phrases> = {
  en: {
    changed: longPattern(
      String.raw`
        \bI (?:used to (?:think|believe|say|assume)|once (?:thought|believed|said)|was wrong|had it wrong|
        no longer (?:think|believe)|(?:have )?changed my mind|regret)\b`,
      'i',
    ),
    claim: longPattern(
      String.raw`
        \b(?:I|we) (?:think|believe|am convinced|are convinced|suspect|refuse|learned|learnt|realised|realized|
        disagree|must|should|ought to|need to)\b|\bin my (?:view|opinion|experience)\b|^the (?:problem|trouble|
        mistake|point|lesson|secret|truth|hardest part|best part|worst part)\b.{0,60}\b(?:is|was)\b|^(?:nobody|
        everybody|no one|everyone|never|always)\b`,
      'i',
    ),
    reference:
      /^(?:it|they|he|she|that|this|these|those|so|but|and|or|then|also|which|here|there|such|because|yes|no|well)\b|^(?:\S+ ){1,3}(?:its|they|them|their|he|his|she|her)\b/i,
  },
  de: {
    changed: longPattern(
      String.raw`
        \b(?:früher (?:dachte|glaubte|meinte) ich|ich (?:dachte|glaubte) (?:früher|lange|immer)|ich lag falsch|
        ich habe mich geirrt|ich habe meine meinung geändert|heute sehe ich .{0,40}anders|ich bereue)\b`,
      'i',
    ),
    claim: longPattern(
      String.raw`
        \bich (?:glaube|denke|finde|meine|bin überzeugt|vermute|weigere mich|habe gelernt)\b|
        \bmeiner (?:meinung|ansicht|erfahrung) nach\b|\b(?:das problem|der fehler|das schwierigste|das beste|
        das schlimmste|die wahrheit)\b.{0,60}\b(?:ist|war)\b|^(?:niemand|jeder|jede|niemals|immer)\b|\b(?:ich|
        wir|man) (?:muss|müssen|sollte|sollten|darf nicht|dürfen nicht)\b`,
      'i',
    ),
    reference: longPattern(
      String.raw`
        ^(?:es|sie|er|das|dies|diese|dieser|dieses|so|aber|und|oder|dann|auch|da|dort|hier|denn|doch|dabei|
        deshalb|ja|nein)(?!\p{L})`,
      'iu',
    ),
  },
  fr: {
    changed: longPattern(
      String.raw`
        \bje (?:croyais|pensais) (?:avant|autrefois|que)|\bj’ai changé d’avis|\bj'ai changé d'avis|
        \bje me (?:suis trompée?|trompais)|\bje regrette`,
      'i',
    ),
    claim: longPattern(
      String.raw`
        \bje (?:crois|pense|trouve|refuse|déteste|préfère|suis convaincue?)\b|\bà mon avis\b|\bpersonne ne\b|
        \bil faut\b|\bon devrait\b|\btoujours\b|\bjamais\b`,
      'i',
    ),
    reference:
      /^(?:il|elle|ils|elles|cela|ça|ce|cet|cette|ces|mais|et|ou|donc|alors|aussi|puis|oui|non|c’|c')(?!\p{L})/iu,
  },
  es: {
    changed: /\b(?:antes (?:creía|pensaba)|cambié de opinión|me equivoqué|estaba equivocad[oa]|me arrepiento)\b/i,
    claim: longPattern(
      String.raw`
        \b(?:creo|pienso|opino|me niego|odio|prefiero|estoy convencid[oa])\b|\ben mi opinión\b|\bnadie\b|
        \bhay que\b|\bdeberíamos\b|\bsiempre\b|\bnunca\b`,
      'i',
    ),
    reference: /^(?:él|ella|ellos|ellas|eso|esto|ese|esa|este|esta|pero|y|o|entonces|también|así|sí|no)(?!\p{L})/iu,
  },
  ja: {
    changed: /以前は.{0,30}(?:思って|考えて)いた|考えが変わ|考えを変え|間違っていた|間違いでした|後悔して/,
    claim:
      /(?:と思います|と思う|と考え(?:ます|る)|に違いない|べきだ|べきです|なければならない|なければなりません|決して|必ず)/,
    reference: /^(?:それ|これ|あれ|そこ|ここ|しかし|でも|だから|そして|また|はい|いいえ)/,
  },
};

const phrasesOf = (language: string): Phrases | undefined => phrases[language.toLowerCase().split('-')[0]!];

/** A number that says how many: not a year, a day, a version, or the number of an episode. */
const quantity = longPattern(
  String.raw`
    (?<![\p{L}\p{N}.:/#_-]|\p{Lu}[\p{L}.]*\s)(?!(?:1[6-9]|20|21)\d\d(?!\d|[.,]\d|
    \s?%))(?:\d{1,3}(?:[., ’']\d{3})+|\d{2,})(?:[.,]\d+)?\s?(?:%|(\p{Ll}{3,})|[kKMGT]B\b|[万億])`,
  'gu',
);
const rangeWord = /^(?:until|till|through|hasta|jusqu|fino|até|tot)$/;
/** Returns true if the text counts something. “From 11 to 17” and “12 March” do not. */
const statesQuantity = (text: string, language: string): boolean =>
  [...text.matchAll(quantity)].some(
    ([, unit]) => unit === undefined || !(rangeWord.test(unit) || isStopWord(unit, language)),
  );

/** Returns true for a full name, also one of a script without capitals. */
const isGuestName = (text: string): boolean => isFullName(text) || /^[\p{Lo}\p{M} ・]+$/u.test(text);

function statementKind(text: string, attribution: Attribution, language: string): StatementKind | undefined {
  const languagePhrases = phrasesOf(language);
  if (!attribution.speakerIsCreator) return isGuestName(attribution.speaker ?? '') ? 'guest' : undefined;
  if (languagePhrases?.changed.test(text)) return 'changed';
  if (languagePhrases?.claim.test(text)) return 'claim';
  return statesQuantity(text, language) ? 'number' : undefined;
}

/** Returns true for a sentence that can be quoted alone: whole, neither too short nor too long, and no question. */
const isQuotable = (text: string, language: Phrases | undefined): boolean =>
  text.length >= (/\p{scx=Han}|\p{scx=Kana}/u.test(text) ? minCharacters / 2 : minCharacters) &&
  text.length <= maxCharacters &&
  /[.!。！](?:["”»」』]|$)/.test(text.slice(-2)) &&
  /^["“„«「『]?[\p{Lu}\p{Lo}\d]/u.test(text) &&
  // An address, or the end of a sentence after which no new one was recognised.
  !/https?:|www\.|@\w|\S\/\S+\/|[.!?…]\s+(?-i:\p{Ll})|\b(?:mr|mrs|ms|dr|st|prof|vs|etc|nr|bzw|ca)\.$/iu.test(text) &&
  !language?.reference.test(text);

/** Splits a text into sentences. In a transcript, a line is a caption and not a block. */
function splitText(text: string, isTranscript: boolean, language: string): TextRange[] {
  const flat = text.slice(0, readCharacters);
  return findSentences(isTranscript ? flat.replaceAll('\n', ' ') : flat, language);
}

/** Returns the statements of an item in the order of its texts. `language` is that of the item. */
export function findStatements(source: StatementSource, language: string): Statement[] {
  const { item, hasPage, texts } = source;
  const languagePhrases = phrasesOf(language);
  return (['body', 'transcript'] as const).flatMap((field) => {
    const text = texts[field];
    return splitText(text, field === 'transcript', language).flatMap(({ start, end }): Statement[] => {
      const sentence = text.slice(start, end).replace(/\s+/g, ' ');
      if (!isQuotable(sentence, languagePhrases)) return [];
      const attribution = attributePassage(source, field, text, start, end);
      const kind = statementKind(sentence, attribution, language);
      if (!kind) return [];
      const { speaker = null, speakerIsCreator = false, startSeconds, mediaUrl } = attribution;
      const page = hasPage && field === 'body' ? textFragmentUrl(item.url, text, start, end) : item.url;
      const place = { itemId: item.id, title: item.title, date: item.date, url: mediaUrl ?? page, startSeconds };
      return [{ kind, text: sentence, speaker, speakerIsCreator, ...place }];
    });
  });
}
