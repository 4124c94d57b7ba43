// The commands with which the creator works on content and requests: arguments, help and exit codes.
export const contentOption = /** @type {const} */ ({
  content: { type: 'string', value: 'DIR', doc: 'content folder (default: CONTENT_DIR, or content)' },
});

const privateHostOption = /** @type {const} */ ({
  'allow-private': {
    type: 'string',
    multiple: true,
    value: 'HOST',
    doc: 'allow a private address for this host; can be repeated',
  },
});

export const contentCommands = /** @type {const} */ ({
  init: {
    summary: 'Finds the feeds of your site and drafts creator.json and feeds.json.',
    examples: [
      [
        'https://example.org',
        'reads your site, then asks you in a terminal. Add more addresses, such as a podcast feed',
      ],
    ],
    operands: 'ADDRESS …',
    options: {
      name: { type: 'string', value: 'NAME', doc: 'your name' },
      publication: { type: 'string', value: 'NAME', doc: 'name of your publication' },
      'one-liner': { type: 'string', value: 'TEXT', doc: 'one sentence about your publication' },
      feed: {
        type: 'string',
        multiple: true,
        value: 'URL',
        doc: 'add only this feed; can be repeated',
      },
      'auto-review': {
        type: 'boolean',
        doc: 'publish everything except articles without review',
      },
      yes: { type: 'boolean', doc: 'accept every guess and ask nothing' },
      force: { type: 'boolean', doc: 'replace creator.json and feeds.json; the old ones are kept as .bak files' },
      ...contentOption,
      ...privateHostOption,
      json: {
        type: 'boolean',
        doc: 'print one JSON document, log each address on standard error, and ask nothing',
      },
    },
    exitCodes: { 0: 'the files are written', 1: 'nothing was found, or the files could not be written' },
  },
  ingest: {
    summary: 'Reads your feeds into the inbox, and prepares published items for the next build.',
    options: {
      feed: { type: 'string', value: 'ID', doc: 'read only this feed' },
      pictures: { type: 'boolean', doc: 'read no feed; only copy the pictures of published items' },
      'pictures-later': {
        type: 'boolean',
        doc: 'copy pictures for a few seconds and leave the rest to the running room',
      },
      ...privateHostOption,
      json: { type: 'boolean', doc: 'print one JSON document' },
      ...contentOption,
    },
    details: 'A feed that fails is reported. Its existing items stay.',
    exitCodes: { 0: 'the feeds were read; some may have failed', 1: 'creator.json or feeds.json cannot be used' },
  },
  review: {
    summary: 'Approves, edits and rejects the items in your inbox.',
    examples: [
      ['', 'lists the inbox and asks about each item, in a terminal'],
      ['--approve ID … --reject ID …', 'decides without a terminal'],
      ['--edit ID --set title="New title"', 'changes an item'],
    ],
    operands: 'ID …',
    options: {
      list: { type: 'boolean', doc: 'list the inbox by feed, newest first' },
      show: { type: 'string', value: 'ID', doc: 'show one item: inbox, published or rejected' },
      approve: { type: 'string', multiple: true, value: 'ID …', doc: 'publish inbox items' },
      reject: {
        type: 'string',
        multiple: true,
        value: 'ID …',
        doc: 'reject inbox items; a version that is already published stays',
      },
      retract: { type: 'string', multiple: true, value: 'ID …', doc: 'remove published items from the room' },
      reopen: { type: 'string', multiple: true, value: 'ID …', doc: 'return rejected items to the inbox' },
      'approve-all': { type: 'boolean', doc: 'publish all inbox items; with --feed, those of that feed' },
      'reject-all': { type: 'boolean', doc: 'reject all inbox items; with --feed, those of that feed' },
      undo: { type: 'boolean', doc: 'undo the last decision about several items, including one made in the console' },
      edit: { type: 'string', value: 'ID', doc: 'change an inbox item or a published item; needs --set' },
      set: {
        type: 'string',
        multiple: true,
        value: 'FIELD=VALUE',
        doc: 'new value; separate list entries by commas, use body for the text, leave empty to delete',
      },
      choose: {
        type: 'string',
        value: 'ID',
        doc: 'choose a version of fields that you and the source both changed; needs --mine or --theirs',
      },
      mine: { type: 'string', multiple: true, value: 'FIELD', doc: 'keep your version of this field' },
      theirs: { type: 'string', multiple: true, value: 'FIELD', doc: 'use the source’s version of this field' },
      feed: { type: 'string', value: 'ID', doc: 'only items of this feed' },
      json: { type: 'boolean', doc: 'print one JSON document' },
      ...contentOption,
    },
    exitCodes: {
      0: 'everything was done',
      1: 'some items could not be changed: unknown id, changed in the meantime, or a file that cannot be read or written',
      3: 'an unexpected error occurred',
    },
  },
  feeds: {
    summary: 'Lists, adds and removes feeds, and decides about feeds that have moved or are on hold.',
    examples: [
      ['', 'lists your feeds with the result of their last reading'],
      ['--add https://example.org', 'adds the feeds of this page'],
      ['--move ID', 'uses the new address of the feed from now on'],
      ['--remove ID --items hide', 'removes the feed and hides its items'],
    ],
    options: {
      move: { type: 'string', value: 'ID', doc: 'use the address to which the feed has moved permanently' },
      held: {
        type: 'string',
        value: 'ID',
        doc: 'show why a feed is on hold, and which items would be merged',
      },
      same: {
        type: 'string',
        value: 'ID',
        doc: 'treat the entries of a feed on hold as known items with new ids; your decisions stay',
      },
      new: { type: 'string', value: 'ID', doc: 'treat the entries of a feed on hold as new items' },
      add: {
        type: 'string',
        value: 'URL',
        doc: 'add a feed, or the feeds of a page',
      },
      remove: {
        type: 'string',
        value: 'ID',
        doc: 'remove the feed; asks what happens to its items, unless --items says so',
      },
      items: {
        type: 'string',
        value: 'keep|hide|retract',
        doc: 'with --remove: keep, hide or retract the items of the feed',
      },
      json: { type: 'boolean', doc: 'print one JSON document' },
      ...contentOption,
    },
    exitCodes: { 0: 'done', 1: 'failed; see the line above' },
  },
  transcribe: {
    summary: 'Transcribes your own episodes.',
    examples: [
      ['', 'transcribes all published episodes without a transcript'],
      ['ID …', 'transcribes these episodes, even if they have a transcript'],
      ['--list', 'lists the episodes'],
      ['--approve ID …', 'publishes transcripts after your review'],
      ['--reject ID …', 'deletes transcripts that wait for review'],
    ],
    operands: 'ID …',
    options: {
      list: { type: 'boolean', doc: 'list the episodes and the state of their transcripts' },
      approve: {
        type: 'boolean',
        doc: 'publish transcripts; read content/transcripts/waiting/ID.vtt first',
      },
      'approve-all': { type: 'boolean', doc: 'publish all transcripts that wait for review' },
      reject: { type: 'boolean', doc: 'delete transcripts that wait for review' },
      language: { type: 'string', value: 'TAG', doc: 'spoken language, if the feed does not state it' },
    },
    exitCodes: { 0: 'everything was done', 1: 'an episode could not be transcribed, or there is no such transcript' },
  },
  requests: {
    summary: 'Lists booking requests and webhook subscriptions, and stores your decisions.',
    examples: [
      ['', 'lists booking requests and subscriptions, newest first'],
      ['--booking ID --status proposed --reply "How about May?"', 'replies to a booking request'],
      ['--approve ID', 'approves a subscription'],
    ],
    options: {
      booking: { type: 'string', value: 'ID', doc: 'booking request to change; needs --status' },
      status: {
        type: 'string',
        value: 'STATUS',
        doc: 'received, needs_info, proposed, confirmed, declined, cancelled or completed',
      },
      starts: {
        type: 'string',
        value: 'TIME',
        doc: 'start in RFC 3339, such as 2026-05-01T18:00:00Z; required for confirmed',
      },
      ends: { type: 'string', value: 'TIME', doc: 'end in RFC 3339' },
      reply: { type: 'string', value: 'TEXT', doc: 'your reply, shown to the requester on the status page' },
      approve: { type: 'string', value: 'ID', doc: 'approve a subscription; its events are sent from now on' },
      reject: { type: 'string', value: 'ID', doc: 'reject a subscription; it receives nothing' },
      json: { type: 'boolean', doc: 'print one JSON document' },
    },
    exitCodes: {
      0: 'done',
      1: 'there is no such request, its status cannot change like this, or the database cannot be opened',
    },
  },
  members: {
    summary: 'Lists the rooms of your Nexus and the blocked hosts, and blocks hosts.',
    examples: [
      ['', 'lists rooms, newest first, and blocked hosts'],
      ['--block bad.example --reason "Advertising"', 'blocks a host'],
      ['--unblock bad.example', 'unblocks a host'],
    ],
    options: {
      host: { type: 'string', value: 'HOST', doc: 'list only rooms of this host and its subdomains' },
      block: {
        type: 'string',
        value: 'HOST',
        doc: 'remove the rooms of this host, its ports and subdomains, and refuse them from now on',
      },
      unblock: { type: 'string', value: 'HOST', doc: 'allow rooms of this host again' },
      reason: { type: 'string', value: 'TEXT', doc: 'note for yourself, shown to nobody else' },
      json: { type: 'boolean', doc: 'print one JSON document' },
    },
    exitCodes: { 0: 'done', 1: 'the host is not blocked, or the database cannot be opened' },
  },
});
