// Addresses with text fragments, which scroll to a passage (https://wicg.github.io/scroll-to-text-fragment/).
import { firstWords, lastWords } from './spans.ts';

/** Maximum length of a passage that is quoted completely; a longer one by its first and last words. */
const maxWholeCharacters = 80;
const edgeCharacters = 25;

/** Encodes a text; the dash is a separator in the directive. */
const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('-', '%2D');

/** Returns the words before a passage if its beginning occurs earlier, because browsers scroll to the first match. */
function disambiguatingPrefix(text: string, start: number, beginning: string): string {
  const isFirst = text.toLowerCase().indexOf(beginning.toLowerCase()) === start;
  const line = text.slice(0, start).trimEnd().split('\n').at(-1)!;
  return isFirst || !line ? '' : `${encodeText(lastWords(line, edgeCharacters))}-,`;
}

/** Adds a text fragment to an address, which may already have a fragment. `text` has one block per line. */
export function textFragmentUrl(url: string, text: string, start: number, end: number): string {
  const passage = text.slice(start, end);
  const lines = passage.split('\n');
  const isShort = lines.length === 1 && passage.length <= maxWholeCharacters;
  const beginning = isShort ? passage : firstWords(lines[0]!, edgeCharacters);
  const ending = isShort ? '' : `,${encodeText(lastWords(lines.at(-1)!, edgeCharacters))}`;
  const directive = `:~:text=${disambiguatingPrefix(text, start, beginning)}${encodeText(beginning)}${ending}`;
  return url.includes('#') ? url + directive : `${url}#${directive}`;
}
