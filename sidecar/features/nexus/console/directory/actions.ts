// Blocks a host, after asking once more, and takes a block back.
import * as blocks from '../../blocks.ts';
import { hostIn, longestHost } from '../../hosts.ts';
import { reasonIn } from '../../moderation.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import { type RunAction, formField, consoleActor } from '#sidecar/console/page.ts';
import { blockHostModel, directoryModel, noHost, path } from './page.ts';

/** Its rooms leave at once. */
export const blockHost: RunAction = async (deps, form, request) => {
  const typed = formField(form, 'host');
  const host = hostIn(typed);
  if (!host) {
    const sent = { typed: strangerText(typed, longestHost), problem: noHost };
    return {
      view: 'directory',
      model: await directoryModel(deps, request, sent),
      problem: `Nothing is blocked. ${noHost}`,
    };
  }
  if (formField(form, 'sure') !== 'yes')
    return { view: 'block-host', model: await blockHostModel(deps.store.db, host) };
  const left = await blocks.blockHost(deps.store, host, reasonIn(formField(form, 'reason')), {
    who: consoleActor,
    now: deps.now(),
  });
  return { to: path, notice: 'hostBlocked', count: left.length };
};

/** Its rooms come back when they report. */
export const unblockHost: RunAction = async (deps, form) => {
  const isDone = await blocks.unblockHost(deps.store, formField(form, 'host'), { who: consoleActor, now: deps.now() });
  return { to: `${path}?show=blocked`, notice: isDone ? 'hostUnblocked' : 'hostNotBlocked' };
};
