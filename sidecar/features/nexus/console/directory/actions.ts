// Blocks a host, after asking once more, and takes a block back.
import * as blocks from '../../blocks.ts';
import { hostIn, longestHost } from '../../hosts.ts';
import { reasonIn } from '../../moderation.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import { type Action, field, who } from '#sidecar/console/page.ts';
import { blockHostModel, directoryModel, noHost, path } from './page.ts';

/** Its rooms leave at once. */
export const blockHost: Action = async (deps, form, asked) => {
  const typed = field(form, 'host');
  const host = hostIn(typed);
  if (!host) {
    const sent = { typed: strangerText(typed, longestHost), problem: noHost };
    return {
      view: 'directory',
      model: await directoryModel(deps, asked, sent),
      problem: `Nothing is blocked. ${noHost}`,
    };
  }
  if (field(form, 'sure') !== 'yes') return { view: 'block-host', model: await blockHostModel(deps.store.db, host) };
  const left = await blocks.blockHost(deps.store, host, reasonIn(field(form, 'reason')), { who, now: deps.now() });
  return { to: path, notice: 'hostBlocked', count: left.length };
};

/** Its rooms come back when they report. */
export const unblockHost: Action = async (deps, form) => {
  const isDone = await blocks.unblockHost(deps.store, field(form, 'host'), { who, now: deps.now() });
  return { to: `${path}?show=blocked`, notice: isDone ? 'hostUnblocked' : 'hostNotBlocked' };
};
