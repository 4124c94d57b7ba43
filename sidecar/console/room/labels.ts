// Labels of fields in the creator's files whose names are not readable.
import { contentTypes, itemTypes } from '#contract/content-types.ts';
import { timelineKindNames } from '../content/model.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

const labels: Record<string, ConsoleMessage> = {
  alt: 'Description',
  credit: 'Photographer',
  file: 'Picture',
  license: 'Terms of use',
  organization: 'Organizer',
  'blurbs.id': 'Short name',
  'blurbs.label': 'Purpose',
  'links.label': 'Text',
  'replyTemplates.label': 'Name',
  'stats.label': 'Name',
  'themes.id': 'Short name',
  'themes.label': 'Name',
  'podcast.image': 'Cover of the show',
  'nostr.pubkey': 'Public key',
  'syndication.available': 'Others may republish full texts',
  'feeds.file': 'File',
  oneLiner: 'One-sentence description',
  bios: 'Bios',
  'bios.short': 'Short bio',
  'bios.medium': 'Medium bio',
  'bios.long': 'Long bio',
  blurbs: 'Other texts',
  pronunciation: 'Pronunciation',
  stats: 'Figures',
  'stats.asOf': 'As of',
  'pressContact.url': 'Page',
  contacts: 'Other contacts',
  'links.url': 'Address',
  headshots: 'Press pictures',
  members: 'Members',
  'members.portrait': 'Picture',
  'members.bio': 'Bio',
  'members.url': 'Page',
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
  'speaking.bio': 'Speaker introduction',
  'speaking.topics': 'Talks on offer',
  'speaking.pastTalks': 'Past talks',
  'speaking.pastTalks.url': 'Page of the event',
  'speaking.pastTalks.videoUrl': 'Recording',
  'speaking.topics.durationMinutes': 'Minutes',
  booking: 'Booking page',
  'booking.note': 'Note for requesters',
  'entries.url': 'Address',
  'entries.date': 'First day',
  'entries.endDate': 'Last day',
  entries: 'Entries',
  timeZone: 'Time zone',
  'feeds.enabled': 'Read this feed',
  'feeds.type': 'Type of entries',
  'feeds.kind': 'Kind of timeline entries',
  'feeds.review': 'Publish',
  'feeds.id': 'Short name',
  enabled: 'Turn on prices',
  'prices.articles': 'The price of articles',
  'prices.transcribe': 'The price of transcriptions',
  pricePerMinute: 'A minute of transcription (satoshis)',
  dayPassSats: 'Day pass (satoshis)',
  freeItems: 'Free items',
  fiat: 'Price in your currency',
  tips: 'Tips',
  'tips.name': 'Name of your Lightning address',
  'tips.button': 'Show a Support link on every page',
  'fiat.currency': 'Currency',
  'fiat.perBitcoin': 'Price of one bitcoin',
  usdc: 'Payment in USDC',
  'usdc.payTo': 'Receiving address',
  'usdc.perBitcoin': 'Price of one bitcoin (USDC)',
  work: 'Work instead of payment',
  'contentSignals.aiInput': 'As input for answers',
  'contentSignals.aiTrain': 'AI training',
  'contentSignals.search': 'Search engines',
  contentSignals: 'Permissions for AI and search engines',
  analyticsVisible: 'Show the engagement score',
  webSubHub: 'WebSub hub',
  indexNow: 'IndexNow',
  'nostr.nip05': 'NIP-05 name',
  nexus: 'Directories',
  'notices.mail': 'Email',
  'notices.webhook': 'Webhook',
  'notices.toRequesters': 'Email to requesters',
  replyTemplates: 'Reply templates',
  copyPictures: 'Copy pictures',
};

const kindLabels = Object.entries(timelineKindNames).map(([kind, name]) => [`kind.${kind}`, name]);
const typeLabels = itemTypes.map((type) => [`type.${type}`, contentTypes[type].name]);

/** Labels of enumerated values, some of them only in fields of one name. */
export const choiceLabels: Record<string, string> = {
  ...Object.fromEntries([...kindLabels, ...typeLabels]),
  'eip155:8453': 'Base',
  'eip155:84532': 'Base Sepolia (test network)',
  episodic: 'Independent episodes',
  serial: 'From the first episode on',
  general: 'General contact',
  management: 'Management',
  'role.booking': 'Bookings',
  manual: 'after my approval',
  auto: 'automatically (except articles)',
  booking: 'New booking request',
  reply: 'Reply from a requester',
  reminder: 'Appointment within a day',
  transcript: 'Transcript to review',
  figures: 'Weekly figures',
  tip: 'New tip',
  subscription: 'Webhook subscription to review',
  feed: 'Feed has failed for a day',
  build: 'Failed build',
  wallet: 'Wallet does not respond',
  machine: 'A machine is behind the others',
};

export const resourceLabels: Record<string, ConsoleMessage> = {
  transcribe: 'A transcription',
  'guest-kit': 'A guest kit',
  'content-index': 'The content index beyond the free items',
  articles: 'The text of any article',
};

/** Labels of single rows. */
export const rowLabels: Record<string, ConsoleMessage> = {
  themes: 'Theme',
  blurbs: 'Text',
  stats: 'Figure',
  contacts: 'Contact',
  headshots: 'Press picture',
  members: 'Member',
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
  [path, path.split('.').slice(-2).join('.'), path.split('.').at(-1)!].flatMap((one) => labels[one] ?? [])[0] ??
  splitCamelCase(path.split('.').at(-1)!);

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
