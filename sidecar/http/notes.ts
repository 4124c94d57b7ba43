// Adds notes about the request to an answer: that the sandbox answered, and which fields were unknown.
import { type Endpoint, offersSandbox } from '#contract/endpoint.ts';
import { nearestName } from '#domain/text/nearest-name.ts';
import type { Answer, ConditionalAnswer } from './handler.ts';

interface Notes {
  _sandbox?: true;
  ignored?: { field: string; nearest?: string }[];
}

const maxNames = 20;

const knownNames = (schema: { properties?: object } | undefined): string[] => Object.keys(schema?.properties ?? {});

function unknownFields({ http }: Endpoint, body: unknown): Notes['ignored'] {
  if (!http.body || http.servedBy === 'protocol' || typeof body !== 'object' || body === null) return undefined;
  const knownFields = knownNames(http.body as { properties?: object });
  const unknown = Object.keys(body).filter((name) => !knownFields.includes(name));
  if (unknown.length === 0) return undefined;
  return unknown.slice(0, maxNames).map((field) => {
    const nearest = nearestName(field, knownFields);
    return { field, ...(nearest !== undefined && { nearest }) };
  });
}

/** Returns the value of X-Ignored-Parameters; names are encoded. @spec-gap unknown-parameters */
export function listIgnoredParameters(record: Endpoint, query: object): string | undefined {
  const knownFields = [...knownNames(record.http.query), ...(offersSandbox(record) ? ['sandbox'] : [])];
  const unknown = Object.keys(query).filter((name) => !knownFields.includes(name));
  if (unknown.length === 0) return undefined;
  return unknown
    .slice(0, maxNames)
    .map((name) => encodeURIComponent(name.toWellFormed()).slice(0, 100))
    .join(', ');
}

const isJson = ({ type = 'application/json' }: Answer): boolean => /^application\/([\w.-]+\+)?json/.test(type);

function addNotes(answer: Answer, notes: Notes): Answer {
  if (!isJson(answer) || answer.rendered) return answer;
  return { ...answer, body: JSON.stringify({ ...(JSON.parse(answer.body) as object), ...notes }) };
}

/** Adds notes to an answer. Conditional answers have separate validators in the sandbox. */
export function withNotes<A extends Answer | ConditionalAnswer>(
  response: A,
  record: Endpoint,
  body: unknown,
  sandbox: boolean,
): A | Answer | ConditionalAnswer {
  const ignored = unknownFields(record, body);
  if (!sandbox && !ignored) return response;
  const notes: Notes = { ...(sandbox && { _sandbox: true }), ...(ignored && { ignored }) };
  return 'answer' in response
    ? { ...response, answer: () => addNotes(response.answer(), notes) }
    : addNotes(response, notes);
}
