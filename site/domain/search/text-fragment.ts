// Addresses that lead a browser to a passage (https://wicg.github.io/scroll-to-text-fragment/).
import { firstWords, lastWords } from './spans.ts';

/** A passage of one block up to this length is named as a whole; a longer one by its first and last words. */
const wholeMostCharacters = 80;
const edgeCharacters = 25;

/** The dash has a meaning of its own in the directive. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D');

/** Words before the passage, where its beginning stands elsewhere before: browsers go to the first place that fits. */
function prefixOf(text: string, start: number, beginning: string): string {
  const isFirst = text.toLowerCase().indexOf(beginning.toLowerCase()) === start;
  const line = text.slice(0, start).trimEnd().split('\n').at(-1)!;
  return isFirst || !line ? '' : `${encoded(lastWords(line, edgeCharacters))}-,`;
}

/** `text` is plain, a block a line; `url` may have a fragment of its own. */
export function textFragmentUrl(url: string, text: string, start: number, end: number): string {
  const passage = text.slice(start, end);
  const lines = passage.split('\n');
  const isShort = lines.length === 1 && passage.length <= wholeMostCharacters;
  const beginning = isShort ? passage : firstWords(lines[0]!, edgeCharacters);
  const ending = isShort ? '' : `,${encoded(lastWords(lines.at(-1)!, edgeCharacters))}`;
  const directive = `:~:text=${prefixOf(text, start, beginning)}${encoded(beginning)}${ending}`;
  return url.includes('#') ? url + directive : `${url}#${directive}`;
}
