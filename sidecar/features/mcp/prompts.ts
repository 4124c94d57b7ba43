// Prompts: three tasks that a person starts, each with the documents that it needs.
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { ApiError } from '#contract/errors.ts';
import type { CallEndpoint } from '../../http/handler.ts';

type Values = Record<string, string>;

interface PromptJob extends Prompt {
  arguments: { name: string; description: string; required?: boolean }[];
  /** Returns the instructions for the model and their documents. */
  render: (call: CallEndpoint, values: Values) => Promise<{ text: string; documents: string[] }>;
}

const fetchText = async (call: CallEndpoint, ...args: Parameters<CallEndpoint>): Promise<string> =>
  (await call(...args)).text;
const quoteValue = (value: string | undefined): string => JSON.stringify(value ?? '');

const promptJobs: PromptJob[] = [
  {
    name: 'prepare_show',
    title: 'Prepare a show',
    description: 'Writes a run of show and questions for an interview with the creator, based on the briefing pack.',
    arguments: [
      { name: 'showUrl', description: 'URL of the show, http or https.', required: true },
      { name: 'topic', description: 'Subject of the conversation: one theme or keyword.' },
    ],
    render: async (call, { showUrl, topic }) => ({
      text:
        `Prepare an interview for the show at ${quoteValue(showUrl)}. The briefing pack below has published work` +
        `${topic ? ` on the topic ${quoteValue(topic)}` : ''}. Read the two or three top dots with get_item, then write an ` +
        'opening, ten questions in an order that builds up, each with its source, and a closing. Say where you are not ' +
        'sure. Do not make up facts about the guest.',
      documents: [await fetchText(call, 'showPrep', { query: { showUrl, ...(topic && { topic }) } })],
    }),
  },
  {
    name: 'check_quote',
    title: 'Check a quote',
    description: 'Checks whether the creator published a quote, and where.',
    arguments: [
      { name: 'quote', description: 'The quote to check.', required: true },
      { name: 'topic', description: 'A theme or keyword to search if the quote is not found.' },
    ],
    render: async (call, { quote, topic }) => ({
      text:
        `Say whether the creator published these words: ${quoteValue(quote)}. The verdict of verify_quote is below: exact, near (show ` +
        'every difference) or not found. Give title, date and url. If it is not found, look with search_content ' +
        `${topic ? `and tag ${quoteValue(topic)} ` : ''}for what the creator published instead, read it with get_item, and say that the wording ` +
        'differs. Never complete a quote from memory.',
      documents: [await fetchText(call, 'verifyQuote', { body: { text: quote } })],
    }),
  },
  {
    name: 'pitch_creator',
    title: 'Pitch the creator',
    description: 'Writes a short pitch that offers the creator as a guest or speaker, in approved words.',
    arguments: [
      { name: 'showName', description: 'Name of the show or event that gets the pitch.', required: true },
      { name: 'audience', description: 'Audience of the show.' },
      { name: 'topic', description: 'Subject of the appearance.' },
    ],
    render: async (call, { showName, audience, topic }) => ({
      text:
        `Write a pitch of at most 200 words to ${quoteValue(showName)}${audience ? `, whose audience is ${quoteValue(audience)}` : ''}` +
        `${topic ? `, about ${quoteValue(topic)}` : ''}. Use only facts and praise from the media kit and the ` +
        'booking information below. Name two items from get_content_index that show why it fits, with their URLs, and ' +
        'close with how to book. Send it with request_booking only after a person has approved it.',
      documents: [await fetchText(call, 'mediaKit', {}), await fetchText(call, 'booking', {})],
    }),
  },
];

export const prompts: Prompt[] = promptJobs.map(({ render: _, ...prompt }) => prompt);

export async function getPrompt(call: CallEndpoint, name: string, input: Values = {}): Promise<GetPromptResult> {
  const job = promptJobs.find((candidate) => candidate.name === name);
  const allowedNames = promptJobs.map((prompt) => prompt.name);
  if (!job) throw new ApiError('not_found', `Unknown prompt ${name}.`, { prompts: allowedNames });
  const values = Object.fromEntries(
    job.arguments.flatMap(({ name: argument }) =>
      input[argument]?.trim() ? [[argument, input[argument].trim()]] : [],
    ),
  );
  const missing = job.arguments.find((argument) => argument.required && !values[argument.name]);
  if (missing)
    throw new ApiError('bad_request', `Argument ${missing.name} is missing. ${missing.description}`, {
      field: missing.name,
    });
  const { text, documents } = await job.render(call, values);
  const messages = [text, ...documents].map((part) => ({
    role: 'user' as const,
    content: { type: 'text' as const, text: part },
  }));
  return { description: job.description, messages };
}
