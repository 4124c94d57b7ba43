// The wire shapes of the guest kit.
import { type Static, Type } from 'typebox';
import { BriefingPack, MediaKit } from './press.ts';
import { nonEmptyText, WebAddress, limitedText } from './requests.ts';
import { closedObject, Instant, list, oneOf, optional, postFields, text, Uri } from './shape.ts';

/** @spec-gap guest-kit */
export const GuestKitRequest = Type.Object(
  {
    showName: nonEmptyText('Name of the show. At most 200 characters.', 200),
    showUrl: optional(WebAddress('Address of the show. At most 2048 characters.')),
    topic: optional(nonEmptyText('Subject of the conversation. At most 200 characters.', 200)),
    audience: optional(limitedText('Audience of the show. At most 200 characters.', 200)),
    format: optional(oneOf(['json', 'markdown', 'pdf'], 'Format of the response. Default json.')),
  },
  { title: 'GuestKitRequest' },
);
export type GuestKitRequest = Static<typeof GuestKitRequest>;

const { showUrl, bookingRequestTemplate, ...pack } = BriefingPack.properties;

export const GuestKit = closedObject(
  {
    ...postFields,
    guestKitId: text('Id of the kit.'),
    url: Uri('Address of the kit.'),
    generatedAt: Instant('Creation time of the kit.'),
    showName: text('Same as in the request.'),
    showUrl: optional(showUrl),
    audience: optional(text('Same as in the request.')),
    guest: closedObject({
      name: text('Name of the creator.'),
      pronunciation: optional(text('Pronunciation of the name.')),
      pronouns: optional(text('For example she/her.')),
      bio: MediaKit.properties.bios,
      links: MediaKit.properties.links,
    }),
    introduction: text('Introduction to read aloud.'),
    suggestedTitles: list(text('A title for the episode.')),
    ...pack,
    headshots: MediaKit.properties.headshots,
    technicalNotes: list(text('Technical note for the recording.')),
    bookingRequestTemplate: closedObject(
      { ...bookingRequestTemplate.properties, showUrl: optional(bookingRequestTemplate.properties.showUrl) },
      { description: 'Fill it in and POST it to links.bookingRequest.' },
    ),
  },
  { title: 'GuestKit' },
);
export type GuestKit = Static<typeof GuestKit>;

export const GuestKitParams = Type.Object({ guestKitId: text('Id of the kit.', { maxLength: 100 }) });
export const GuestKitQuery = Type.Object({
  format: optional(oneOf(['json', 'markdown', 'pdf'], 'Default: by Accept, else json.')),
});
