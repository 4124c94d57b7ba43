// English and German words that describe a query rather than its subject.
import type { ItemType } from '#contract/content-types.ts';
import { foldWord } from '#domain/search/words.ts';

export type ItemOrder = 'best' | 'newest' | 'oldest';

/** A query while its sentence is read. */
export interface QueryDraft {
  order: ItemOrder;
  types: ItemType[];
  isMany: boolean | undefined;
  count: number | undefined;
  words: string[];
  topics: string[];
  /** Words of the subject that no word such as “about” introduces. */
  loose: string[];
}

/** Names of item types in singular and plural. */
const itemNames: { types: ItemType[]; one: string; many: string }[] = [
  {
    types: ['article'],
    one: 'article essay artikel beitrag aufsatz text',
    many: 'articles essays artikeln beiträge beiträgen aufsätze texte texten',
  },
  { types: ['article', 'timeline'], one: 'post blogpost', many: 'posts blogposts' },
  {
    types: ['episode'],
    one: 'episode folge podcastfolge podcast interview',
    many: 'episodes folgen podcastfolgen episoden podcasts interviews',
  },
  { types: ['video'], one: 'video film clip', many: 'videos films clips filme filmen' },
  { types: ['stream'], one: 'stream livestream', many: 'streams livestreams' },
  {
    types: ['timeline'],
    one: 'event appearance veranstaltung auftritt',
    many: 'events appearances veranstaltungen auftritte auftritten',
  },
];

/** Creates a case-insensitive pattern from alternatives. */
export const anyOf = (...patterns: string[]): RegExp => new RegExp(patterns.join('|'), 'i');

const foldWords = (text: string): string[] => text.split(' ').map(foldWord);

export interface WordKind {
  types: ItemType[];
  isMany: boolean;
}

export const typeWords = new Map<string, WordKind>(
  itemNames.flatMap(({ types, one, many }) => [
    ...foldWords(one).map((word): [string, WordKind] => [word, { types, isMany: false }]),
    ...foldWords(many).map((word): [string, WordKind] => [word, { types, isMany: true }]),
  ]),
);

export const newestWords = new Set(
  foldWords(
    'newest latest recent last new news neueste neuesten neuester neuestes neues neue jüngste jüngsten letzte letzten letzter ' +
      'letztes aktuelle aktuellste zuletzt',
  ),
);
export const oldestWords = new Set(
  foldWords('oldest earliest first älteste ältesten ältester erste ersten erster erstes frühesten'),
);
export const numberWords = new Map(
  [
    ['one', 'ein', 'eine', 'einen'],
    ['two', 'zwei'],
    ['three', 'drei'],
    ['four', 'vier'],
    ['five', 'fünf'],
    ['six', 'sechs'],
    ['seven', 'sieben'],
    ['eight', 'acht'],
    ['nine', 'neun'],
    ['ten', 'zehn'],
  ].flatMap((names, at) => names.map((name): [string, number] => [foldWord(name), at + 1])),
);

/** Words that belong to questions and are never a subject. */
export const frameWords = new Set(
  foldWords(
    'a about again all also am an and another any anybody anyone anything anywhere are as at be been being but by can could ' +
      'contain contains cover covered covers creator current currently deal deals did discuss discussed discusses do does doing ' +
      'done else ever everything feature featured features featuring explain explained explains explore explores feel find for from gave get give given gives go had ' +
      'has have having he hear heard her here hers him his host how i idea ideas if in into is it item items its just kindly know ' +
      'let like list listen look me mention mentioned mentions might mine more most must my need of offer on ' +
      'one opinion opinions or other our out over piece pieces please point published publish publishes read recommend ' +
      'room s said saw say saying says see shall she should show so some somebody someone something speak speaking speaks spoke ' +
      'spoken stuff t take tell than thank thanks that the their them then there these they thing things think thinks this those ' +
      'thought thoughts to topic topics under until up us used very view views want wants was watch we were what when where ' +
      'which who whom whose why will wish with work works would wrote write writes writing written you your appear appeared ' +
      'year years month week made make makes recorded produced released done exist exists altogether far yet appears prepare prepares prepared preparing preparation briefing vorbereiten vorbereite bereite vorbereitung come came kind kinds type types talk talked talking talks hello hi hey site website page author archive episode ' +
      'aber alle allem allen alles als am an andere auch auf aus bei beim bin bis bitte da dann danke dar das dass dazu dein deine ' +
      'dem den denkt der des die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines ' +
      'er erklärt erklärst erschienen erschien erscheint erzähl erzählt es etwas euch euer finde finden findet für gab gefunden ' +
      'gehört geht geschrieben gesagt gesprochen gibt haben habe hast hat hatte hier hält ich ihm ihn ihr ihre ihrem ihren ihrer im ' +
      'in ins irgendetwas irgendwas ist ja kann kannst kennt können könnt man meine meinen meinst meint meinung ' +
      'mein mich mir mit möchte nach noch nun nur ob oder sag sagen sagst sagt schreibe schreibt schreiben seine ' +
      'gemacht aufgenommen veröffentlichte insgesamt bisher jemals jahr jahren monat woche seiner sein sich sie sind so spricht sprechen steht stehen thema themen über um und uns unser unter veröffentlicht viel ' +
      'viele vom von vor wann war waren warum was weiß welche welchem welchen welcher welches wem wen wenn wer werden wie wieso ' +
      'will wir wird wo wollen worüber wozu wurde wurden zeig zeige zu zum zur äußert befasst berichtet guten hallo tag seite',
  ),
);

/** Words that introduce the subject of a sentence. */
export const subjectMarkers = new Set(
  foldWords(
    'about on regarding concerning with mention mentions mentioned mentioning cover covers covered covering discuss discusses discussed ' +
      'contain contains feature features featured featuring explain explains explained explore explores über ueber zu zum zur mit ' +
      'erwähnt erwähnen behandelt behandeln is are was were ist sind war waren wurde wurden',
  ),
);
/** Words between the words of a subject. */
export const connectors = new Set(
  foldWords('a an the of and or its der die das den dem des ein eine einen einem einer eines und oder'),
);
