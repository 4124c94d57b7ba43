// Renders pages in the same way as an Astro server.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { createApp } from 'astro/app/entrypoint';
import { once } from '#domain/memoize.ts';
import type { RoomItem } from '#domain/room.ts';
import { type Plan, planForItem } from './plan.ts';
import { ItemError } from './showable.ts';

const app = createApp({ streaming: false });
// A page that cannot be rendered fails the build. A server would render an error page.
app.renderError = (_, { error, status }) => Promise.reject(error ?? new Error(`a page answers ${status}`));

/**
 * Modules of pages are cached, because Astro imports them for each rendering and import() is slow even for loaded
 * modules.
 */
const { pageMap } = app.manifest;
for (const [name, load] of pageMap ?? []) pageMap!.set(name, once(load));

/** Returns the addresses of files in site/pages: pages without their own content, and style sheets. */
export const fixedPaths = (): string[] =>
  app.manifest.routes
    .map(({ routeData }) => routeData)
    .filter(({ origin, pathname }) => origin === 'project' && pathname !== undefined)
    .map(({ pathname }) => pathname!);

/** Renders a page, which reads the plan from `Astro.locals`. */
export async function renderPage(plan: Plan, path: string): Promise<Buffer> {
  // Other work gets a turn between pages.
  await yieldToEventLoop();
  const response = await app.render(new Request(new URL(path, plan.room.baseUrl)), { locals: { plan } });
  return Buffer.from(await response.arrayBuffer());
}

/** Renders a page of an item. Throws an ItemError. */
export async function renderItemPage(plan: Plan, item: RoomItem, path: string): Promise<Buffer> {
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
