// Pages that the sidecar completes: a built page of the release with an answer inserted.
import { escapeMarkup } from '#domain/text/markup.ts';
import { canonicalLocale, type Translate, translatorFor } from '#domain/messages/messages.ts';
import { readPage, type Release } from '../release/release.ts';

export const htmlType = 'text/html; charset=utf-8';

/** Returns a translator into the language of the room. */
export const createTranslator = ({ facts }: Pick<Release, 'facts'>): Translate => translatorFor(facts.creator.language);

/** Renders a day in the room's language; the input is `2026-11-21` or a time. */
export function renderDay({ facts }: Pick<Release, 'facts'>, day: string): string {
  const format = new Intl.DateTimeFormat(canonicalLocale(facts.creator.language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return `<time datetime="${escapeMarkup(day)}">${escapeMarkup(format.format(new Date(day)))}</time>`;
}

/** Content to insert into a built page. */
export interface PageFilling {
  /** Path of the page. */
  path: string;
  /** Id of the element whose content is replaced. */
  id: string;
  /** HTML to insert; undefined leaves the built content. */
  html: string | undefined;
  /** Values of form fields, by id. */
  values?: Record<string, string>;
}

const fillField = (page: string, id: string, value: string): string =>
  page.replace(
    new RegExp(`(<input\\b[^>]*\\bid="${id}"[^>]*?\\bvalue=")[^"]*(")`),
    (_, open: string, close: string) => open + escapeMarkup(value) + close,
  );

export async function readBuiltPage(release: Release, path: string): Promise<string> {
  const page = release.pages.get(path);
  return page ? (await readPage(release, page)).toString() : '';
}

/** Returns the built page with inserted content. */
export async function fillBuiltPage(release: Release, { path, id, html, values = {} }: PageFilling): Promise<string> {
  const page = await readBuiltPage(release, path);
  const filled =
    html === undefined
      ? page
      : page.replace(
          new RegExp(`(<div [^>]*id="${id}"[^>]*>)[\\s\\S]*?(</div>)`),
          (_, open: string, close: string) => open + html + close,
        );
  if (html !== undefined && filled === page) throw new Error(`the release has no frame at ${path}`);
  return Object.entries(values).reduce((made, [field, value]) => fillField(made, field, value), filled);
}
