// Pictures in the body of an item.
import { parseMarkdown } from './markdown.ts';

export interface BodyPicture {
  url: string;
  alt: string;
}

export function findPictures(body: string): BodyPicture[] {
  if (!body.includes('![') || !/\]\(<?https?:/.test(body)) return [];
  const images = parseMarkdown(body).flatMap(({ children }) => (children ?? []).filter(({ type }) => type === 'image'));
  return images.map((image) => ({ url: String(image.attrGet('src')), alt: image.content }));
}
