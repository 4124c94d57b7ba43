// What a machine reads when it takes a release over, or cannot fetch on request.
import { shardPath } from '#domain/documents/content-index.ts';
import type { ReleasePage } from '#domain/release/page.ts';

const firstShard = shardPath(1);
const isShard = (path: string): boolean => path.replace(/\d+(?!.*\d)/, '1') === firstShard;

export const isCore = (path: string, entry: Pick<ReleasePage, 'private' | 'frame'>): boolean =>
  entry.private === true || entry.frame === true || isShard(path);
