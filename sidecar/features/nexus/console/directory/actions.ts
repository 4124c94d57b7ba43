// Blocks a host, after a confirmation, and unblocks it.
import * as blocks from '../../blocks.ts';
import { parseHost, maxHostLength } from '../../hosts.ts';
import { parseReason } from '../../moderation.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import { type RunAction, formField, consoleActor } from '#sidecar/console/page.ts';
import type { HostField } from './model.ts';
import { blockHostModel, loadDirectoryModel, invalidHost, directoryPagePath } from './page.ts';

/** Blocks a host and removes its rooms immediately. */
export const blockHostAction: RunAction = async (deps, form, request) => {
  const typedHost = formField(form, 'host');
  const host = parseHost(typedHost);
  if (!host) {
    const refusedHost: HostField = { typed: strangerText(typedHost, maxHostLength), problem: invalidHost };
    return {
      view: 'directory',
      model: await loadDirectoryModel(deps, request, refusedHost),
      problem: request.t(invalidHost),
    };
  }
  if (formField(form, 'sure') !== 'yes')
    return { view: 'block-host', model: await blockHostModel(deps.store.db, host) };
  const removedRooms = await blocks.blockHost(deps.store, host, parseReason(formField(form, 'reason')), {
    actor: consoleActor,
    now: deps.now(),
  });
  return { to: directoryPagePath, notice: 'hostBlocked', count: removedRooms.length };
};

/** Unblocks a host, whose rooms return when they report. */
export const unblockHostAction: RunAction = async (deps, form) => {
  const isDone = await blocks.unblockHost(deps.store, formField(form, 'host'), {
    actor: consoleActor,
    now: deps.now(),
  });
  return { to: `${directoryPagePath}?show=blocked`, notice: isDone ? 'hostUnblocked' : 'hostNotBlocked' };
};
