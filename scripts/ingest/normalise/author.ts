// Names of authors as feeds give them.
import { plainText, shorten } from './plain-text.ts';

/** RSS authors are mail addresses with a name behind: the name is enough. */
export function authorName(author: string | undefined): string | undefined {
  const text = plainText(author);
  const open = text.indexOf('(');
  const isNamed = open > 0 && text.endsWith(')') && isMail.test(text.slice(0, open).trim());
  const name = isNamed ? text.slice(open + 1, -1) : withoutMail(text);
  return shorten(name, 200) || undefined;
}

/** Word by word: one expression for the whole text would try each of its parts from each of its characters. */
const withoutMail = (text: string): string =>
  text
    .split(' ')
    .filter((word) => !isMail.test(word) || !word.includes('.'))
    .join(' ');
const isMail = /^<?[^\s@]+@[^\s@]+$/;
