// Lists the five common tasks of agents, each as requests that work on this room. Pages, AGENTS.md and skills are made
// from them.
import { endpoints } from '#contract/endpoints.ts';
import { isPriced } from '#domain/access/access.ts';
import { formatCurlCommand } from './curl.ts';
import { endpointUrl, hasMarkdownPage, itemMarkdownUrl } from '#domain/links.ts';
import { type Room, type RoomItem, isVisibleOn } from '#domain/room.ts';
import { asSentence } from '#domain/text/sentence.ts';

interface AgentJobStep {
  text: string;
  curl: string;
}

export interface AgentJob {
  id: string;
  title: string;
  /** Situation in which an agent should consider the task. */
  when: string;
  /** Examples of what people say, at least two. */
  exampleRequests: string[];
  steps: AgentJobStep[];
}

/** Returns the oldest free article, which remains the oldest, so that the documentation rarely changes. */
export const exampleArticle = (room: Room): RoomItem | undefined =>
  room.items.findLast((item) => item.type === 'article' && hasMarkdownPage(item) && !isPriced(room.access, item));

/** Returns a theme or keyword that something was published about. */
export function exampleTopic({ creator, items }: Room): string {
  const isListed = isVisibleOn('api');
  const theme = creator.themes.find(({ id }) => items.some((item) => item.themeIds.includes(id) && isListed(item)));
  return theme?.id ?? items.find((item) => item.keywords.length > 0 && isListed(item))?.keywords[0] ?? 'anything';
}

const withQuery = (url: string, values: Record<string, string>): string => `${url}?${new URLSearchParams(values)}`;

function findContent(room: Room): AgentJob {
  const { name } = room.creator;
  const article = exampleArticle(room);
  const index = endpointUrl(room.baseUrl, 'contentIndex');
  return {
    id: 'find-content',
    title: 'Find something and read it',
    when: `Someone asks what ${name} wrote, said or showed about something, or wants the newest items.`,
    exampleRequests: [
      `What did ${name} publish about ${exampleTopic(room)}?`,
      `What is the newest article of ${name}?`,
    ],
    steps: [
      {
        text: 'Search titles, summaries and texts. The best matches come first, with the matching passages.',
        curl: formatCurlCommand(withQuery(endpointUrl(room.baseUrl, 'search'), { q: exampleTopic(room), limit: '3' })),
      },
      {
        text: 'Filter by theme or keyword, newest first. Other filters: types, dateFrom, dateTo.',
        curl: formatCurlCommand(withQuery(index, { topic: exampleTopic(room), type: 'article', limit: '3' })),
      },
      ...(article
        ? [
            {
              text: 'Read the full text. Every page is available as Markdown at its address with .md.',
              curl: formatCurlCommand(itemMarkdownUrl(room.baseUrl, article)),
            },
          ]
        : []),
    ],
  };
}

function keepUp(room: Room): AgentJob {
  return {
    id: 'keep-up',
    title: 'Learn what is new',
    when: `Someone follows ${room.creator.name}, or keeps a copy of the content up to date.`,
    exampleRequests: [
      `What is new from ${room.creator.publication} this week?`,
      `Tell me when ${room.creator.name} publishes.`,
    ],
    steps: [
      {
        text: 'Get the last seven days. Send the ETag back as If-None-Match: 304 means that nothing changed.',
        curl: formatCurlCommand(withQuery(endpointUrl(room.baseUrl, 'contentIndex'), { digest: '7d' })),
      },
      {
        text: 'To keep a copy, repeat this with nextCursor to get additions, changes and deletions.',
        curl: formatCurlCommand(withQuery(endpointUrl(room.baseUrl, 'changes'), { limit: '100' })),
      },
      {
        text: 'Or subscribe: when the creator has approved it, signed events are sent to callbackUrl.',
        curl: formatCurlCommand(endpointUrl(room.baseUrl, 'webhookSubscribe'), {
          method: 'POST',
          body: endpoints.webhookSubscribe.docs.example.body,
        }),
      },
    ],
  };
}

function prepareShow(room: Room): AgentJob {
  return {
    id: 'prepare-a-show',
    title: 'Prepare a show',
    when: `${room.creator.name} will be, or may be, a guest of a show, an interview or a stage.`,
    exampleRequests: [
      `What should I ask ${room.creator.name} in an interview?`,
      asSentence(`Prepare my show with ${room.creator.name}`),
    ],
    steps: [
      {
        text: 'Get a briefing pack: reading list, angles, questions, and a booking request to fill in.',
        curl: formatCurlCommand(
          withQuery(endpointUrl(room.baseUrl, 'showPrep'), { showUrl: 'https://show.example.org', limit: '3' }),
        ),
      },
      {
        text: 'Get a guest kit as well: spoken introduction, bio, pronunciation, pictures. It remains at its url.',
        curl: formatCurlCommand(endpointUrl(room.baseUrl, 'guestKit'), {
          method: 'POST',
          body: endpoints.guestKit.docs.example.body,
        }),
      },
    ],
  };
}

function askForBooking(room: Room): AgentJob {
  const { name } = room.creator;
  return {
    id: 'ask-for-a-booking',
    title: 'Request a booking',
    when: `Someone wants ${name} as a guest or speaker. Ask the person you act for before you send it.`,
    exampleRequests: [`Book ${name} for my show.`, `How do I invite ${name} to speak?`],
    steps: [
      {
        text: 'Read the suggested questions and the notes on booking.',
        curl: formatCurlCommand(endpointUrl(room.baseUrl, 'booking')),
      },
      {
        text: 'Send the request. Only showName is required. Store statusUrl, which is secret and shows the answer. Repeating the Idempotency-Key does not create a second request.',
        curl: formatCurlCommand(endpointUrl(room.baseUrl, 'bookingRequest'), {
          method: 'POST',
          headers: { 'Idempotency-Key': 'one-key-for-each-request' },
          body: endpoints.bookingRequest.docs.example.body,
        }),
      },
    ],
  };
}

function pressMaterial(room: Room): AgentJob {
  return {
    id: 'press-material',
    title: 'Get press material',
    when: `Someone writes about ${room.creator.name} and needs bios, numbers, pictures or talks that are approved for use.`,
    exampleRequests: [`Give me a short bio of ${room.creator.name}`, `Find a press photo of ${room.creator.name}`].map(
      asSentence,
    ),
    steps: [
      {
        text: 'Get bios in three lengths, blurbs, numbers with sources, pictures, and the press contact.',
        curl: formatCurlCommand(endpointUrl(room.baseUrl, 'mediaKit')),
      },
      {
        text: 'Get talks on offer, past talks, audiences and requirements.',
        curl: formatCurlCommand(endpointUrl(room.baseUrl, 'speaking')),
      },
    ],
  };
}

export const agentJobs = (room: Room): AgentJob[] =>
  [findContent, keepUp, prepareShow, askForBooking, pressMaterial].map((job) => job(room));
