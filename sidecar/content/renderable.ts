// Whether the text of an item can be shown: what cannot is left out of the room and named, so that it never stops a build.
import { renderMarkdown } from '#domain/text/markdown.ts';
import { plainTextOfMarkdown } from '#domain/search/plain-text.ts';

/** A novel has a million characters; beyond two no page opens in a reader's patience. */
export const maxBodyCharacters = 2_000_000;

/** Up to this length no text is too deep or too wide for a renderer, so that it need not be tried. */
export const alwaysRenderableCharacters = 50_000;

/** Everything that is made of a text, whatever reads it. */
export const renderings: ((body: string) => unknown)[] = [(body) => renderMarkdown(body, ''), plainTextOfMarkdown];

/** What is wrong with a text; undefined for nearly every one. */
export function findRenderProblem(body: string, made = renderings): string | undefined {
  if (body.length <= alwaysRenderableCharacters) return undefined;
  if (body.length > maxBodyCharacters)
    return `its text has ${body.length} characters, of which at most ${maxBodyCharacters} can be shown: shorten it`;
  try {
    for (const render of made) render(body);
    return undefined;
  } catch (error) {
    return `its text cannot be shown: ${(error as Error).message}`;
  }
}
