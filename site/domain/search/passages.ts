// Attributed passages: passages in quotation marks, and passages that a title or summary repeats from the body.

/** Offsets in the text, and the speaker if the text names one. */
export type AttributedPassage = [start: number, end: number, speaker?: string];

interface QuotedSpan {
  start: number;
  end: number;
}

const pairs =
  /“[^“”\n]*”|„[^„“”\n]*[“”]|«[^«»\n]*»|»[^«»\n]*«|「[^「」\n]*」|『[^『』\n]*』|(?<![\p{L}\p{N}])"[^"\n]*"/gu;

/** Returns the spans of words in quotation marks, including the marks. */
export const quotedSpans = (text: string): QuotedSpan[] =>
  [...text.matchAll(pairs)].map(({ index, 0: words }) => ({ start: index, end: index + words.length }));

const withoutLineBreaks = (text: string): string => text.replaceAll('\n', ' ');
/** Number of letters that identify the beginning of a line. */
const minSharedLetters = 40;
const minLineLetters = 10;

function clipPassage([start, end, ...speaker]: AttributedPassage, from: number, to: number): AttributedPassage[] {
  const first = Math.max(start, from);
  const last = Math.min(end, to);
  return first < last ? [[first - from, last - from, ...speaker]] : [];
}

/** Returns the passages of a summary that is cut from the body, or contains the beginning of a line of a passage. */
export function passagesInExcerpt(text: string, body: string, passages: AttributedPassage[]): AttributedPassage[] {
  const core = withoutLineBreaks(text).replace(/\s*…$/u, '');
  const at = core === '' ? -1 : withoutLineBreaks(body).indexOf(core);
  if (at !== -1) return passages.flatMap((passage) => clipPassage(passage, at, at + core.length));
  return passages.flatMap(([start, end, ...speaker]) =>
    body
      .slice(start, end)
      .split('\n')
      .flatMap((line): AttributedPassage[] => {
        const index = line.length < minLineLetters ? -1 : core.indexOf(line.slice(0, minSharedLetters));
        return index === -1 ? [] : [[index, Math.min(core.length, index + line.length), ...speaker]];
      }),
  );
}

/** Returns the passages of a title that repeats the beginning of the body, as titles of posts do. */
export function passagesInTitle(title: string, body: string, passages: AttributedPassage[]): AttributedPassage[] {
  const core = withoutLineBreaks(title).replace(/\s*…$/u, '');
  return withoutLineBreaks(body).startsWith(core)
    ? passages.flatMap((passage) => clipPassage(passage, 0, core.length))
    : [];
}
