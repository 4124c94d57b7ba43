// The wire shapes of /ask, version 0.55 of the NLWeb specification (https://nlweb.ai/docs/specification).
import { type Static, Type } from 'typebox';
import { askMaxCharacters } from '../limits.ts';
import { withheldFields } from './payment.ts';
import { sandboxQuery } from './queries.ts';
import { closedObject, list, oneOf, optional, postFields, text, Uri } from './shape.ts';

export const nlwebVersion = '0.55';

const sentence = text('A question or request in plain words.', { minLength: 1, maxLength: askMaxCharacters });
const mode = oneOf(['list', 'summarize'], 'Ignored.');

export const AskQuery = Type.Object({
  query: sentence,
  mode: optional(mode),
  streaming: optional(oneOf(['true', 'false', '1', '0'], 'true: respond with server-sent events.')),
  ...sandboxQuery,
});
export type AskQuery = Static<typeof AskQuery>;

export const AskRequest = Type.Object(
  {
    query: Type.Object({ text: sentence }, { description: 'The question; other filters are ignored.' }),
    context: optional(Type.Object({}, { description: 'Ignored: each question is independent.' })),
    prefer: optional(
      Type.Object(
        {
          streaming: optional(Type.Boolean({ description: 'Respond with server-sent events.' })),
          response_format: optional(text('Only conv_search is supported.', { maxLength: 100 })),
          mode: optional(text('Ignored.', { maxLength: 100 })),
        },
        { description: 'Preferred form of the response.' },
      ),
    ),
    meta: optional(
      Type.Object({ version: optional(text('0.55.', { maxLength: 20 })) }, { description: 'Metadata of the request.' }),
    ),
  },
  { title: 'AskRequest' },
);
export type AskRequest = Static<typeof AskRequest>;

const Meta = closedObject({
  response_type: oneOf(['answer', 'elicitation', 'failure'], 'Kind of response.'),
  response_format: optional(text('conv_search.')),
  version: text('Version of NLWeb.'),
});

const AskAction = closedObject({
  '@context': text('https://schema.org/.'),
  '@type': text('schema.org type.'),
  name: text('Short name.'),
  description: text('Effect.'),
  protocol: text('HTTP.'),
  method: text('HTTP method.'),
  endpoint: Uri('Address.'),
  params: optional(Type.Object({}, { description: 'Values to send.' })),
});
export type AskAction = Static<typeof AskAction>;

const Result = Type.Object(
  {
    '@type': text('schema.org type, or SearchSummary.'),
    name: optional(text('Title.')),
    url: optional(Uri('Page in the media room.')),
    description: optional(text('Plain text.')),
    text: optional(text('SearchSummary: the answer in a sentence, and what was not understood.')),
    datePublished: optional(text('YYYY-MM-DD.')),
    identifier: optional(text('Id of the item.')),
    grounding: optional(
      closedObject({
        source_urls: list(Uri('Source of the answer.')),
        citations: optional(
          list(
            closedObject({
              text: text('Verbatim passage.'),
              url: optional(Uri('Address of the passage.')),
              speaker: optional(text('Speaker, if known.')),
              speakerIsCreator: optional(
                Type.Boolean({ description: 'true only if the speaker is known to be the creator.' }),
              ),
            }),
          ),
        ),
      }),
    ),
    actions: optional(list(AskAction)),
  },
  { title: 'AskResult', description: 'Has further members depending on its type.' },
);
export type AskResult = Static<typeof Result> & Record<string, unknown>;

const Elicitation = closedObject({
  text: text('Explanation.'),
  questions: list(
    closedObject({
      id: text('Name of the field.'),
      text: text('The question.'),
      type: oneOf(['text'], 'Type of the answer.'),
    }),
  ),
});

export const AskResponse = closedObject(
  {
    ...postFields,
    ...withheldFields,
    _meta: Meta,
    results: optional(list(Result, 'A SearchSummary, then the results, best first.')),
    elicitation: optional(Elicitation),
    actions: optional(list(AskAction, 'Endpoints that accept the missing fields.')),
    error: optional(
      closedObject({
        code: text('NO_RESULTS: this room has no answer.'),
        message: text('Explanation for people and models.'),
      }),
    ),
  },
  { title: 'AskResponse' },
);
export type AskResponse = Static<typeof AskResponse>;
