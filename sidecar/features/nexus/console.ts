// The directory of a Nexus in the console.
import { ApiError } from '#contract/errors.ts';
import type { ConsoleContribution } from '../../console/contribution.ts';
import { countedNotice, successNotice, problemNotice, unlessNone } from '../../console/notices.ts';
import { blockHostAction, unblockHostAction } from './console/directory/actions.ts';
import { loadDirectoryPage } from './console/directory/page.ts';

export function nexusConsole(isNexus: boolean): ConsoleContribution {
  const requireNexus =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (isNexus) return run(...args);
      throw new ApiError('not_found', 'This room is not a Nexus, so it has no directory. To run one, set NEXUS=on.');
    };
  return {
    pages: [
      {
        view: 'directory',
        section: { group: 'Room', label: 'Directory', order: 64, isUsed: () => isNexus },
        pages: { '/directory': requireNexus(loadDirectoryPage) },
        filters: ['host', 'show'],
        actions: {
          '/directory/block': requireNexus(blockHostAction),
          '/directory/unblock': requireNexus(unblockHostAction),
        },
      },
    ],
    notices: {
      hostBlocked: unlessNone(
        countedNotice(
          'Blocked. One room was removed from the directory.',
          'Blocked. {count} rooms were removed from the directory.',
        ),
        successNotice('Blocked. No rooms had to be removed.'),
      ),
      hostUnblocked: successNotice('Unblocked. Its rooms are listed again when they next report.'),
      hostNotBlocked: problemNotice('This host is not blocked.'),
    },
  };
}
