// Kinds of values that question words ask for, and how a sentence shows that it has one.
import { foldWord, isUnspaced, splitWords } from '../search/words.ts';
import { longPattern } from '../text/long-pattern.ts';
import { tokenize } from '../tokens/tokens.ts';
import { grammars } from './languages.ts';
import type { Asks } from './typed-query.ts';

const afterPreposition =
  /(?<!\p{L})(?:in|at|from|near|on|aus|bei|nach|an|à|en|a|de|em)\s+(?:(?:the|der|dem|den)\s+)?\p{Lu}/u;
const kanjiNumber = /[〇一二三四五六七八九十百千]/;
const weekday = longPattern(
  String.raw`
    (?<!\p{L})(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?!\p{L})|(?:mon|diens|donners|frei|
    sonn)tags?(?!\p{L})|mittwochs?|samstags?|曜`,
  'iu',
);

const monthNames = new Set(
  Object.values(grammars).flatMap(({ months }) => [...months.keys()].filter((name) => name.length > 3)),
);
const numberWords = new Set(
  Object.values(grammars).flatMap(({ meanings }) =>
    [...meanings].flatMap(([word, all]) =>
      all.some(({ role, value }) => role === 'number' && value !== '1') ? [word] : [],
    ),
  ),
);

/** Parts of number words of languages that write them as one word, or that no other list has. */
const numberParts = longPattern(
  String.raw`
    zehn|(?<!\p{L})elf(?!\p{L})|zwölf|(?:zwan|vier|fünf|sech|sieb|acht|neun)zig|dreißig|hundert|tausend|dutzend|
    (?<!\p{L})(?:diez|once|doce|veint\p{L}+|treinta|cuarenta|cincuenta|sesenta|ochenta|ciento|cien|\p{L}+ientos|mil|
    vingt|trente|quarante|cinquante|soixante|cent|mille|dozen|hundreds?|thousands?)(?!\p{L})|\p{L}+ient[ao]s`,
  'iu',
);

const hasNumber = (text: string): boolean =>
  /\p{Nd}/u.test(text) ||
  kanjiNumber.test(text) ||
  numberParts.test(text) ||
  splitWords(text).some((word) => numberWords.has(foldWord(word))) ||
  tokenize(text).some(({ form }) => /^\d+$/.test(form) && Number(form) > 1);

const hasTime = (text: string): boolean =>
  /(?:1[0-9]|20)\p{Nd}{2}|\p{Nd}{1,2}[:.]\p{Nd}{2}|[年月日]/u.test(text) ||
  weekday.test(text) ||
  splitWords(text).some((word) => monthNames.has(foldWord(word)));

const units = longPattern(
  String.raw`
    (?<!\p{L})(?:minutes?|hours?|seconds?|days?|weeks?|months?|years?|minuten?|stunden?|tagen?|wochen?|
    monaten?|jahren?|heures?|jours?|semaines?|mois|ans|horas?|días?|semanas?|meses|años?|ore|giorni|anni)
    (?!\p{L})|[分年月日週]|時間|\p{Nd}:\p{Nd}{2}`,
  'iu',
);
const lengthUnits = longPattern(
  String.raw`
    \p{Nd}\s?(?:[mck]?m|["'′″])(?!\p{L})|×|(?<!\p{L})(?:inch(?:es)?|feet|foot|yards?|miles?|(?:centi|milli|kilo)?
    met(?:er|re)[ns]?|mètres?|metros?|metri)(?!\p{L})|メートル|センチ`,
  'iu',
);
const ageWords =
  /(?<!\p{L})(?:born|geboren|née?|naci[ód]|nato|nata|nascid|years old|jahre alt|años|ans|anni)|生まれ|歳/iu;
const money = longPattern(
  String.raw`
    [£€$¥]|円|(?<!\p{L})(?:euros?|dollars?|pounds?|pence|pfund|cents?|mark|franken|francs?|pesetas?|shillings?)
    (?!\p{L})`,
  'iu',
);
const reasons = longPattern(
  String.raw`
    (?<!\p{L})(?:because|since|so that|weil|denn|damit|deshalb|parce que|porque|perché)(?!\p{L})|なぜ|から|
    ので|ため`,
  'iu',
);

/** A name alone does not say who did something, so no sentence is known to answer “who”. */
const checks: Partial<Record<Asks, (text: string) => boolean>> = {
  person: () => false,
  place: (text) => isUnspaced(text) || afterPreposition.test(text),
  time: hasTime,
  since: (text) => /(?:1[0-9]|20)\p{Nd}{2}/u.test(text),
  number: hasNumber,
  age: (text) => ageWords.test(text) && hasNumber(text),
  price: (text) => money.test(text) && hasNumber(text),
  size: (text) => lengthUnits.test(text) && hasNumber(text),
  weight: (text) => /\p{Nd}\s?(?:k?g(?!\p{L})|kilo|gram|pound)/iu.test(text),
  speed: (text) => /km\/h|mph|per hour|pro stunde/i.test(text),
  frequency: hasNumber,
  length: (text) => units.test(text) && hasNumber(text),
  reason: (text) => reasons.test(text),
};

/** Returns true if a sentence has a value of the kind; undefined if the question word asks for none. */
export const hasValue = (asks: Asks | undefined, text: string): boolean | undefined => asks && checks[asks]?.(text);
