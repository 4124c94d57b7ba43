// Whether a build left pictures to copy: asked for again only while there are fewer each time, so that it comes to an end.
import { readUncopied } from './media-places.ts';

export function uncopiedPictures(contentDir: string): () => Promise<boolean> {
  let before = 0;
  return async () => {
    const now = await readUncopied(contentDir);
    const isWanted = now > 0 && now !== before;
    before = now;
    return isWanted;
  };
}
