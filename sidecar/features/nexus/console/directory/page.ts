// The directory of a Nexus: its rooms, newest first, or its blocked hosts.
import type { BlockHostModel, DirectoryModel, HostField, RoomRow } from './model.ts';
import type { ItemPager } from '#sidecar/console/content/model.ts';
import type { Tab } from '#sidecar/console/ui/listing.ts';
import { parseHost, maxHostLength } from '../../hosts.ts';
import type { ListedRoom, HostListQuery } from '../../moderation.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import { findBlock, listBlocks } from '../../blocks.ts';
import { listMembers } from '../../members.ts';
import type { Db } from '#sidecar/storage/store.ts';
import {
  queryChoice,
  createNumberedPager,
  queryPage,
  pageSize,
  queryText,
  withQuery,
} from '#sidecar/console/listing.ts';
import type { ConsoleRequest, LoadPage } from '#sidecar/console/page.ts';
import type { ConsoleDeps } from '#sidecar/console/deps.ts';
import type { ConsoleMessage } from '#sidecar/console/messages/messages.ts';

export const directoryPagePath = '/directory';
const maxNameLength = 120;

const toRoomRow = (room: ListedRoom): RoomRow => ({
  ...room,
  name: strangerText(room.name, maxNameLength),
  host: parseHost(room.origin) ?? room.origin,
});

export const invalidHost = 'Enter a valid host, such as bad.example.' satisfies ConsoleMessage;

function readHostField(typed: string): HostField & { host?: string | undefined } {
  const host = parseHost(typed);
  return { typed: host ?? strangerText(typed, maxHostLength), host, ...(typed && !host && { problem: invalidHost }) };
}

type Kind = DirectoryModel['list']['kind'];
type Totals = Record<Kind, number>;

const queryForTab = (kind: Kind, host: string | undefined): Record<string, string | undefined> => ({
  host,
  show: kind === 'blocked' ? kind : undefined,
});

const createTabs = (totals: Totals, here: Kind, host: string | undefined): Tab[] =>
  (
    [
      ['Rooms', 'rooms'],
      ['Blocked hosts', 'blocked'],
    ] as const
  ).map(([label, kind]) => ({
    label,
    path: withQuery(directoryPagePath, { ...queryForTab(kind, host), show: kind === 'blocked' ? kind : '' }),
    isHere: kind === here,
    count: totals[kind],
  }));

/** Creates the pager. A page beyond the last one becomes the last one. */
function createPages(query: Record<string, string | undefined>, requestedPage: number, total: number): ItemPager {
  const count = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(requestedPage, count);
  const here = withQuery(directoryPagePath, { ...query, page: page > 1 ? page : undefined });
  return { ...createNumberedPager(directoryPagePath, query, page, page < count), total, page, count, here };
}

async function readDirectoryList(db: Db, kind: Kind, query: HostListQuery): Promise<DirectoryModel['list']> {
  if (kind === 'blocked') return { kind, rows: (await listBlocks(db, query)).blocked };
  return { kind, rows: (await listMembers(db, query)).members.map(toRoomRow) };
}

/** `block` is the form that blocks a host, as it was sent. */
export async function loadDirectoryModel(
  { store: { db } }: Pick<ConsoleDeps, 'store'>,
  request: Pick<ConsoleRequest, 'query'>,
  block?: HostField,
): Promise<DirectoryModel> {
  const { host, ...search } = readHostField(queryText(request, 'host') ?? '');
  const kind = queryChoice(request, 'show', ['blocked']) ?? 'rooms';
  const totals = {
    rooms: (await listMembers(db, { host, limit: 0 })).total,
    blocked: (await listBlocks(db, { host, limit: 0 })).total,
  };
  const pages = createPages(queryForTab(kind, host), queryPage(request), totals[kind]);
  return {
    tabs: createTabs(totals, kind, host),
    list: await readDirectoryList(db, kind, { host, limit: pageSize, offset: (pages.page - 1) * pageSize }),
    pages,
    search,
    block: block ?? { typed: host ?? '' },
  };
}

export const loadDirectoryPage: LoadPage<DirectoryModel> = (deps, request) => loadDirectoryModel(deps, request);

const maxRoomsShown = 10;

export async function blockHostModel(db: Db, host: string): Promise<BlockHostModel> {
  const { members, total } = await listMembers(db, { host, limit: maxRoomsShown });
  const blockedBy = await findBlock(db, host);
  return { host, rooms: members.map(toRoomRow), total, ...(blockedBy && { blockedBy }) };
}
