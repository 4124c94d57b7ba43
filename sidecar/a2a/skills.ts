// The skills of the agent card: each asks the endpoints that HTTP has, and says in a text what came back as data.
import { endpoints } from '#contract/endpoints.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { BookingReceipt } from '#contract/schemas/booking.ts';
import type { BriefingPack, Profile } from '#contract/schemas/press.ts';
import { inLine } from '#domain/text/markdown.ts';
import type { Ask } from '../server/handler.ts';
import { findItems } from './find-items.ts';
import { addressIn, type Skill } from './intent.ts';
import { askingBack, doneTask, type Incoming, messageResult, taskIdOf } from './message.ts';

const read = async <T>(ask: Ask, ...asked: Parameters<Ask>): Promise<T> => JSON.parse((await ask(...asked)).text);

const lines = (items: ContentItem[]): string =>
  items.map(({ title, type, date, url }) => `- ${inLine(title)} (${type}, ${date}): ${url}`).join('\n');

async function content(ask: Ask, incoming: Incoming) {
  const items = await findItems(ask, incoming.text);
  if (items.length > 0) return messageResult(incoming, { text: `This fits best:\n${lines(items)}`, data: { items } });
  const { topics } = await read<Profile>(ask, 'profile', {});
  const text = `Nothing is filed under these words. Topics here are ${topics.join(', ')}.`;
  return messageResult(incoming, { text, data: { items, topics } });
}

async function showPrep(ask: Ask, incoming: Incoming) {
  const { topic, limit, showUrl = addressIn(incoming.text) } = incoming.data;
  if (showUrl === undefined) {
    const { query } = endpoints.showPrep.example;
    const text = 'Which show is it? Send its address, as text or as data, and a topic if there is one.';
    return askingBack(incoming, 'show-prep', { text, data: { needed: ['showUrl'], example: query } });
  }
  const pack = await read<BriefingPack>(ask, 'showPrep', { query: { showUrl, topic, limit } });
  const text =
    `The briefing pack has ${pack.suggestedAngles.length} angles and ${pack.interviewQuestions.length} questions, and ` +
    `these pieces to read:\n${lines(pack.topDots)}`;
  if (!incoming.goesOn) return messageResult(incoming, { text, data: pack });
  return doneTask(incoming, taskIdOf('show-prep', incoming.contextId), 'briefing-pack', { text, data: pack });
}

async function booking(ask: Ask, incoming: Incoming) {
  const { messageId, contextId, goesOn, data, text: asked } = incoming;
  if (!('showName' in data)) {
    const { body } = endpoints.bookingRequest.example;
    const showUrl = addressIn(asked);
    const text =
      'To ask for a booking, send data with showName, and better with showUrl, timeframe (dates and time zone) and message ' +
      '(what the conversation is about). The creator reads every request and answers at an address that you get.';
    const example = { ...body, ...(showUrl && { showUrl }) };
    return askingBack(incoming, 'booking', { text, data: { needed: ['showName'], example } });
  }
  const key = `a2a ${goesOn ? taskIdOf(goesOn, contextId) : messageId}`;
  const receipt = await read<BookingReceipt>(ask, 'bookingRequest', { body: { source: 'agent', ...data }, key });
  const taskId = goesOn ? taskIdOf(goesOn, contextId) : receipt.requestId;
  const text = `The request is in. The creator answers at ${receipt.statusUrl}; keep this address, it is secret.`;
  return doneTask(incoming, taskId, 'receipt', { text, data: receipt });
}

export const answers: Record<Skill, (ask: Ask, incoming: Incoming) => Promise<object>> = {
  content,
  'show-prep': showPrep,
  booking,
};
