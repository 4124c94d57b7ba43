// Runs npm run feeds.
import { existsSync } from 'node:fs';
import { openDesk } from '../../sidecar/content/desk.ts';
import type { ItemFate } from '../../sidecar/content/feed-changes.ts';
import { type FeedsCommand, runFeeds } from '../feeds/run.ts';
import { contentDir } from '../settings.ts';
import { print } from '../io.ts';
import { removedFeedActions } from '#contract/schemas/content-files.ts';
import { type Call, command, UsageError } from './command.ts';

const verbs = ['add', 'move', 'held', 'same', 'new', 'remove'] as const;

export const feeds = command('feeds', async ({ values }, io) => {
  const folder = values.content ?? contentDir(io.env);
  const action = readAction(values);
  const fate = readFate(values.items, action?.verb === 'remove', io.terminal !== undefined);
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}. Set it with --content DIR.`);
  const deps = { desk: openDesk(folder), say: (line: string) => print(io, line), json: values.json };
  return runFeeds(action, { ...deps, fate, terminal: io.terminal });
});

function readAction(values: Call<'feeds'>['values']): FeedsCommand | undefined {
  const actions = verbs.flatMap((verb) => {
    const feed = values[verb];
    return feed === undefined ? [] : [{ verb, feed }];
  });
  if (actions.length > 1) throw new UsageError('Give one of --add, --move, --held, --same, --new and --remove.');
  return actions[0];
}

/** Reads what becomes of the items of a feed that is removed. A terminal can ask for it. */
function readFate(items: string | undefined, isRemoval: boolean, hasTerminal: boolean): ItemFate | undefined {
  const fate = removedFeedActions.find((one) => one === items);
  if (items !== undefined && !fate) throw new UsageError(`--items is one of ${removedFeedActions.join(', ')}.`);
  if (fate && !isRemoval) throw new UsageError('--items needs --remove ID.');
  if (isRemoval && !fate && !hasTerminal)
    throw new UsageError(`--remove needs --items ${removedFeedActions.join('|')}.`);
  return fate;
}
