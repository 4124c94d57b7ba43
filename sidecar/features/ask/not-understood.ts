// Words that change the meaning of a question but are not understood: negations, comparisons and ranks in English,
// German and Japanese.
import { typeWords, newestWords } from './lexicon.ts';

/** Matches whole words. Unlike \b, it knows letters with diacritics. */
const wordPattern = (text: string): string => `(?<!\\p{L})(?:${text})(?!\\p{L})`;
const alternatives = (text: string): string => text.trim().replace(/\s+/g, '|');

const negations = new RegExp(
  [
    wordPattern("\\p{L}+n['’]t|cannot|cant|(?:do|does|did|is|are|was|were|has|have|had|would|could|should)nt"),
    wordPattern(
      '(?:everything|anything|anybody|anyone|all|every \\p{L}+) but|(?:other|rather) than|(?:apart|aside) from|instead of|no one|lack(?:s|ing)?(?! of)',
    ),
    wordPattern(
      'no(?!\\.\\s*\\d)|' +
        alternatives(
          'not none never without nobody nothing nowhere neither nor except excepting excluding exclude excludes excluded unless hardly',
        ),
    ),
    wordPattern(
      'kein\\p{L}*|niemand\\p{L}*|niemals|nirgend\\p{L}*|abgesehen von|bis auf|' +
        alternatives('nicht nichts nie ohne weder außer ausser ausgenommen sondern statt anstatt'),
    ),
    '(?<=\\s)-(?=\\p{L})',
    '以外|[のより](?:ほか|他)に|を除[いくき]|除外|抜き|(?<![はお])なし|無し|一つも|決して|全く|(?:では|じゃ)(?:ない|ありません)|ない(?!で?(?:しょう|す)か)|なかった|なく(?=て|、)|ません(?!か|でしょうか)|ずに',
  ].join('|'),
  'giu',
);

const kindNames = [...typeWords.keys()].join('|');
const orderNames = [...newestWords].join('|');
const ranked = `\\s+(?:(?:to|from|most|oldest|best|longest|\\d+|two|three|four|five|zwei|drei|vier|fünf|ever|one|item|items|piece|pieces|thing|things)(?!\\p{L})|${kindNames}|${orderNames})`;

const limits = new RegExp(
  [
    wordPattern(
      '\\p{L}+\\s+than(?:\\s+(?:\\d+\\s+\\p{L}+|\\p{L}+\\s+(?:seconds|minutes|hours|pages|words)))?|(?:\\p{L}{2,}er|mehr|weniger)\\s+als(?:\\s+\\d+\\s+\\p{L}+)?',
    ),
    wordPattern(
      '(?<=(?<!\\p{L})how\\s+)(?:' +
        alternatives('long short old tall big large often far deep high expensive much good popular early late') +
        ')',
    ),
    wordPattern(
      '(?<=(?<!\\p{L})wie\\s+)(?:' + alternatives('lang lange oft groß alt hoch tief teuer weit viel häufig') + ')',
    ),
    wordPattern(
      `(?:${alternatives('long short bigg larg small high low deep tall cheap easi hard funni sadd great strong fast slow rar simpl loud rich dark bright busi happi heavi warm cold')})est`,
    ),
    wordPattern('most\\s+(?!recent)\\p{L}+|' + alternatives('best worst least fewest')),
    wordPattern(
      `(?:${alternatives('längst kürzest größt grösst kleinst höchst tiefst best schlechtest teuerst billigst meist wenigst beliebtest bekanntest schönst wichtigst lustigst spannendst schwerst leichtest')})(?:e[nmrs]?)?`,
    ),
    wordPattern(
      'less|fewer|at least|at most|exactly|only|every|each|always|usually|nur|jede[nmrs]?|immer|mindestens|höchstens',
    ),
    wordPattern(
      `(?<=(?:is|are|was|were)\\s+)(?:${alternatives('left remaining available missing free paid')})|top(?=\\s+\\d|${ranked})`,
    ),
    wordPattern(
      `(?:good|great|nice|gute[nmrs]?|second|third|fourth|fifth|zweite[nmrs]?|dritte[nmrs]?|vorletzte[nmrs]?)(?=${ranked})`,
    ),
    wordPattern(
      `(?:first|last|erste[nmrs]?|letzte[nmrs]?)(?!${ranked})(?!(?<=(?:the|die|der|das)\\s+\\p{L}+)\\s*[.?!]*$)`,
    ),
    '(?:一番|いちばん|最も|もっとも)(?!新し|古|最初)\\p{sc=Han}{1,2}(?:(?![のはがをに])\\p{sc=Hiragana}){0,2}|最[長短大小高]|\\d番目|[二三四五]番目|だけ',
  ].join('|'),
  'giu',
);

/** Matches quoted phrases, which do not change the meaning of the question. */
const quotedPhrase = /(["“„«「『][^"”“»」』]*["”“»」』])/;

interface CutText {
  /** Text without the matches. */
  rest: string;
  /** Text before the first match. */
  before: string;
  words: string[];
}

/** Placeholder for a match. It occurs in no text. */
const gap = '\0';

function cutMatches(
  text: string,
  pattern: RegExp,
  isExcluded: (match: string, before: string, after: string) => boolean,
): CutText {
  const words: string[] = [];
  const parts = text.split(quotedPhrase).map((part, n) => {
    if (n % 2 === 1) return part;
    return part.replace(pattern, (match: string, at: number) => {
      if (isExcluded(match, part.slice(0, at), part.slice(at + match.length))) return match;
      words.push(match.trim());
      return gap;
    });
  });
  const rest = parts.join('');
  return { rest: rest.replaceAll(gap, ' '), before: rest.split(gap)[0]!, words };
}

/** Returns true if a text contains this phrase. */
export type PhraseTest = (phrase: string) => boolean;

/** Cuts negations, except for titles such as “The Height of Nothing” that occur in a text. */
export const cutNegations = (text: string, containsPhrase: PhraseTest): CutText =>
  cutMatches(text, negations, (match, before) => {
    const leadingWords = /\p{L}+\s+\p{L}+\s+$/u.exec(before)?.[0];
    return leadingWords !== undefined && /^\p{Lu}/u.test(match) && containsPhrase(leadingWords + match);
  });

/** Cuts ranks and comparisons, except for names such as “longest night”, which `isName` recognizes. */
export const cutLimits = (text: string, isName: PhraseTest): CutText =>
  cutMatches(text, limits, (match, _, after) => {
    const nextWord = /^\s+(\p{L}+)/u.exec(after)?.[1];
    return nextWord !== undefined && isName(`${match} ${nextWord}`);
  });
