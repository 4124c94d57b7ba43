// Addresses that lead a browser to a passage (https://wicg.github.io/scroll-to-text-fragment/).
import { firstWords, lastWords } from './spans.ts';

/** A passage of one block up to this length is named as a whole; a longer one by its first and last words. */
const maxWholeCharacters = 80;
const edgeCharacters = 25;

/** The dash has a meaning of its own in the directive. */
const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D');

/** Words before the passage, where its beginning stands elsewhere before: browsers go to the first place that fits. */
function disambiguatingPrefix(text: string, start: number, beginning: string): string {
  const isFirst = text.toLowerCase().indexOf(beginning.toLowerCase()) === start;
  const line = text.slice(0, start).trimEnd().split('\n').at(-1)!;
  return isFirst || !line ? '' : `${encodeText(lastWords(line, edgeCharacters))}-,`;
}

/** `text` is plain, a block a line; `url` may have a fragment of its own. */
export function textFragmentUrl(url: string, text: string, start: number, end: number): string {
  const passage = text.slice(start, end);
  const lines = passage.split('\n');
  const isShort = lines.length === 1 && passage.length <= maxWholeCharacters;
  const beginning = isShort ? passage : firstWords(lines[0]!, edgeCharacters);
  const ending = isShort ? '' : `,${encodeText(lastWords(lines.at(-1)!, edgeCharacters))}`;
  const directive = `:~:text=${disambiguatingPrefix(text, start, beginning)}${encodeText(beginning)}${ending}`;
  return url.includes('#') ? url + directive : `${url}#${directive}`;
}
