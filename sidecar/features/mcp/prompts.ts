// Prompts: three jobs that people start by hand, each with the material that it needs.
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { ApiError } from '#contract/errors.ts';
import type { CallEndpoint } from '../../http/handler.ts';

type Values = Record<string, string>;

interface PromptJob extends Prompt {
  arguments: { name: string; description: string; required?: boolean }[];
  /** What the model is told, and the documents that come with it. */
  render: (ask: CallEndpoint, values: Values) => Promise<{ text: string; documents: string[] }>;
}

const fetchText = async (ask: CallEndpoint, ...asked: Parameters<CallEndpoint>): Promise<string> =>
  (await ask(...asked)).text;
const quoteValue = (value: string | undefined): string => JSON.stringify(value ?? '');

const promptJobs: PromptJob[] = [
  {
    name: 'prepare_show',
    title: 'Prepare a show',
    description: 'A run of show and questions for an interview with the creator, from the briefing pack.',
    arguments: [
      { name: 'showUrl', description: 'Address of the show, http or https.', required: true },
      { name: 'topic', description: 'What the conversation is about: one theme or keyword.' },
    ],
    render: async (ask, { showUrl, topic }) => ({
      text:
        `Prepare an interview for the show at ${quoteValue(showUrl)}. The briefing pack below holds what fits` +
        `${topic ? ` the topic ${quoteValue(topic)}` : ''}. Read the two or three top dots with get_item, then write an ` +
        'opening, ten questions in an order that builds up, each with the piece that it stands on, and a closing. Say where ' +
        'you are not sure. Do not make up facts about the guest.',
      documents: [await fetchText(ask, 'showPrep', { query: { showUrl, ...(topic && { topic }) } })],
    }),
  },
  {
    name: 'check_quote',
    title: 'Check a quote',
    description: 'Whether words that are ascribed to the creator stand in what was published, and where.',
    arguments: [
      { name: 'quote', description: 'The words, as they are ascribed.', required: true },
      { name: 'topic', description: 'A theme or keyword to look under if it is not found.' },
    ],
    render: async (ask, { quote, topic }) => ({
      text:
        `Say whether the creator published these words: ${quoteValue(quote)}. The verdict of verify_quote is below: exact, near (show ` +
        'every difference) or not found. Give title, date and url. If it is not found, look with search_content ' +
        `${topic ? `and tag ${quoteValue(topic)} ` : ''}for what was said instead, read it with get_item, and say that the words ` +
        'are other ones. Never complete a quote from memory.',
      documents: [await fetchText(ask, 'verifyQuote', { body: { text: quote } })],
    }),
  },
  {
    name: 'pitch_creator',
    title: 'Pitch the creator',
    description: 'A short pitch that offers the creator as a guest or speaker, in approved words.',
    arguments: [
      { name: 'showName', description: 'Name of the show or event that is written to.', required: true },
      { name: 'audience', description: 'Who listens.' },
      { name: 'topic', description: 'What the appearance would be about.' },
    ],
    render: async (ask, { showName, audience, topic }) => ({
      text:
        `Write a pitch of at most 200 words to ${quoteValue(showName)}${audience ? `, whose audience is ${quoteValue(audience)}` : ''}` +
        `${topic ? `, about ${quoteValue(topic)}` : ''}. Use the media kit and the booking information below: no other facts, no ` +
        'praise that is not in them. Name two pieces from get_content_index that show why it fits, with their addresses, and ' +
        'close with how to book. Once a person has agreed to it, send it with request_booking.',
      documents: [await fetchText(ask, 'mediaKit', {}), await fetchText(ask, 'booking', {})],
    }),
  },
];

export const prompts: Prompt[] = promptJobs.map(({ render: _, ...prompt }) => prompt);

export async function getPrompt(ask: CallEndpoint, name: string, given: Values = {}): Promise<GetPromptResult> {
  const job = promptJobs.find((one) => one.name === name);
  const allowed = promptJobs.map((one) => one.name);
  if (!job) throw new ApiError('not_found', `There is no prompt ${name}.`, { prompts: allowed });
  const values = Object.fromEntries(
    job.arguments.flatMap(({ name: own }) => (given[own]?.trim() ? [[own, given[own].trim()]] : [])),
  );
  const missing = job.arguments.find(({ name: own, required }) => required && !values[own]);
  if (missing)
    throw new ApiError('bad_request', `${missing.name} is missing. ${missing.description}`, { field: missing.name });
  const { text, documents } = await job.render(ask, values);
  const said = [text, ...documents].map((part) => ({
    role: 'user' as const,
    content: { type: 'text' as const, text: part },
  }));
  return { description: job.description, messages: said };
}
