// Renders pages as Astro would serve them.
import { setImmediate as giveWay } from 'node:timers/promises';
import { createApp } from 'astro/app/entrypoint';
import type { ItemPage } from '../release/item-files.ts';
import { type Plan, planForItem } from './plan.ts';
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
export const fixedPaths = (): string[] =>
  app.manifest.routes
    .map(({ routeData }) => routeData)
    .filter(({ origin, pathname }) => origin === 'project' && pathname !== undefined)
    .map(({ pathname }) => pathname!);

/** Pages read the plan from `Astro.locals`. */
export async function renderPage(plan: Plan, path: string): Promise<Buffer> {
  // Pages alone would keep other work waiting.
  await giveWay();
  const response = await app.render(new Request(new URL(path, plan.room.baseUrl)), { locals: { plan } });
  return Buffer.from(await response.arrayBuffer());
}

/** Throws an ItemError. */
export async function renderItemPage(plan: Plan, { path, item }: ItemPage): Promise<Buffer> {
  try {
    return await renderPage(plan, path);
  } catch (error) {
    const isItsOwn = await renderPage(planForItem(plan, item), path).then(
      () => false,
      () => true,
    );
    throw new ItemError('its page cannot be rendered', error, isItsOwn);
  }
}
