// Problems with a source: a feed, page or file that the room fetches or reads. Programs choose by the code. The message
// and the advice are for people; names in braces stand for details.

const checkConnection = 'Check the address and your connection. The next ingest tries again.';
const correctAddress =
  'Use the http or https address of the feed. To allow a host in your own network, add it to allowPrivateHosts in feeds.json.';
const useFinalAddress = 'Use the final address of the feed.';
const openInBrowser = 'Open the address in a browser. If it works there, contact the publisher.';
const waitForIngest = 'The source is overloaded or limits requests. The next ingest tries again.';
const askForLess = 'Ask the publisher for a feed with fewer entries.';
const askForWhole = 'Ask the publisher for a smaller or an undamaged feed.';
const useFeedAddress = 'Check the address. It must be the address of an RSS, Atom or JSON feed.';
const removeFeed = 'The feed is unusually large or malicious. Remove it or ask the publisher for fewer entries.';

/** Problems of an address, a connection or a response. */
const fetchProblems = {
  address_invalid: { message: 'The address is not valid.', advice: correctAddress },
  address_has_login: { message: 'The address must not contain a user name or a password.', advice: correctAddress },
  address_scheme: { message: 'The address must begin with {schemes}.', advice: correctAddress },
  address_private: { message: 'The address must be on the public internet.', advice: correctAddress },
  address_port: {
    message: 'The address must not use port {port}, which belongs to another service.',
    advice: correctAddress,
  },
  redirect_private: {
    message: 'The host redirects to an address outside the public internet.',
    advice: correctAddress,
  },
  redirect_refused: { message: 'The host redirects to an address that is not allowed.', advice: correctAddress },
  redirect_invalid: { message: 'The host redirects to an invalid address.', advice: useFinalAddress },
  too_many_redirects: { message: 'The host redirects more than {count} times.', advice: useFinalAddress },
  host_private: { message: '{host} is not a public internet address.', advice: correctAddress },
  host_unknown: { message: 'The host name does not exist.', advice: checkConnection },
  lookup_failed: { message: 'The host name could not be looked up.', advice: checkConnection },
  connection_refused: { message: 'The host refuses the connection.', advice: checkConnection },
  connection_closed: { message: 'The host closed the connection.', advice: checkConnection },
  unreachable: { message: 'The host cannot be reached.', advice: checkConnection },
  no_tls: { message: 'The host does not support TLS.', advice: checkConnection },
  certificate: { message: 'The certificate of the host is not valid ({cause}).', advice: checkConnection },
  no_http: { message: 'The host does not answer in valid HTTP.', advice: checkConnection },
  headers_too_large: { message: 'The headers of the answer are too large.', advice: checkConnection },
  request_failed: { message: 'The request failed ({cause}).', advice: checkConnection },
  download_ended: { message: 'The download ended unexpectedly ({cause}).', advice: checkConnection },
  no_answer: { message: 'The host does not answer.', advice: checkConnection },
  answer_timeout: { message: 'No answer within {seconds} seconds.', advice: checkConnection },
  body_timeout: { message: 'No complete answer within {seconds} seconds.', advice: checkConnection },
  stalled: { message: 'The host stopped sending.', advice: checkConnection },
  slow: { message: 'The host sends too slowly.', advice: checkConnection },
  too_large: { message: 'The answer is larger than {limit}.', advice: askForLess },
  empty_file: { message: 'The file is empty.', advice: openInBrowser },
  compressed: { message: 'The host sends the file compressed.', advice: openInBrowser },
  compression_damaged: { message: 'The answer is compressed and cannot be decompressed.', advice: checkConnection },
  status: { message: 'The host answers with status {status}.', advice: openInBrowser },
  media_type: { message: 'The host sends a file of the type {type}.', advice: openInBrowser },
  no_media_type: { message: 'The host does not state the type of the file.', advice: openInBrowser },
} as const;

/** Problems of a feed or a page that was fetched, and refusals that a source explains by its status. */
const readingProblems = {
  status_gone: {
    message: 'The host answers with status {status}.',
    advice: 'The feed no longer exists. Look for its new address or remove the feed.',
  },
  status_refused: {
    message: 'The host answers with status {status}.',
    advice: 'The source refuses feed readers. Use another address or contact the publisher.',
  },
  status_busy: { message: 'The host answers with status {status}.', advice: waitForIngest },
  status_overloaded: { message: 'The host answers with status {status}, even after a retry.', advice: waitForIngest },
  status_pause_seconds: {
    message: 'The host answers with status {status} and requests a pause of {count} seconds.',
    advice: waitForIngest,
  },
  status_pause_minutes: {
    message: 'The host answers with status {status} and requests a pause of {count} minutes.',
    advice: waitForIngest,
  },
  status_unchanged: { message: 'The host answers a first request with “not modified”.', advice: openInBrowser },
  gzip_too_large: { message: 'The feed unpacks to more than {limit}.', advice: askForWhole },
  gzip_damaged: { message: 'The gzip data is damaged: {cause}', advice: askForWhole },
  empty: {
    message: 'The response is empty.',
    advice: 'Open the address in a browser to check whether the feed still exists.',
  },
  web_page: {
    message: 'The response is a web page, not a feed.',
    advice: 'Use the address of the feed instead of the page. The feed may also require a login.',
  },
  not_a_feed: { message: 'The response is not a feed.', advice: useFeedAddress },
  not_a_json_feed: { message: 'The response is JSON, but not a JSON Feed: {start}', advice: useFeedAddress },
  json_damaged: {
    message: 'The JSON is broken: {cause}',
    advice: 'The source sends a damaged file. If it is still damaged tomorrow, contact the publisher.',
  },
  xml_damaged: {
    message: 'The XML cannot be read: {cause}',
    advice: 'Contact the publisher. A feed validator shows the error.',
  },
  calendar_damaged: {
    message: 'The calendar cannot be read: {cause}',
    advice: 'Contact the publisher. The file must be an iCalendar file.',
  },
  no_entries: { message: 'The feed has no entries.', advice: useFeedAddress },
  transcript_format: { message: 'The format {type} is unknown.', advice: 'Contact the publisher of the podcast.' },
  not_a_picture: { message: 'The file is not a picture that browsers support.', advice: openInBrowser },
  picture_damaged: { message: 'The picture is damaged, or larger than 50 megapixels.', advice: openInBrowser },
  not_a_recording: { message: 'The file is not audio or video of a known kind.', advice: openInBrowser },
  recording_elsewhere: {
    message: 'The address leads to a playlist or a web page, not to a recording.',
    advice: openInBrowser,
  },
  recording_format: { message: 'Browsers cannot play {format}.', advice: openInBrowser },
  copies_full: {
    message: 'The copies already use more than {limit}.',
    advice: 'Remove published items with large pictures or recordings.',
  },
  not_chapters: { message: 'The response is not a chapters file.', advice: 'Contact the publisher of the podcast.' },
  file_outside: {
    message: '{file} is outside the content folder.',
    advice: 'Move the feed file into the content folder.',
  },
  file_missing: {
    message: '{file} does not exist.',
    advice: 'Correct the path of the file; it is relative to the content folder.',
  },
  file_too_large: { message: '{file} is larger than {limit}.', advice: 'Split the feed or remove old entries.' },
  reading_failed: {
    message: 'The response cannot be read: {cause}',
    advice: 'The feed is unusual or damaged. A feed validator may show the cause.',
  },
  reading_ended: { message: 'The program that reads the response ended unexpectedly.', advice: removeFeed },
  reading_memory: { message: 'Reading the response needs too much memory.', advice: removeFeed },
  reading_cpu_time: { message: 'Reading the response took more than {seconds} s of CPU time.', advice: removeFeed },
  reading_stuck: { message: 'Reading the response made no progress for a minute.', advice: removeFeed },
  too_many_feeds: { message: 'It was not read, because the page links too many feeds.', advice: useFeedAddress },
  not_stored: {
    message: 'The items could not be stored: {cause}',
    advice: 'Fix the cause, then read the feed again.',
  },
  unexpected: {
    message: 'An unexpected error occurred: {cause}',
    advice: 'Check feeds.json and the content folder with npm run doctor.',
  },
} as const;

export const sourceProblems = { ...fetchProblems, ...readingProblems };

export type FetchProblemCode = keyof typeof fetchProblems;
export type SourceProblemCode = keyof typeof sourceProblems;

export interface SourceProblem {
  code: SourceProblemCode;
  details: Record<string, string | number>;
}

/** Error about a source. Its message is in English. */
export class SourceError<Code extends SourceProblemCode = SourceProblemCode> extends Error {
  readonly code: Code;
  readonly details: SourceProblem['details'];

  constructor(code: Code, details: SourceProblem['details'] = {}) {
    super(describeSourceProblem({ code, details }));
    this.code = code;
    this.details = details;
  }
}

/** Replaces names in braces by details. */
export const fillDetails = (message: string, details: SourceProblem['details']): string =>
  message.replace(/\{(\w+)\}/g, (slot, name: string) => String(details[name] ?? slot));

/** Returns the message in English. */
export const describeSourceProblem = ({ code, details }: SourceProblem): string =>
  fillDetails(sourceProblems[code].message, details);

/** Returns the problem of an error. The code `otherwise` is for errors that are not about the source. */
export const toSourceProblem = (
  error: Error,
  otherwise: 'reading_failed' | 'not_stored' | 'unexpected' = 'unexpected',
): SourceProblem =>
  error instanceof SourceError
    ? { code: error.code, details: error.details }
    : { code: otherwise, details: { cause: error.message } };
