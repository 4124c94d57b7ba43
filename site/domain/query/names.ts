// Names in a sentence: titles, people, the publication and its podcasts.
import { foldPhrase, type Role } from './grammar.ts';
import { addFree, isPlain, type Reader, type Rule } from './reader.ts';

/** Roles whose words may also belong to a name or a title. */
const specialRoles: Role[] = [
  'after',
  'before',
  'half',
  'items',
  'noun',
  'not',
  'number',
  'order',
  'status',
  'type',
  'types',
  'unknown',
];
/** Roles of the first word of a name such as “longest night”. */
const namedRoles: Role[] = ['order', 'unknown'];

/** Returns the end of a name of two words, such as “longest night”, that begins at a position. */
function findPair(reader: Reader, at: number): number | undefined {
  const name = reader.find(at);
  const isPair = name?.end === at + 1 && at + 1 < reader.tokens.length && isPlain(reader, at + 1);
  const isName = isPair && namedRoles.includes(name.meaning.role);
  return isName && reader.context.containsPhrase(reader.text(at, at + 2)) ? at + 2 : undefined;
}

/** Returns true if a part of the sentence may be a title: it has a plain word, and a word with a special role. */
function mayBeTitle(reader: Reader, at: number, end: number): boolean {
  const { tokens } = reader;
  const span = Array.from({ length: end - at }, (_, n) => at + n);
  if (span.some((n) => tokens[n]!.isQuoted || (n > at && tokens[n]!.startsClause))) return false;
  const isSpecial = (n: number): boolean => {
    const special = reader.find(n);
    return special !== undefined && special.end <= end && specialRoles.includes(special.meaning.role);
  };
  return span.some(isSpecial) && span.some((n) => isPlain(reader, n));
}

/** Returns the end of a title, or of a name, that begins at a position with a special word. */
function findName(reader: Reader, at: number): number | undefined {
  const role = reader.find(at)?.meaning.role;
  if (role && ['asks', 'auxiliary', 'how many', 'link'].includes(role)) return undefined;
  const pairEnd = findPair(reader, at);
  if (pairEnd !== undefined) return pairEnd;
  for (let end = Math.min(reader.tokens.length, at + 8); end > at + 2; end--)
    if (mayBeTitle(reader, at, end) && reader.context.isInTitle(reader.text(at, end))) return end;
  return undefined;
}

export const readName: Rule = (reader, at) => {
  const end = findName(reader, at);
  if (end === undefined) return undefined;
  if (end - at > 2) addFree(reader, `"${reader.text(at, end)}"`);
  else for (const { text } of reader.tokens.slice(at, end)) addFree(reader, text);
  return end;
};

/** Reads the creator's name, or a part of it, or the name of the publication. Returns the index after it. */
export function readSelfName({ tokens, words, context, query }: Reader, at: number): number | undefined {
  const { name, publication } = context.creator;
  for (const phrase of [publication, name].map((one) => foldPhrase(one).split(' '))) {
    const isMatch = phrase.every((word, n) => (words[at + n] ?? '').startsWith(word));
    if (phrase[0] !== '' && isMatch && (phrase.length > 1 || /^\p{Lu}/u.test(tokens[at]!.text))) {
      query.isAboutCreator = true;
      return at + phrase.length;
    }
  }
  const isNamePart = foldPhrase(name).split(' ').includes(words[at]!) && /^\p{Lu}/u.test(tokens[at]!.text);
  if (!isNamePart) return undefined;
  query.isAboutCreator = true;
  return at + 1;
}

/** Reads the name of a podcast. A name of one word may also be a subject. */
export function readShow({ words, context, query }: Reader, at: number): number | undefined {
  for (const name of context.shows ?? []) {
    const phrase = foldPhrase(name).split(' ');
    const rest = phrase.slice(phrase.length > 2 && ['the', 'der', 'die', 'das'].includes(phrase[0]!) ? 1 : 0);
    if (!rest.every((word, n) => words[at + n] === word)) continue;
    if (rest.length === 1 && (!query.isItems || query.hasSubject)) continue;
    query.types.push('episode');
    query.isItems = true;
    return at + rest.length;
  }
  return undefined;
}
