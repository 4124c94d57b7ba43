// Texts that have a price, for who holds a pass: they lie outside the public folder, and in no index.
import { endpoints } from '#contract/endpoints.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import { articleResource, isPriced } from '#domain/access/access.ts';
import type { Pass } from '../server/handler.ts';
import { readDocument, type Release } from './release.ts';

/** Whether the text has a price, and the pass opens it. */
export const isOpened = ({ facts }: Release, pass: Pass | undefined, item: Pick<ContentItem, 'id' | 'type'>): boolean =>
  pass !== undefined && isPriced(facts.access, item) && pass.opens(articleResource(item.id));

/** As Markdown. */
export async function pricedText(release: Release, { id }: Pick<ContentItem, 'id'>): Promise<string> {
  const { text } = await readDocument(release, endpoints.article.path.replace('{id}', id));
  return (JSON.parse(text) as { bodyMarkdown: string }).bodyMarkdown;
}
