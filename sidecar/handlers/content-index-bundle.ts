// GET /api/agent/content-index/bundle: the same as content-index with format=ndjson, up to 1000 without a limit.
import { contentIndexMaxLimit } from '#contract/limits.ts';
import type { Handler } from '../http/handler.ts';
import { answerQuery } from './content-index.ts';

export const contentIndexBundle: Handler<'contentIndexBundle'> = ({ query }, context) =>
  // Parameters that only content-index knows are ignored.
  answerQuery({ ...query, count: false }, context, 'ndjson', contentIndexMaxLimit);
