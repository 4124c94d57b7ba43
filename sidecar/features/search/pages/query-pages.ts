// Pages with a GET form: the sidecar inserts the answer to the query into the built page.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { endpoints } from '#contract/endpoints.ts';
import type { ApiError } from '#contract/errors.ts';
import { searchMaxCharacters } from '#contract/limits.ts';
import { ShowPrepQuery } from '#contract/schemas/queries.ts';
import { SearchQuery } from '#contract/schemas/search.ts';
import { pageHeaders } from '#domain/release/headers.ts';
import { assertShowUrl, preparePage, searchPage } from '#domain/live-pages.ts';
import { admitPageRequest, sendPage, type PageDeps, addReadRoute } from '#sidecar/http/answer-page.ts';
import { type FormFields, readQuery } from '#sidecar/http/forms.ts';
import { compileValidator } from '#sidecar/http/query.ts';
import type { Release } from '#sidecar/release/release.ts';
import { renderPackPage, packProblemPage } from './prepare.ts';
import { searchProblemPage, searchResultsPage } from './search.ts';

/** Each query has its own URL, which search engines should not index. */
const headers = { ...pageHeaders, 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' };

/** Reads the first value of each field that is not empty. */
function readFields(request: FastifyRequest): FormFields {
  const filled = [...readQuery(request)]
    .map(([name, value]): [string, string] => [name, value.trim()])
    .filter(([, value]) => value);
  return Object.fromEntries(filled.reverse());
}

interface QueryPage {
  path: string;
  answer: (release: Release, fields: FormFields) => Promise<string>;
  problem: (release: Release, fields: FormFields, error: ApiError) => Promise<string>;
}

function queryReader<T>(schema: TSchema): (fields: FormFields) => T {
  const check = compileValidator(schema, 'querystring');
  return (fields) => {
    const result = check(fields);
    if ('error' in result) throw result.error;
    return result.value as T;
  };
}

const readSearch = queryReader<SearchQuery>(SearchQuery);
const readShow = queryReader<ShowPrepQuery>(ShowPrepQuery);

function readShowQuery({ showUrl = '', topic }: FormFields) {
  const request = readShow({ showUrl, ...(topic && { topic }) });
  assertShowUrl(request.showUrl);
  return request;
}

const pages: QueryPage[] = [
  {
    path: searchPage.path,
    answer: (release, { q = '', offset = '0', type, year }) => {
      const request = readSearch({ q, offset, ...(type && { type }), ...(year && { year }) });
      return searchResultsPage(release, { ...request, offset: request.offset ?? 0 });
    },
    problem: (release, { q = '' }, error) => searchProblemPage(release, q.slice(0, searchMaxCharacters), error),
  },
  {
    path: preparePage.path,
    answer: (release, fields) => renderPackPage(release, readShowQuery(fields)),
    problem: (release, { showUrl = '', topic = '' }, error) => packProblemPage(release, { showUrl, topic }, error),
  },
];

export function addQueryPages(app: FastifyInstance, deps: PageDeps): void {
  for (const { path, answer, problem } of pages)
    addReadRoute(app, path, async (request, reply) => {
      const release = deps.live();
      const fields = readFields(request);
      const admitAndAnswer = async () => {
        await admitPageRequest(endpoints.search, deps, request, reply);
        return answer(release, fields);
      };
      return sendPage(reply.headers(headers), admitAndAnswer, (error) => problem(release, fields, error));
    });
}
