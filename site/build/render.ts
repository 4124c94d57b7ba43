// Renders the pages that the live release has not, as Astro would serve them.
import { setImmediate as giveWay } from 'node:timers/promises';
import { createApp } from 'astro/app/entrypoint';
import type { ItemPage } from '../release/item-files.ts';
import { pageFile } from '../release/pages.ts';
import { docsFiles } from './expected.ts';
import { type Plan, withNothingElse } from './plan.ts';
import { ItemError } from './showable.ts';

const app = createApp({ streaming: false });
// A page that cannot be rendered ends the build with the reason, where a server would answer with a page that says so.
app.renderError = (_, { error, status }) => Promise.reject(error ?? new Error(`a page answers ${status}`));

/** Astro asks for the module of a page each time it is rendered, and import() takes long even for one that is loaded. */
const { pageMap } = app.manifest;
for (const [name, load] of pageMap ?? []) {
  let loaded: ReturnType<typeof load> | undefined;
  pageMap!.set(name, () => (loaded ??= load()));
}

/** Addresses that are files in site/pages: pages without content of their own, and style sheets. */
const fixedPaths = (): string[] =>
  app.manifest.routes
    .map(({ routeData }) => routeData)
    .filter(({ origin, pathname }) => origin === 'project' && pathname !== undefined)
    .map(({ pathname }) => pathname!);

function* otherPaths(plan: Plan): Generator<string> {
  const keyed = [plan.timeline, ...docsFiles(plan)];
  const live = new Set(keyed.filter(plan.isLive).map(({ path }) => path));
  const paths = new Set([...fixedPaths(), ...keyed.map(({ path }) => path)]);
  yield* paths.difference(live);
}

export interface Rendered {
  /** The address. */
  path: string;
  /** Relative to the public folder. */
  file: string;
  bytes: Buffer;
}

async function render(path: string, { room }: Plan): Promise<Rendered> {
  // Pages alone would keep waiting what else is under way.
  await giveWay();
  const response = await app.render(new Request(new URL(path, room.baseUrl)));
  const file = path.includes('.') ? path.slice(1) : pageFile(path);
  return { path, file, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Throws an ItemError. */
export async function renderItemPage(plan: Plan, { path, item }: ItemPage): Promise<Rendered> {
  plan.itemAt.set(path, item);
  try {
    return await render(path, plan);
  } catch (error) {
    const isItsOwn = await withNothingElse(item, () => render(path, plan)).then(
      () => false,
      () => true,
    );
    throw new ItemError('its page cannot be rendered', error, isItsOwn);
  }
}

/** Pages that list items. Unlike those above, these two pass errors on to the caller. */
export async function* renderLists(plan: Plan): AsyncGenerator<Rendered> {
  for (const page of plan.changes.lists.come) if (!plan.isLive(page)) yield await render(page.path, plan);
}

export async function* renderOtherPages(plan: Plan): AsyncGenerator<Rendered> {
  for (const path of otherPaths(plan)) yield await render(path, plan);
}
