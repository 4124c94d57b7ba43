// Prepares the booking page.
import { bookingKinds, BookingRequest } from '#contract/schemas/booking.ts';
import { bookingForm } from '#domain/booking/booking.ts';
import { booking } from '#domain/documents/press.ts';
import { endpointUrl } from '#domain/links.ts';
import type { Room } from '#domain/room.ts';
import type { PageHead } from './frame.ts';
import { pageLd, questionsLd } from './json-ld-lists.ts';
import { type Translate, translatorOfRoom } from './translate.ts';

export interface BookingField {
  name: string;
  label: string;
  hint: string;
  type: 'text' | 'url' | 'email' | 'textarea' | 'select' | 'datetime-local';
  maxLength?: number;
  isRequired: boolean;
  options?: { value: string; label: string }[];
}

/** Returns a field with the limits of the contract. */
function contractField(
  name: keyof BookingRequest,
  type: BookingField['type'],
  label: string,
  hint: string,
): BookingField {
  const { maxLength } = BookingRequest.properties[name] as { maxLength?: number };
  if (maxLength === undefined) throw new Error(`the contract sets no limit for ${name}`);
  return { name, type, label, hint, maxLength, isRequired: BookingRequest.required.includes(name as 'showName') };
}

export type BookingFormView = ReturnType<typeof formView>;

/**
 * Describes the form as a tool for the agent of a browser (declarative WebMCP), which fills it in for the visitor to
 * send.
 */
const webMcpTool = ({ creator }: Room) => ({
  name: 'request_booking',
  description: `Requests a booking of ${creator.name} for a show, an event or an interview. The answer appears on a separate page.`,
});

const formView = (room: Room, t: Translate) => ({
  t,
  tool: webMcpTool(room),
  action: bookingForm.request as string,
  trap: bookingForm.honeypot as string,
  fields: [
    contractField('showName', 'text', t('booking.show'), t('booking.show.hint')),
    contractField('showUrl', 'url', t('booking.url'), t('booking.url.hint')),
    {
      name: 'kind',
      type: 'select',
      label: t('booking.kind'),
      hint: t('booking.kind.hint'),
      isRequired: false,
      options: bookingKinds.map((value) => ({ value, label: t(`booking.kind.${value}`) })),
    } satisfies BookingField,
    contractField('contactName', 'text', t('booking.name'), t('booking.name.hint')),
    contractField('contactEmail', 'email', t('booking.mail'), t('booking.mail.hint')),
    contractField('timeframe', 'text', t('booking.when'), t('booking.when.hint')),
    ...bookingForm.times.map((name, at): BookingField => {
      const label = t('booking.time', { number: at + 1 });
      return { name, type: 'datetime-local', label, hint: t('booking.time.hint'), isRequired: false };
    }),
    contractField('timeZone', 'text', t('booking.zone'), t('booking.zone.hint')),
    contractField('message', 'textarea', t('booking.message'), t('booking.message.hint')),
  ] as BookingField[],
});

/** Returns the label of a topic, which is the id of a theme or a word. */
const topicLabel = ({ creator }: Room, topic: string): string =>
  creator.themes.find(({ id }) => id === topic)?.label ?? topic;

export function bookingView(room: Room) {
  const { sampleQuestions, topics, note } = booking(room);
  const { name, pressContact } = room.creator;
  const t = translatorOfRoom(room);
  const answer = t('booking.answer', { name });
  const head: PageHead = {
    path: '/booking',
    title: t('nav.booking'),
    description: t('booking.description', { name }),
    json: endpointUrl('', 'booking'),
    jsonLd: pageLd(room, t('nav.booking'), '/booking', ...questionsLd(room, sampleQuestions, answer)),
  };
  return {
    t,
    head,
    name,
    pressContact,
    sampleQuestions,
    answer,
    note,
    topics: topics.map((topic) => topicLabel(room, topic)),
    form: formView(room, t),
  };
}
