// The booking page: what to ask, and how; the request for agents is shown as it is sent.
import { type EndpointName, endpoints, isBuilt } from '#contract/endpoints.ts';
import { booking } from '#domain/documents/press.ts';
import { endpointUrl } from '#domain/links.ts';
import type { Room } from '#domain/room.ts';
import type { PageHead } from './frame.ts';

const exampleRequest = {
  showName: 'Name of the show',
  showUrl: 'https://show.example.org',
  timeframe: 'Two or three dates, with time zone',
  message: 'What the conversation is about',
  source: 'agent',
};

/** A topic hint is a theme's id or a plain word; a theme is shown by its label. */
const topicLabel = ({ creator }: Room, topic: string): string =>
  creator.themes.find(({ id }) => id === topic)?.label ?? topic;

export function bookingView(room: Room) {
  const { sampleQuestions, topics, note, links } = booking(room);
  const { name, pressContact } = room.creator;
  const requestName: EndpointName = 'bookingRequest';
  const head: PageHead = {
    path: '/booking',
    title: 'Booking',
    description: `How to invite ${name} to a show or an interview, and questions to start from.`,
    json: endpointUrl('', 'booking'),
  };
  return {
    head,
    name,
    pressContact,
    sampleQuestions,
    note,
    topics: topics.map((topic) => topicLabel(room, topic)),
    isRequestBuilt: isBuilt(endpoints[requestName]),
    request: `POST ${links.bookingRequest}\nContent-Type: application/json\n\n${JSON.stringify(exampleRequest, null, 2)}`,
    jsonUrl: endpointUrl('', 'booking'),
    showPrepUrl: `${endpointUrl(room.baseUrl, 'showPrep')}?showUrl=https://show.example.org`,
  };
}
