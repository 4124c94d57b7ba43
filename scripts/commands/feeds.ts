// Runs npm run feeds.
import { existsSync } from 'node:fs';
import { openDesk } from '../../sidecar/content/desk.ts';
import { runFeeds } from '../feeds/run.ts';
import { contentDir } from '../settings.ts';
import { print } from '../io.ts';
import { removedFeedActions } from '#contract/schemas/content-files.ts';
import { command, UsageError } from './command.ts';

export const feeds = command('feeds', async ({ values: { content, items, json, ...values } }, io) => {
  const { terminal } = io;
  const folder = content ?? contentDir(io.env);
  const actions = (['add', 'move', 'held', 'same', 'new', 'remove'] as const).flatMap((verb) => {
    const feed = values[verb];
    return feed === undefined ? [] : [{ verb, feed }];
  });
  if (actions.length > 1) throw new UsageError('Give one of --add, --move, --held, --same, --new and --remove.');
  const fate = removedFeedActions.find((one) => one === items);
  if (items !== undefined && !fate) throw new UsageError(`--items is one of ${removedFeedActions.join(', ')}.`);
  if (items !== undefined && actions[0]?.verb !== 'remove') throw new UsageError('--items needs --remove ID.');
  if (actions[0]?.verb === 'remove' && !fate && !terminal)
    throw new UsageError(`--remove needs --items ${removedFeedActions.join('|')}.`);
  if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}. Set it with --content DIR.`);
  const around = { desk: openDesk(folder), say: (line: string) => print(io, line), json };
  return runFeeds(actions[0], { ...around, fate, ...(terminal && { terminal }) });
});
