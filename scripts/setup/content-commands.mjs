// The commands with which the creator works on content and requests: arguments, help and exit codes.
export const contentOption = /** @type {const} */ ({
  content: { type: 'string', value: 'DIR', doc: 'the content folder (default: CONTENT_DIR, or content)' },
});

export const contentCommands = /** @type {const} */ ({
  init: {
    summary: 'Finds the feeds of your site and writes a first content/creator.json and content/feeds.json.',
    examples: [
      ['https://example.org', 'asks where a terminal is there; more addresses may follow: podcast feed, channel'],
    ],
    operands: 'ADDRESS …',
    options: {
      name: { type: 'string', value: 'NAME', doc: 'name of the creator' },
      publication: { type: 'string', value: 'NAME', doc: 'name of the publication' },
      'one-liner': { type: 'string', value: 'TEXT', doc: 'one sentence about it' },
      feed: {
        type: 'string',
        multiple: true,
        value: 'URL',
        doc: 'take exactly this feed (may be given several times)',
      },
      'auto-review': {
        type: 'boolean',
        doc: 'publish what is no article (episodes, videos …) without waiting for review',
      },
      yes: { type: 'boolean', doc: 'take every guess, ask nothing' },
      force: { type: 'boolean', doc: 'replace creator.json and feeds.json; the old ones are kept as .bak files' },
      ...contentOption,
      'allow-private': {
        type: 'string',
        multiple: true,
        value: 'HOST',
        doc: 'this host may have a private address (own network, tests)',
      },
      json: {
        type: 'boolean',
        doc: 'the findings as one JSON document on standard output, addresses as they are read on standard error; asks nothing',
      },
    },
    endings: { 0: 'the files were written', 1: 'nothing could be found or written' },
  },
  ingest: {
    summary: 'Brings the feeds of feeds.json into the inbox and gets what is published ready to be built.',
    options: {
      feed: { type: 'string', value: 'ID', doc: 'only this feed' },
      pictures: { type: 'boolean', doc: 'no feed: only the pictures of what is published, which pages load as copies' },
      'pictures-later': {
        type: 'boolean',
        doc: 'copies pictures for a few seconds; the running room copies the others',
      },
      'allow-private': { type: 'string', multiple: true, value: 'HOST', doc: 'this host may have a private address' },
      json: { type: 'boolean', doc: 'the report for programs, one JSON document on standard output' },
      ...contentOption,
    },
    details: 'A feed that fails is reported, and what it brought before stays.',
    endings: { 0: 'the feeds were read, also where some failed', 1: 'creator.json or feeds.json cannot be used' },
  },
  review: {
    summary: 'Decides about the items that wait in the inbox.',
    examples: [
      ['', 'on a terminal: lists what waits, then asks about each item'],
      ['--approve ID … --reject ID …', 'decides without a terminal'],
      ['--edit ID --set title="New title"', 'changes an item'],
    ],
    operands: 'ID …',
    options: {
      list: { type: 'boolean', doc: 'lists what waits, by feed, newest first' },
      show: { type: 'string', value: 'ID', doc: 'shows one item, wherever it is' },
      approve: { type: 'string', multiple: true, value: 'ID …', doc: 'publishes waiting items' },
      reject: {
        type: 'string',
        multiple: true,
        value: 'ID …',
        doc: 'turns waiting items down; a published older version stays',
      },
      retract: { type: 'string', multiple: true, value: 'ID …', doc: 'takes published items out of the room' },
      reopen: { type: 'string', multiple: true, value: 'ID …', doc: 'lets rejected items wait again' },
      'approve-all': { type: 'boolean', doc: 'publishes everything that waits (with --feed: of that feed)' },
      'reject-all': { type: 'boolean', doc: 'turns down everything that waits (with --feed: of that feed)' },
      undo: { type: 'boolean', doc: 'undoes the last decision about several items, also one that the console made' },
      edit: { type: 'string', value: 'ID', doc: 'changes a waiting or published item; needs --set' },
      set: {
        type: 'string',
        multiple: true,
        value: 'FIELD=VALUE',
        doc: 'lists take commas, body is the text, an empty value takes a field away',
      },
      choose: {
        type: 'string',
        value: 'ID',
        doc: 'settles fields that both you and the source changed; needs --mine or --theirs',
      },
      mine: { type: 'string', multiple: true, value: 'FIELD', doc: 'keeps what you wrote' },
      theirs: { type: 'string', multiple: true, value: 'FIELD', doc: 'takes what the source says' },
      feed: { type: 'string', value: 'ID', doc: 'only what comes from this feed' },
      json: { type: 'boolean', doc: 'answers for programs, one JSON document on standard output' },
      ...contentOption,
    },
    endings: {
      0: 'all was done',
      1: 'something could not be: unknown id, changed meanwhile, a file that cannot be read or written',
      3: 'the program itself failed',
    },
  },
  feeds: {
    summary: 'Lists the feeds, and decides about those that moved, are held, or are to go.',
    examples: [
      ['', 'lists the feeds with what came of their last reading'],
      ['--add https://example.org', 'adds the feeds of that page'],
      ['--move ID', 'reads the feed at its new address from now on'],
      ['--remove ID --items hide', 'takes the feed out and hides its items'],
    ],
    options: {
      move: { type: 'string', value: 'ID', doc: 'takes over the address to which the feed has moved for good' },
      held: {
        type: 'string',
        value: 'ID',
        doc: 'shows why nothing is stored of the feed, and what would be taken as the same',
      },
      same: {
        type: 'string',
        value: 'ID',
        doc: 'the entries of a held feed are the known items under new names: ids and decisions stay',
      },
      new: { type: 'string', value: 'ID', doc: 'the entries of a held feed are new' },
      add: {
        type: 'string',
        value: 'URL',
        doc: 'looks for feeds at an address, a feed or a page, and adds those that are new',
      },
      remove: {
        type: 'string',
        value: 'ID',
        doc: 'takes the feed out of feeds.json; asks what happens to its items, or needs --items',
      },
      items: {
        type: 'string',
        value: 'keep|hide|retract',
        doc: 'with --remove: its items stay, are hidden, or leave the room',
      },
      json: { type: 'boolean', doc: 'answers for programs, one JSON document on standard output' },
      ...contentOption,
    },
    endings: { 0: 'it is done', 1: 'it could not be done; the line above says why' },
  },
  transcribe: {
    summary: 'Transcribes your own episodes.',
    examples: [
      ['', 'hears every published episode that has no transcript yet'],
      ['ID …', 'hears these, whatever they have'],
      ['--list', 'lists the episodes'],
      ['--approve ID …', 'publishes what waits'],
      ['--reject ID …', 'deletes what waits'],
    ],
    operands: 'ID …',
    options: {
      list: { type: 'boolean', doc: 'which have a transcript: approved, waiting, or the publisher’s' },
      approve: {
        type: 'boolean',
        doc: 'after you read content/transcripts/waiting/ID.vtt: page, search and feed have it',
      },
      'approve-all': { type: 'boolean', doc: 'approves everything that waits' },
      reject: { type: 'boolean', doc: 'deletes what waits' },
      language: { type: 'string', value: 'TAG', doc: 'what is spoken, where the feed does not say' },
    },
    endings: { 0: 'all is done', 1: 'something could not be heard, or there is no such transcript' },
  },
  requests: {
    summary: 'Lists what clients asked for, and takes your decisions.',
    examples: [
      ['', 'lists bookings and webhook subscriptions, newest first'],
      ['--booking ID --status proposed --reply "How about May?"', 'answers a booking request'],
      ['--approve ID', 'approves a subscription'],
    ],
    options: {
      booking: { type: 'string', value: 'ID', doc: 'the booking to decide about; needs --status' },
      status: {
        type: 'string',
        value: 'S',
        doc: 'one of received, needs_info, proposed, confirmed, declined, cancelled, completed',
      },
      starts: {
        type: 'string',
        value: 'TIME',
        doc: 'RFC 3339, such as 2026-05-01T18:00:00Z; a confirmed booking needs it',
      },
      ends: { type: 'string', value: 'TIME', doc: 'RFC 3339' },
      reply: { type: 'string', value: 'TEXT', doc: 'what the one who asked reads at their status address' },
      approve: { type: 'string', value: 'ID', doc: 'a subscription: its events are sent from now on' },
      reject: { type: 'string', value: 'ID', doc: 'a subscription: it gets nothing' },
      json: { type: 'boolean', doc: 'the lists as one JSON document' },
    },
    endings: { 0: 'it is done', 1: 'there is no such request, it cannot become that, or the store cannot be opened' },
  },
  members: {
    summary: 'Lists the rooms of your Nexus and the hosts that it does not list, and blocks hosts.',
    examples: [
      ['', 'lists rooms, those that came last first, and blocked hosts'],
      ['--block bad.example --reason "Advertising"', 'blocks a host'],
      ['--unblock bad.example', 'unblocks it'],
    ],
    options: {
      host: { type: 'string', value: 'HOST', doc: 'the rooms of this host and of its subdomains alone' },
      block: {
        type: 'string',
        value: 'HOST',
        doc: 'its rooms leave at once, with all ports and subdomains, and cannot report themselves any more',
      },
      unblock: { type: 'string', value: 'HOST', doc: 'its rooms may report themselves again' },
      reason: { type: 'string', value: 'TEXT', doc: 'for yourself: nobody else reads it' },
      json: { type: 'boolean', doc: 'the lists as one JSON document' },
    },
    endings: { 0: 'it is done', 1: 'the host is not blocked, or the store cannot be opened' },
  },
});
