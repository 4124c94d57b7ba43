// The wire shapes of /ask, version 0.55 of the NLWeb specification (https://nlweb.ai/docs/specification).
import { type Static, Type } from 'typebox';
import { askMaxCharacters } from '../limits.ts';
import { withheldFields } from './payment.ts';
import { sandboxQuery } from './queries.ts';
import { closedObject, list, oneOf, optional, postFields, text, Uri } from './shape.ts';

export const nlwebVersion = '0.55';

const sentence = text('A question or a wish, in plain words.', { minLength: 1, maxLength: askMaxCharacters });
const mode = oneOf(['list', 'summarize'], 'Makes no difference.');

export const AskQuery = Type.Object({
  query: sentence,
  mode: optional(mode),
  streaming: optional(oneOf(['true', 'false', '1', '0'], 'true answers with server-sent events.')),
  ...sandboxQuery,
});
export type AskQuery = Static<typeof AskQuery>;

export const AskRequest = Type.Object(
  {
    query: Type.Object({ text: sentence }, { description: 'Other filters are ignored.' }),
    context: optional(Type.Object({}, { description: 'Ignored: each sentence is understood by itself.' })),
    prefer: optional(
      Type.Object(
        {
          streaming: optional(Type.Boolean({ description: 'Answer with server-sent events.' })),
          response_format: optional(text('conv_search is what is answered.', { maxLength: 100 })),
          mode: optional(text('Makes no difference.', { maxLength: 100 })),
        },
        { description: 'How the answer should be.' },
      ),
    ),
    meta: optional(
      Type.Object({ version: optional(text('0.55.', { maxLength: 20 })) }, { description: 'Of the request.' }),
    ),
  },
  { title: 'AskRequest' },
);
export type AskRequest = Static<typeof AskRequest>;

const Meta = closedObject({
  response_type: oneOf(['answer', 'elicitation', 'failure'], 'Which of the other members there is.'),
  response_format: optional(text('conv_search.')),
  version: text('Of the NLWeb specification.'),
});

const AskAction = closedObject({
  '@context': text('https://schema.org/.'),
  '@type': text('Of schema.org.'),
  name: text('Short.'),
  description: text('What it does.'),
  protocol: text('HTTP.'),
  method: text('Of HTTP.'),
  endpoint: Uri('Where.'),
  params: optional(Type.Object({}, { description: 'To send.' })),
});
export type AskAction = Static<typeof AskAction>;

const Result = Type.Object(
  {
    '@type': text('Of schema.org, or SearchSummary.'),
    name: optional(text('Title.')),
    url: optional(Uri('Page in the media room.')),
    description: optional(text('Plain text.')),
    text: optional(text('Of a SearchSummary: the answer in a sentence, and what was not understood.')),
    datePublished: optional(text('YYYY-MM-DD.')),
    identifier: optional(text('Id of the item.')),
    grounding: optional(
      closedObject({
        source_urls: list(Uri('What the answer stands on.')),
        citations: optional(
          list(
            closedObject({
              text: text('Verbatim.'),
              url: optional(Uri('The passage.')),
              speaker: optional(text('Who says it, where that is known.')),
              speakerIsCreator: optional(
                Type.Boolean({ description: 'true only where it is known to be the creator.' }),
              ),
            }),
          ),
        ),
      }),
    ),
    actions: optional(list(AskAction)),
  },
  { title: 'AskResult', description: 'Has the further members of its type.' },
);
export type AskResult = Static<typeof Result> & Record<string, unknown>;

const Elicitation = closedObject({
  text: text('What is asked back.'),
  questions: list(
    closedObject({
      id: text('Name of the field.'),
      text: text('The question.'),
      type: oneOf(['text'], 'Form of the answer.'),
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
    actions: optional(list(AskAction, 'What the answers to an elicitation are sent to.')),
    error: optional(
      closedObject({ code: text('NO_RESULTS: nothing on that here.'), message: text('For people and models.') }),
    ),
  },
  { title: 'AskResponse' },
);
export type AskResponse = Static<typeof AskResponse>;
