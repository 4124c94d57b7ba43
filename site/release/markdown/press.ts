// Media kit, speaking profile and booking as Markdown: what the documents of the API say.
import { endpointUrl, markdownPath } from '#domain/links.ts';
import { inLine } from '#domain/text/markdown.ts';
import { bullets, code, fact, frontMatter, link, paragraphs, section, textOf } from '#domain/text/markdown-text.ts';
import { jobs } from '../jobs.ts';
import type { Room } from '#domain/room.ts';
import { booking, mediaKit, speaking } from '#domain/documents/press.ts';

const top = (room: Room, path: string, title: string): string[] => [
  ...frontMatter({
    title: `${title}: ${room.creator.name}`,
    url: room.baseUrl + path,
    llmsTxt: endpointUrl(room.baseUrl, 'llmsTxt'),
  }),
  `# ${title}: ${inLine(room.creator.name)}`,
  '',
];

type Image = ReturnType<typeof mediaKit>['headshots'][0];
const pictures = (images: Image[]): string[] =>
  images.map(({ url, alt, width, height, credit, license }) =>
    [link(alt, url), `${width} × ${height}`, credit, license].filter(Boolean).join(', '),
  );

export function mediaKitMarkdown(room: Room): string {
  const kit = mediaKit(room);
  const { pressContact } = kit;
  return textOf([
    ...top(room, '/media-kit', 'Media kit'),
    ...bullets([
      fact('Name', kit.name),
      fact('Said as', kit.pronunciation),
      fact('Pronouns', kit.pronouns),
      fact('Publication', kit.publication),
      fact('Tagline', kit.tagline),
      fact('Subjects', kit.topics.join('; ')),
      fact('Approved', kit.approvedAt),
    ]),
    '',
    ...section('Short bio', paragraphs(kit.bios.short)),
    ...section('Medium bio', paragraphs(kit.bios.medium)),
    ...section('Long bio', paragraphs(kit.bios.long)),
    ...section('Blurbs', bullets(kit.blurbs.map(({ label, text }) => `${inLine(label)}: ${inLine(text)}`))),
    ...section('Boilerplate', paragraphs(kit.boilerplate ?? '')),
    ...section(
      'Numbers',
      bullets(
        kit.stats.map(({ label, value, unit, asOf, source }) =>
          [`${inLine(label)}: ${value}${unit ? ` ${inLine(unit)}` : ''}`, asOf, inLine(source ?? '')]
            .filter(Boolean)
            .join(', '),
        ),
      ),
    ),
    ...section('Portraits', bullets(pictures(kit.headshots))),
    ...section('Logos', bullets(pictures(kit.logos))),
    ...section('Links', bullets(kit.links.map(({ label, url }) => link(label, url)))),
    ...(pressContact ? section('Press contact', bullets([`${inLine(pressContact.name)}, ${pressContact.email}`])) : []),
  ]);
}

type Profile = ReturnType<typeof speaking>;

const offered = ({ topics }: Profile): string[] =>
  topics.map(({ title, description, formats, durationMinutes }) => {
    const facts = [...formats, ...(durationMinutes ? [`${durationMinutes} min`] : [])].join(', ');
    return `${inLine(title)}: ${inLine(description)} ${facts}`.trim();
  });

const given = ({ pastTalks }: Profile): string[] =>
  pastTalks.map(({ title, event, date, location, url }) =>
    [`${date} ${inLine(title)}`, url ? link(event, url) : inLine(event), inLine(location ?? '')]
      .filter(Boolean)
      .join(', '),
  );

export function speakingMarkdown(room: Room): string {
  const profile = speaking(room);
  const practical = [
    fact('Audiences', profile.audiences.join('; ')),
    fact('Languages', profile.languages.join(', ')),
    fact('Travels from', profile.travelsFrom),
    fact('Needs', profile.requirements.join('; ')),
  ];
  return textOf([
    ...top(room, '/speaking', 'Speaking'),
    ...paragraphs(profile.bio),
    ...section('On offer', bullets(offered(profile))),
    ...section(
      'Heard afterwards',
      bullets(profile.testimonials.map(({ quote, name }) => `${inLine(quote)} (${inLine(name)})`)),
    ),
    ...section('Given', bullets(given(profile))),
    ...section('Practical', bullets(practical)),
    ...section('Invite', [link('How to ask', room.baseUrl + markdownPath('/booking'))]),
  ]);
}

export function bookingMarkdown(room: Room): string {
  const { sampleQuestions, topics, note } = booking(room);
  const job = jobs(room).find(({ id }) => id === 'ask-for-a-booking')!;
  return textOf([
    ...top(room, '/booking', 'Booking'),
    ...(note ? [inLine(note), ''] : []),
    ...section(
      'How to ask',
      job.steps.flatMap(({ say, curl }) => [say, '', ...code(curl)]),
    ),
    ...section('Questions to start from', bullets(sampleQuestions.map(inLine))),
    ...section('Subjects', bullets(topics.map(inLine))),
  ]);
}

export const prepareMarkdown = (room: Room): string =>
  textOf([
    ...top(room, '/prepare', 'Prepare a show'),
    'A briefing pack for a show, made of what is published: what to read first, angles, questions. No model writes it.',
    '',
    ...code(`${endpointUrl(room.baseUrl, 'showPrep')}?showUrl=SHOW_URL&topic=TOPIC`),
  ]);

export const guestKitMarkdown = (room: Room): string =>
  textOf([
    ...top(room, '/guest-kit', 'Guest kit'),
    'What a show needs to introduce its guest: introduction, bio, pictures, titles, angles, questions. No model writes it.',
    '',
    ...code(
      `curl -X POST ${endpointUrl(room.baseUrl, 'guestKit')} -H 'Content-Type: application/json' -d '{"showName": "SHOW"}'`,
    ),
  ]);
