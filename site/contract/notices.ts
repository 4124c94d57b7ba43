// Notices of ingest and init about entries, files and pages. Programs choose by the code. The texts are for people;
// names in braces stand for details, and `{cause}` for a problem of a source.
import { describeSourceProblem, fillDetails, type SourceProblem } from './source-problems.ts';

const feedNotices = {
  damaged_characters: {
    one: 'One place in the feed is damaged and now reads “\ufffd”.',
    many: '{count} places in the feed are damaged and now read “\ufffd”.',
  },
  feed_incomplete: { message: 'The feed is incomplete. Its complete items were read.' },
  entries_cut: {
    one: 'One entry was cut off after a million characters.',
    many: '{count} entries were cut off after a million characters.',
  },
  keys_removed: {
    one: 'Addresses with a personal key were removed from one item: {titles}',
    many: 'Addresses with a personal key were removed from {count} items: {titles}',
  },
  omitted_pixels: {
    one: 'Invisible counting pictures were left out of one entry.',
    many: 'Invisible counting pictures were left out of {count} entries.',
  },
  omitted_scripts: { one: 'Scripts were left out of one entry.', many: 'Scripts were left out of {count} entries.' },
  omitted_controls: {
    one: 'Subscription boxes and controls of the platform were left out of one entry.',
    many: 'Subscription boxes and controls of the platform were left out of {count} entries.',
  },
  omitted_forms: {
    one: 'Buttons and forms were left out of one entry.',
    many: 'Buttons and forms were left out of {count} entries.',
  },
  omitted_drawings: {
    one: 'The text in drawings was left out of one entry.',
    many: 'The text in drawings was left out of {count} entries.',
  },
  omitted_hidden: {
    one: 'Hidden text was left out of one entry.',
    many: 'Hidden text was left out of {count} entries.',
  },
  chapters_failed: {
    one: 'The chapters of one episode could not be read ({titles}): {cause}',
    many: 'The chapters of {count} episodes could not be read ({titles}): {cause}',
  },
  chapters_pending: {
    one: 'The chapters of one episode will be read by the next ingest.',
    many: 'The chapters of {count} episodes will be read by the next ingest.',
  },
  site_moved: { message: 'The site has moved from {from} to {to}. The addresses of known items were updated.' },
  texts_reworded: {
    one: 'Since the upgrade, one published text is shown more exactly. Its words differ: {titles}',
    many: 'Since the upgrade, {count} published texts are shown more exactly. Their words differ: {titles}',
  },
  date_unreadable: { message: 'The date “{date}” of “{title}” cannot be read. Set the date in the inbox.' },
  dates_unreadable: {
    one: 'The date of one more item cannot be read.',
    many: 'The dates of {count} more items cannot be read.',
  },
  dated_ahead: { message: '“{title}” is dated {day} and shown as scheduled until then.' },
  settings_applied: {
    one: 'One item in the inbox now uses the new settings of the feed.',
    many: '{count} items in the inbox now use the new settings of the feed.',
  },
  edits_withdrawn: {
    one: 'One waiting edit was withdrawn because the source has reverted it.',
    many: '{count} waiting edits were withdrawn because the source has reverted them.',
  },
  item_skipped: { message: '“{title}” was skipped: {problem}' },
  new_address_failed: {
    message: 'The feed states {address} as its new address, but no feed can be read there: {cause}',
  },
  more: { message: '… and {count} more.' },
} as const;

const fileNotices = {
  item_unreadable: { message: '{file} cannot be read. Ingest leaves the item alone until you correct it: {problem}' },
  key_removed: { message: 'A personal key was removed from {file}.' },
  transcripts_failed: {
    one: 'The transcript of one episode could not be read ({titles}): {cause}',
    many: 'The transcripts of {count} episodes could not be read ({titles}): {cause}',
  },
  transcripts_pending: {
    one: 'The transcript of one episode will be read by the next ingest.',
    many: 'The transcripts of {count} episodes will be read by the next ingest.',
  },
  pictures_secured: {
    one: 'One picture switched from http to https.',
    many: '{count} pictures switched from http to https.',
  },
  recordings_secured: {
    one: 'One recording switched from http to https.',
    many: '{count} recordings switched from http to https.',
  },
  pictures_copied: {
    one: 'One picture was copied into the room.',
    many: '{count} pictures were copied into the room.',
  },
  recordings_copied: {
    one: 'One recording was copied into the room.',
    many: '{count} recordings were copied into the room.',
  },
  pictures_pending: {
    one: 'One picture will be copied in the background while the room runs, or by the next ingest.',
    many: '{count} pictures will be copied in the background while the room runs, or by the next ingest.',
  },
  recordings_pending: {
    one: 'One recording will be copied in the background while the room runs, or by the next ingest.',
    many: '{count} recordings will be copied in the background while the room runs, or by the next ingest.',
  },
  picture_lost: { message: 'A picture is not shown because it cannot be copied: {address}: {cause}' },
  recording_lost: { message: 'A recording is not shown because it cannot be copied: {address}: {cause}' },
  media_lost: {
    one: 'One more picture or recording is not shown.',
    many: '{count} more pictures and recordings are not shown.',
  },
  copying_stopped: { message: 'Copying has stopped; the next ingest continues. {cause}' },
  file_left_out: { message: '{file} was left out: {problem}' },
  picture_missing: { message: 'The picture {file} does not exist. Upload it or choose another one.' },
  security_expired: { message: 'The contact for security reports expired on {day}. Set a later date.' },
  calls_unreadable: { message: 'The calls are counted from zero again: {problem}' },
} as const;

/** Notices of init. */
const siteNotices = {
  https_missing: { message: '{host} does not support https. It is read over http.' },
  pages_not_read: {
    one: 'One more page of {url} was not read: the limit is reached.',
    many: '{count} more pages of {url} were not read: the limit is reached.',
  },
  listing_only: {
    message: '{platform} ({url}) is only a listing. The host of the podcast shows the address of the feed.',
  },
  twitch_without_feed: {
    message: 'Twitch ({url}) has no feeds. You can add a feed of your recordings or schedule with the type stream.',
  },
  picture_failed: { message: 'A picture was not downloaded: {url}: {cause}' },
  pictures_left_out: {
    one: 'One press picture was not downloaded, because there are more than {limit}.',
    many: '{count} press pictures were not downloaded, because there are more than {limit}.',
  },
  portrait_missing: { message: 'No portrait was found.' },
  portrait_is_drawing: { message: 'Not used as portrait, because it is a line drawing: {url}' },
  portrait_too_small: { message: 'Not used as portrait, because it is too small ({width} × {height} pixels): {url}' },
  portrait_shape: {
    message: 'Not used as portrait, because it is too wide or too tall ({width} × {height} pixels): {url}',
  },
} as const;

export const notices = { ...feedNotices, ...fileNotices, ...siteNotices };

export type NoticeCode = keyof typeof notices;

export interface Notice {
  code: NoticeCode;
  /** `count` selects the text for one or many. */
  details?: Record<string, string | number>;
  cause?: SourceProblem;
}

/** Returns the notice about a file of the creator that cannot be used. */
export const fileLeftOut = (file: string, problem: string): Notice => ({
  code: 'file_left_out',
  details: { file, problem },
});

/** Returns the text of a notice in English. */
export function describeNotice({ code, details = {}, cause }: Notice): string {
  const texts = notices[code];
  const text = 'message' in texts ? texts.message : details['count'] === 1 ? texts.one : texts.many;
  return fillDetails(text, { ...details, ...(cause && { cause: describeSourceProblem(cause) }) });
}

/** Joins the first titles for the detail `titles`. */
export const listTitles = (titles: string[], limit: number): string =>
  [...titles.slice(0, limit), ...(titles.length > limit ? ['…'] : [])].join('; ');
