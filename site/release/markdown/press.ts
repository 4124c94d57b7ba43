// Renders media kit, speaking profile and booking as Markdown, from the API documents.
import { endpointUrl, markdownPath } from '#domain/links.ts';
import { escapeInline } from '#domain/text/markdown.ts';
import {
  bulletList,
  codeBlock,
  labelledValue,
  markdownLink,
  markdownParagraphs,
  markdownSection,
} from '#domain/text/markdown-text.ts';
import { agentJobs } from '../jobs.ts';
import { markdownPage } from './page.ts';
import type { Room } from '#domain/room.ts';
import { booking, mediaKit, pictureFacts, speaking } from '#domain/documents/press.ts';

const pressPage = (room: Room, path: string, title: string, lines: string[]): string =>
  markdownPage(room, path, `${title}: ${room.creator.name}`, lines);

type Image = ReturnType<typeof mediaKit>['headshots'][0];
const pictureLines = (images: Image[]): string[] =>
  images.map((image) => [markdownLink(image.alt, image.url), ...pictureFacts(image).map(escapeInline)].join(', '));

const contactLine = ({ name, email, telephone }: { name: string; email?: string; telephone?: string }): string =>
  [escapeInline(name), email, escapeInline(telephone ?? '')].filter(Boolean).join(', ');
type Member = NonNullable<ReturnType<typeof mediaKit>['members']>[0];
const memberLine = ({ name, pageUrl, role, pronouns, bio, picture }: Member): string =>
  [
    [markdownLink(name, pageUrl), role, pronouns, picture && markdownLink(picture.alt, picture.url)]
      .filter(Boolean)
      .join(', '),
    bio && escapeInline(bio),
  ]
    .filter(Boolean)
    .join(': ');

export function mediaKitMarkdown(room: Room): string {
  const kit = mediaKit(room);
  const { pressContact } = kit;
  return pressPage(room, '/media-kit', 'Media kit', [
    ...bulletList([
      labelledValue('Name', kit.name),
      labelledValue('Said as', kit.pronunciation),
      labelledValue('Pronouns', kit.pronouns),
      labelledValue('Publication', kit.publication),
      labelledValue('Job', kit.jobTitle),
      labelledValue('Tagline', kit.tagline),
      labelledValue('Subjects', kit.topics.join('; ')),
      labelledValue('Approved', kit.approvedAt),
    ]),
    '',
    ...markdownSection('Members', bulletList((kit.members ?? []).map(memberLine))),
    ...markdownSection('Short bio', markdownParagraphs(kit.bios.short ?? '')),
    ...markdownSection('Medium bio', markdownParagraphs(kit.bios.medium ?? '')),
    ...markdownSection('Long bio', markdownParagraphs(kit.bios.long ?? '')),
    ...markdownSection(
      'Blurbs',
      bulletList(kit.blurbs.map(({ label, text }) => `${escapeInline(label)}: ${escapeInline(text)}`)),
    ),
    ...markdownSection('Boilerplate', markdownParagraphs(kit.boilerplate ?? '')),
    ...markdownSection(
      'Numbers',
      bulletList(
        kit.stats.map(({ label, value, unit, asOf, source }) =>
          [`${escapeInline(label)}: ${value}${unit ? ` ${escapeInline(unit)}` : ''}`, asOf, escapeInline(source ?? '')]
            .filter(Boolean)
            .join(', '),
        ),
      ),
    ),
    ...markdownSection('Portraits', bulletList(pictureLines(kit.headshots))),
    ...markdownSection('Logos', bulletList(pictureLines(kit.logos))),
    ...markdownSection('Links', bulletList(kit.links.map(({ label, url }) => markdownLink(label, url)))),
    ...markdownSection('Press contact', bulletList(pressContact ? [contactLine(pressContact)] : [])),
    ...markdownSection('Contacts', bulletList((kit.contacts ?? []).map((one) => `${one.role}: ${contactLine(one)}`))),
  ]);
}

type Profile = ReturnType<typeof speaking>;

const offeredTalkLines = ({ topics }: Profile): string[] =>
  topics.map(({ title, description, formats, durationMinutes }) => {
    const facts = [...formats, ...(durationMinutes ? [`${durationMinutes} min`] : [])].join(', ');
    return `${escapeInline(title)}: ${escapeInline(description)} ${facts}`.trim();
  });

const pastTalkLines = ({ pastTalks }: Profile): string[] =>
  pastTalks.map(({ title, event, date, location, url }) =>
    [
      `${date} ${escapeInline(title)}`,
      url ? markdownLink(event, url) : escapeInline(event),
      escapeInline(location ?? ''),
    ]
      .filter(Boolean)
      .join(', '),
  );

export function speakingMarkdown(room: Room): string {
  const profile = speaking(room);
  const practical = [
    labelledValue('Audiences', profile.audiences.join('; ')),
    labelledValue('Languages', profile.languages.join(', ')),
    labelledValue('Travels from', profile.travelsFrom),
    labelledValue('Needs', profile.requirements.join('; ')),
  ];
  return pressPage(room, '/speaking', 'Speaking', [
    ...markdownParagraphs(profile.bio),
    ...markdownSection('On offer', bulletList(offeredTalkLines(profile))),
    ...markdownSection(
      'Testimonials',
      bulletList(profile.testimonials.map(({ quote, name }) => `${escapeInline(quote)} (${escapeInline(name)})`)),
    ),
    ...markdownSection('Given', bulletList(pastTalkLines(profile))),
    ...markdownSection('Practical', bulletList(practical)),
    ...markdownSection('Invite', [markdownLink('How to ask', room.baseUrl + markdownPath('/booking'))]),
  ]);
}

export function bookingMarkdown(room: Room): string {
  const { sampleQuestions, topics, note } = booking(room);
  const job = agentJobs(room).find(({ id }) => id === 'ask-for-a-booking')!;
  return pressPage(room, '/booking', 'Booking', [
    ...(note ? [escapeInline(note), ''] : []),
    ...markdownSection(
      'Request a booking',
      job.steps.flatMap(({ text, curl }) => [text, '', ...codeBlock(curl)]),
    ),
    ...markdownSection('Questions to start from', bulletList(sampleQuestions.map(escapeInline))),
    ...markdownSection('Subjects', bulletList(topics.map(escapeInline))),
  ]);
}

export const prepareMarkdown = (room: Room): string =>
  pressPage(room, '/prepare', 'Prepare a show', [
    'A briefing pack for a show, made from published content: reading list, angles, questions. It is not written by a language model.',
    '',
    ...codeBlock(`${endpointUrl(room.baseUrl, 'showPrep')}?showUrl=SHOW_URL&topic=TOPIC`),
  ]);

export const guestKitMarkdown = (room: Room): string =>
  pressPage(room, '/guest-kit', 'Guest kit', [
    'Everything a show needs to introduce its guest: introduction, bio, pictures, titles, angles, questions. It is not written by a language model.',
    '',
    ...codeBlock(
      `curl -X POST ${endpointUrl(room.baseUrl, 'guestKit')} -H 'Content-Type: application/json' -d '{"showName": "SHOW"}'`,
    ),
  ]);
