// Parts of the media kit and the speaking profile that are the same in creator.json and on the wire.
import { Type } from 'typebox';
import { closedObject, Count, Day, list, optional, text, Uri } from './shape.ts';

/** A picture below content/media. */
export const Picture = text('File name in content/media.', { pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]*$' });

export const Link = closedObject({ label: text('Text of the link.'), url: Uri('Where it leads.') });

export const Bios = closedObject({
  short: text('About 50 words.'),
  medium: text('About 100 words.'),
  long: text('About 200 words.'),
});

export const Blurb = closedObject({
  id: text('Stable name.'),
  label: text('What it is for.'),
  text: text('The blurb.'),
});

export const Stat = closedObject({
  label: text('What is counted.'),
  value: Type.Number(),
  unit: optional(text('Of what.')),
  asOf: Day('When it was counted.'),
  source: optional(text('Who says so.')),
});

export const PressContact = closedObject({
  name: text('Who answers.'),
  email: Type.String({ format: 'email', description: 'Mail address.' }),
  url: optional(Uri('Page.')),
});

const Talk = closedObject({
  title: text('Title of the talk.'),
  description: text('What it is about.'),
  formats: list(text('keynote, workshop, panel …')),
  durationMinutes: optional(Count('Usual length in minutes.')),
});

const PastTalk = closedObject({
  title: text('Title of the talk.'),
  event: text('Where it was given.'),
  date: Day('When.'),
  location: optional(text('Town or online.')),
  url: optional(Uri('Page of the event.')),
  videoUrl: optional(Uri('Recording.')),
});

const Testimonial = closedObject({
  quote: text('What was said.'),
  name: text('Who said it.'),
  role: optional(text('Their role.')),
});

export const speaking = {
  bio: text('Introduction for a programme, plain text.'),
  topics: list(Talk),
  pastTalks: list(PastTalk),
  audiences: list(text('Who it is for.')),
  languages: list(text('BCP 47 tag.')),
  travelsFrom: optional(text('Home town.')),
};
export const requirements = list(text('Technical or other needs.'));
export const testimonials = list(Testimonial);
