// npm run feeds: the feeds of the room, and what the creator decides about one that moved, is held, or goes.
import { existsSync } from 'node:fs';
import { openDesk } from '../../sidecar/content/desk.ts';
import { runFeeds } from '../feeds/run.ts';
import { contentDir } from '../settings.ts';
import { hasTerminal, theTerminal } from '../terminal.ts';
import { itemFates } from '#contract/schemas/content-files.ts';
import { command, contentOption, type Options, UsageError } from './command.ts';

const id = { type: 'string', value: 'ID' } as const;

const options = {
  move: { ...id, doc: 'takes over the address to which the feed has moved for good' },
  held: { ...id, doc: 'shows why nothing is stored of the feed, and what would be taken as the same' },
  same: { ...id, doc: 'the entries of a held feed are the known items under new names: ids and decisions stay' },
  new: { ...id, doc: 'the entries of a held feed are new' },
  add: {
    type: 'string',
    value: 'URL',
    doc: 'looks for feeds at an address, a feed or a page, and adds those that are new',
  },
  remove: { ...id, doc: 'takes the feed out of feeds.json; asks what happens to its items, or needs --items' },
  items: {
    type: 'string',
    value: itemFates.join('|'),
    doc: 'with --remove: its items stay, are hidden, or leave the room',
  },
  json: { type: 'boolean', doc: 'answers for programs, one JSON document on standard output' },
  ...contentOption,
} as const satisfies Options;

export const feeds = command({
  summary: 'Lists the feeds, and decides about those that moved, are held, or are to go.',
  examples: [
    ['', 'lists the feeds with what came of their last reading'],
    ['--add https://example.org', 'adds the feeds of that page'],
    ['--move ID', 'reads the feed at its new address from now on'],
    ['--remove ID --items hide', 'takes the feed out and hides its items'],
  ],
  options,
  endings: { 0: 'it is done', 1: 'it could not be done; the line above says why' },
  run: async ({ values: { content = contentDir(), items, json, ...values } }) => {
    const asked = (['add', 'move', 'held', 'same', 'new', 'remove'] as const).flatMap((verb) => {
      const feed = values[verb];
      return feed === undefined ? [] : [{ verb, feed }];
    });
    if (asked.length > 1) throw new UsageError('Give one of --add, --move, --held, --same, --new and --remove.');
    const fate = itemFates.find((one) => one === items);
    if (items !== undefined && !fate) throw new UsageError(`--items is one of ${itemFates.join(', ')}.`);
    if (items !== undefined && asked[0]?.verb !== 'remove') throw new UsageError('--items needs --remove ID.');
    if (asked[0]?.verb === 'remove' && !fate && !hasTerminal())
      throw new UsageError(`--remove needs --items ${itemFates.join('|')}.`);
    if (!existsSync(content)) throw new UsageError(`There is no folder ${content}: name one with --content DIR.`);
    const around = { desk: openDesk(content), say: (line: string) => console.log(line), json };
    return runFeeds(asked[0], { ...around, fate, ...(hasTerminal() && { terminal: theTerminal }) });
  },
});
