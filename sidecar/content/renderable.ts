// Checks whether the text of an item can be rendered. An item that cannot is excluded and reported, so that it never
// stops a build.
import { renderMarkdown } from '#domain/text/markdown.ts';
import { plainTextOfMarkdown } from '#domain/search/plain-text.ts';

/** Longest text that is rendered; a novel has a million characters. */
export const maxBodyCharacters = 2_000_000;

/** Length up to which every text can be rendered, so that it need not be tried. */
export const alwaysRenderableCharacters = 50_000;

/** All renderings of a text. */
export const renderings: ((body: string) => unknown)[] = [(body) => renderMarkdown(body, ''), plainTextOfMarkdown];

/** Returns why a text cannot be rendered; undefined for nearly every text. */
export function findRenderProblem(body: string, allRenderings = renderings): string | undefined {
  if (body.length <= alwaysRenderableCharacters) return undefined;
  if (body.length > maxBodyCharacters)
    return `its text has ${body.length} characters; at most ${maxBodyCharacters} can be shown: shorten it`;
  try {
    for (const render of allRenderings) render(body);
    return undefined;
  } catch (error) {
    return `its text cannot be shown: ${(error as Error).message}`;
  }
}
