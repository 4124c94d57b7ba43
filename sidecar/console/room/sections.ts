// Forms for the creator's files. Each record describes which part of which file it edits.
import { type ContentFileName } from '#contract/schemas/content-files.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

export interface FormSection {
  /** Path below /console/room. */
  name: string;
  label: ConsoleMessage;
  file: ContentFileName;
  /** Members of the file, with dots for nested ones. */
  parts: string[];
  lede?: ConsoleMessage;
  /** True if rows are added and removed elsewhere. */
  keepsRows?: true;
}

const creator = (name: string, label: ConsoleMessage, parts: string[], lede?: ConsoleMessage): FormSection => ({
  name,
  label,
  file: 'creator.json',
  parts,
  ...(lede && { lede }),
});

export const sections: FormSection[] = [
  creator('profile', 'Profile', [
    'name',
    'otherNames',
    'publication',
    'pronunciation',
    'pronouns',
    'oneLiner',
    'jobTitle',
    'tagline',
    'description',
    'topics',
    'language',
    'timeZone',
  ]),
  creator(
    'members',
    'Members',
    ['members'],
    'For a publication of several people. Each member counts as the creator. Upload pictures under Pictures first.',
  ),
  creator('bios', 'Bios', ['bios', 'boilerplate', 'blurbs'], 'Texts that others may reprint unchanged.'),
  creator(
    'press',
    'Press',
    ['pressContact', 'contacts', 'stats'],
    'Contact for journalists, and figures that they may quote.',
  ),
  creator(
    'pictures',
    'Pictures',
    ['portrait', 'banner', 'headshots', 'logos'],
    'Your site shows the portrait and the banner. The others are for print.',
  ),
  creator('look', 'Design', ['accentColor', 'secondColor', 'typeface']),
  creator('themes', 'Themes', ['themes'], 'Items are assigned to themes by their keywords.'),
  creator('links', 'Links', ['links']),
  creator('speaking', 'Speaking', [
    'speaking.bio',
    'speaking.topics',
    'speaking.audiences',
    'speaking.languages',
    'speaking.travelsFrom',
    'speaking.requirements',
  ]),
  creator('talks', 'Talks', ['speaking.pastTalks', 'speaking.testimonials']),
  creator('asking', 'Booking page', ['booking'], 'What people read before they request a booking.'),
  {
    name: 'timeline',
    label: 'Timeline',
    file: 'timeline.json',
    parts: ['entries'],
    lede: 'Appearances, talks, awards and press mentions that no feed contains.',
  },
  {
    name: 'feeds',
    label: 'Feed settings',
    file: 'feeds.json',
    parts: ['feeds'],
    keepsRows: true,
    lede: 'How each feed is read. Add and remove feeds on the Feeds page.',
  },
  {
    name: 'access',
    label: 'Prices',
    file: 'access.json',
    parts: ['enabled', 'prices', 'pricePerMinute', 'dayPassSats', 'freeItems', 'fiat', 'tips', 'usdc', 'work'],
  },
  creator(
    'machines',
    'Programs and AI',
    [
      'contentSignals',
      'podcast',
      'syndication.available',
      'syndication.attribution',
      'syndication.terms',
      'nexus',
      'analyticsVisible',
      'security',
      'webSubHub',
      'indexNow',
      'nostr',
    ],
    'What programs learn about your room.',
  ),
  {
    name: 'settings',
    label: 'Notices',
    file: 'settings.json',
    parts: ['notices', 'replyTemplates', 'copyPictures'],
    lede: 'Changes apply immediately.',
  },
];
