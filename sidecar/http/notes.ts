// What an answer says about its request besides: that it was the sandbox's, and what of the request nobody knows.
import { type Endpoint, offersSandbox } from '#contract/endpoint.ts';
import { nearestName } from '#domain/text/nearest-name.ts';
import type { Answer, ConditionalAnswer } from './handler.ts';

interface Notes {
  _sandbox?: true;
  ignored?: { field: string; nearest?: string }[];
}

const mostNamed = 20;

const knownNames = (schema: { properties?: object } | undefined): string[] => Object.keys(schema?.properties ?? {});

function unknownFields({ http }: Endpoint, body: unknown): Notes['ignored'] {
  if (!http.body || http.servedBy === 'protocol' || typeof body !== 'object' || body === null) return undefined;
  const known = knownNames(http.body as { properties?: object });
  const unknown = Object.keys(body).filter((name) => !known.includes(name));
  if (unknown.length === 0) return undefined;
  return unknown.slice(0, mostNamed).map((field) => {
    const nearest = nearestName(field, known);
    return { field, ...(nearest !== undefined && { nearest }) };
  });
}

/** For X-Ignored-Parameters; a name may hold anything. @spec-gap unknown-parameters */
export function listIgnoredParameters(record: Endpoint, query: object): string | undefined {
  const known = [...knownNames(record.http.query), ...(offersSandbox(record) ? ['sandbox'] : [])];
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  if (unknown.length === 0) return undefined;
  return unknown
    .slice(0, mostNamed)
    .map((name) => encodeURIComponent(name.toWellFormed()).slice(0, 100))
    .join(', ');
}

const isJson = ({ type = 'application/json' }: Answer): boolean => /^application\/([\w.-]+\+)?json/.test(type);

function noted(answer: Answer, notes: Notes): Answer {
  if (!isJson(answer) || answer.rendered) return answer;
  return { ...answer, body: JSON.stringify({ ...(JSON.parse(answer.body) as object), ...notes }) };
}

/** A conditional answer has validators of its own for the sandbox. */
export function withNotes<A extends Answer | ConditionalAnswer>(
  made: A,
  record: Endpoint,
  body: unknown,
  sandbox: boolean,
): A | Answer | ConditionalAnswer {
  const ignored = unknownFields(record, body);
  if (!sandbox && !ignored) return made;
  const notes: Notes = { ...(sandbox && { _sandbox: true }), ...(ignored && { ignored }) };
  return 'answer' in made ? { ...made, answer: () => noted(made.answer(), notes) } : noted(made, notes);
}
