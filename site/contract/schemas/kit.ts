// Parts of the media kit and the speaking profile that are the same in creator.json and on the wire.
import { Type } from 'typebox';
import { closedObject, Count, Day, list, oneOf, optional, text, Uri } from './shape.ts';

export const pictureFilePattern = '^[A-Za-z0-9][A-Za-z0-9._/-]*$';
/** A picture below content/media. */
export const Picture = text('File name in content/media.', { pattern: pictureFilePattern });

export const Link = closedObject({ label: text('Text of the link.'), url: Uri('Target of the link.') });

/** Texts about a person of a group. */
export const memberTexts = {
  role: optional(text('For example host or editor.')),
  pronouns: optional(text('For example she/her.')),
  bio: optional(text('About 50 words.')),
  url: optional(Uri('Page of the member.')),
};

/** Only lengths that the creator has written are present. */
export const Bios = closedObject({
  short: optional(text('About 50 words.')),
  medium: optional(text('About 100 words.')),
  long: optional(text('About 200 words.')),
});

export const Blurb = closedObject({
  id: text('A short name that does not change.'),
  label: text('Purpose of the blurb.'),
  text: text('Text of the blurb.'),
});

export const Stat = closedObject({
  label: text('For example Subscribers.'),
  value: Type.Number(),
  unit: optional(text('Unit of the number.')),
  asOf: Day('Date of the number.'),
  source: optional(text('Source of the number.')),
});

export const PressContact = closedObject({
  name: text('Name of the contact.'),
  email: Type.String({ format: 'email', description: 'Address of the contact.' }),
  telephone: optional(text('As people write it, such as +44 20 7946 0000.')),
  url: optional(Uri('Page of the contact.')),
});

export const contactRoles = ['general', 'management', 'booking'] as const;
export const Contact = closedObject({
  role: oneOf([...contactRoles], 'Purpose of the contact.'),
  name: text('Name of the contact.'),
  email: optional(Type.String({ format: 'email', description: 'Address of the contact.' })),
  telephone: optional(text('As people write it, such as +44 20 7946 0000.')),
});

const Talk = closedObject({
  title: text('Title of the talk.'),
  description: text('Description.'),
  formats: list(text('Such as keynote, workshop or panel.')),
  durationMinutes: optional(Count('Usual length.')),
});

const PastTalk = closedObject({
  title: text('Title of the talk.'),
  event: text('Name of the event.'),
  date: Day('Date of the talk.'),
  location: optional(text('Town or online.')),
  url: optional(Uri('Page of the event.')),
  videoUrl: optional(Uri('Recording.')),
});

const Testimonial = closedObject({
  quote: text('Text of the testimonial.'),
  name: text('Name of the person.'),
  role: optional(text('Role of the person.')),
});

export const speaking = {
  bio: text('Introduction for a programme, plain text.'),
  topics: list(Talk),
  pastTalks: list(PastTalk),
  audiences: list(text('Name of the audience.')),
  languages: list(text('Language tag, such as en or pt-BR (BCP 47).')),
  travelsFrom: optional(text('Home town.')),
};
export const requirements = list(text('Technical or other requirement.'));
export const testimonials = list(Testimonial);
