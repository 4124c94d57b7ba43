// The directory of a Nexus in the console.
import { ApiError } from '#contract/errors.ts';
import type { ConsoleContribution } from '../../console/contribution.ts';
import { countedNotice, successNotice, problemNotice, unlessNone } from '../../console/notices.ts';
import { blockHostAction, unblockHostAction } from './console/directory/actions.ts';
import { directoryPage } from './console/directory/page.ts';

export function nexusConsole(isNexus: boolean): ConsoleContribution {
  const requireNexus =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (isNexus) return run(...args);
      throw new ApiError('not_found', 'This room is no Nexus, so that it has no directory. NEXUS=on makes it one.');
    };
  return {
    pages: [
      {
        view: 'directory',
        section: { label: 'Directory', order: 33, isUsed: () => isNexus },
        pages: { '/directory': requireNexus(directoryPage) },
        filters: ['host', 'show'],
        actions: {
          '/directory/block': requireNexus(blockHostAction),
          '/directory/unblock': requireNexus(unblockHostAction),
        },
      },
    ],
    notices: {
      hostBlocked: unlessNone(
        countedNotice('Blocked. One room left the directory.', 'Blocked. {count} rooms left the directory.'),
        successNotice('Blocked. No rooms left the directory.'),
      ),
      hostUnblocked: successNotice('Blocked no longer: its rooms are back when they report themselves.'),
      hostNotBlocked: problemNotice('Nothing was changed: that host is not blocked.'),
    },
  };
}
