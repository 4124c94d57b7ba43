// Labels of fields in the creator's files whose names are not readable.
import type { ConsoleMessage } from '../messages/messages.ts';
const labels: Record<string, ConsoleMessage> = {
  oneLiner: 'In one sentence',
  bios: 'Bios',
  'bios.short': 'Short bio',
  'bios.medium': 'Medium bio',
  'bios.long': 'Long bio',
  blurbs: 'Other texts',
  pronunciation: 'How the name is said',
  stats: 'Figures',
  'stats.asOf': 'Counted on',
  'pressContact.url': 'Page',
  'links.url': 'Address',
  headshots: 'Press pictures',
  'portrait.focus': 'Focal point',
  'banner.focus': 'Focal point',
  'headshots.focus': 'Focal point',
  'logos.focus': 'Focal point',
  'focus.x': 'From the left (%)',
  'focus.y': 'From the top (%)',
  'crop.left': 'From the left (%)',
  'crop.top': 'From the top (%)',
  'crop.width': 'Width (%)',
  'crop.height': 'Height (%)',
  accentColor: 'Accent colour',
  secondColor: 'Second colour',
  'speaking.bio': 'Introduction for a programme',
  'speaking.topics': 'Talks on offer',
  'speaking.pastTalks': 'Talks given',
  'speaking.pastTalks.url': 'Page of the event',
  'speaking.pastTalks.videoUrl': 'Recording',
  'speaking.topics.durationMinutes': 'Minutes',
  booking: 'Booking page',
  'entries.url': 'Address',
  'entries.date': 'First day',
  'entries.endDate': 'Last day',
  entries: 'Entries',
  timeZone: 'Time zone',
  'feeds.enabled': 'Is read',
  'feeds.review': 'Goes live',
  'feeds.id': 'Short name',
  enabled: 'Prices are in force',
  pricePerMinute: 'A minute of transcription (satoshis)',
  dayPassSats: 'Day pass (satoshis)',
  freeItems: 'Free items',
  fiat: 'Price in your currency',
  tips: 'Tips',
  'tips.name': 'Name of your Lightning address',
  'tips.button': 'Every page has a Support link',
  'fiat.currency': 'Currency (EUR, USD, …)',
  'fiat.perBitcoin': 'A bitcoin costs',
  usdc: 'Payment in USDC',
  'usdc.payTo': 'Address that is paid',
  'usdc.perBitcoin': 'A bitcoin costs (USDC)',
  work: 'Work in place of payment',
  'contentSignals.aiInput': 'As input to an answer',
  'contentSignals.aiTrain': 'Training of models',
  'contentSignals.search': 'Search index',
  contentSignals: 'What machines may do',
  analyticsVisible: 'Show the engagement score',
  webSubHub: 'WebSub hub',
  indexNow: 'IndexNow',
  'syndication.l402Required': 'Needs payment',
  'nostr.nip05': 'NIP-05 name',
  nexus: 'Directories',
  'notices.mail': 'By mail',
  'notices.webhook': 'By webhook',
  'notices.toRequesters': 'Mail to requesters',
  replyTemplates: 'Templates for replies',
  copyPictures: 'Copies of pictures',
};

/** Labels of enumerated values. */
export const choiceLabels: Record<string, ConsoleMessage> = {
  manual: 'when you approve it',
  auto: 'by itself (articles never)',
  booking: 'A booking request',
  reply: 'A requester answers',
  reminder: 'An appointment within a day',
  transcript: 'A transcript to decide about',
  figures: 'Figures, once a week',
  tip: 'A tip arrives',
  subscription: 'A webhook subscription to decide about',
  feed: 'A feed that fails for a day',
  build: 'A build that failed',
  wallet: 'A wallet that does not answer',
  machine: 'A machine that lags behind the others',
};

/** Labels of single rows. */
export const rowLabels: Record<string, ConsoleMessage> = {
  themes: 'Theme',
  blurbs: 'Text',
  stats: 'Figure',
  headshots: 'Press picture',
  logos: 'Logo',
  links: 'Link',
  'speaking.topics': 'Talk',
  'speaking.pastTalks': 'Talk',
  'speaking.testimonials': 'Testimonial',
  entries: 'Entry',
  feeds: 'Feed',
  prices: 'Price',
  replyTemplates: 'Template',
};

const splitCamelCase = (name: string): string => {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\bUrl\b/i, 'address')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns the label of a field. `path` contains no row numbers. */
export const fileFieldLabel = (path: string): string =>
  labels[path] ?? labels[path.split('.').slice(-2).join('.')] ?? splitCamelCase(path.split('.').at(-1)!);

/** Names of fields with several lines. */
const multilineFields = new Set([
  'description',
  'text',
  'short',
  'medium',
  'bio',
  'boilerplate',
  'quote',
  'note',
  'terms',
  'attribution',
]);
export const textAreaRows = (path: string): number => {
  const name = path.split('.').at(-1)!;
  return name === 'long' ? 12 : multilineFields.has(name) ? 4 : 1;
};
