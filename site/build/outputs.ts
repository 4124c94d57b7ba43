// Lists everything that has an address in a release, with a function that makes its bytes. Outputs that the live
// release contains are not made.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { sha256 } from '#domain/ids.ts';
import { mediaKitZipPath } from '#domain/links.ts';
import { memoizeByObject } from '#domain/memoize.ts';
import type { Artifact } from '#domain/release/artifact.ts';
import type { BuildSettings } from '#domain/release/site-entry.ts';
import { creatorChangedAt, indexUpdatedAt, itemChangedAt, latest } from '#domain/room.ts';
import { downloadFolder } from '../press/downloads.ts';
import type { ItemFiles } from '../release/item-files.ts';
import { listMarkdown } from '../release/markdown-pages.ts';
import { isRouted } from './document-route.ts';
import type { KeyedPage } from '../release/pages.ts';
import { endpointPagePaths, docsSamples } from '../views/docs.ts';
import type { ReleaseOutput } from './made/made-file.ts';
import { cardFiles, madeFiles } from './made/made-files.ts';
import type { Plan } from './plan.ts';
import { fixedPaths, renderItemPage, renderPage } from './render.ts';
import { wrapItemError } from './showable.ts';

const html = 'text/html; charset=utf-8';

const types: Record<string, string> = {
  html,
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain; charset=utf-8',
};

export const mediaTypeOfFile = (file: string): string =>
  types[file.split('.').at(-1)!.toLowerCase()] ?? 'application/octet-stream';

const documentOutput = (plan: Plan, { body, ...facts }: Artifact): ReleaseOutput => ({
  ...facts,
  make: () => (isRouted(facts.path) ? renderPage(plan, facts.path) : Buffer.from(body())),
});

/** Output of an item. Its function throws an ItemError. */
interface ItemOutput extends Omit<ReleaseOutput, 'make'> {
  make: (plan: Plan) => ReturnType<ReleaseOutput['make']>;
}

/** Returns the pages and documents of an item. Making them in succession reads the item's text only once. */
export const itemOutputs = memoizeByObject(({ item, pages, documents }: ItemFiles): ItemOutput[] => [
  ...pages.map(({ path, inputs }) => ({
    path,
    inputs,
    type: html,
    changedAt: itemChangedAt(item),
    make: (plan: Plan) => renderItemPage(plan, item, path),
  })),
  ...documents.map(({ body, ...facts }) => ({
    ...facts,
    make: ({ room, bodyOf }: Plan) => Buffer.from(wrapItemError(() => body(room, bodyOf))),
  })),
]);

/** Returns the share cards of items. */
export function cardOutputs({ items }: Plan, { contentDir }: BuildSettings): ReleaseOutput[] {
  const toFile = cardFiles(contentDir);
  return items.flatMap(({ card = [] }) => card).map(toFile);
}

function pageOutput(plan: Plan, { path, inputs, newest }: KeyedPage): ReleaseOutput {
  const changedAt = latest(newest, creatorChangedAt(plan.room.creator));
  return { path, type: html, changedAt, inputs, make: () => renderPage(plan, path) };
}

/** Returns the pages that list items, with their Markdown. */
export const listOutputs = (plan: Plan): ReleaseOutput[] =>
  plan.lists.flatMap((page) => [pageOutput(plan, page), documentOutput(plan, listMarkdown(plan.room, page))]);

/** The API reference and the guides show samples of the items alone, so that an approval rarely changes them. */
function docsOutputs(plan: Plan): ReleaseOutput[] {
  const { room, guides } = plan;
  const newest = indexUpdatedAt(room);
  const inputsOf = (shows: unknown) => sha256(room.frame + JSON.stringify(shows));
  const ofSamples = inputsOf([docsSamples(room), guides]);
  return [
    ...['/docs', ...endpointPagePaths].map((path) => pageOutput(plan, { path, newest, inputs: ofSamples })),
    ...guides.map((guide) => pageOutput(plan, { path: guide.path, newest, inputs: inputsOf(guide) })),
  ];
}

/** Returns the pages and style sheets that are files in site/pages. */
function fixedOutputs(plan: Plan, known: Set<string>): ReleaseOutput[] {
  const changedAt = indexUpdatedAt(plan.room);
  return fixedPaths()
    .filter((path) => !known.has(path))
    .map((path) => {
      const type = path.includes('.') ? mediaTypeOfFile(path) : html;
      return { path, type, changedAt, make: () => renderPage(plan, path) };
    });
}

/** Returns style sheets, scripts and fonts of the compiled pages. */
export function assetOutputs({ room }: Plan, { assetsDir, codeHash }: BuildSettings): ReleaseOutput[] {
  const changedAt = indexUpdatedAt(room);
  const entries = readdirSync(assetsDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const source = join(parentPath, name);
      const path = `/${relative(assetsDir, source).split(sep).join('/')}`;
      return { path, type: mediaTypeOfFile(path), changedAt, inputs: codeHash, make: () => readFileSync(source) };
    });
}

const isDownload = ({ path }: ReleaseOutput): boolean => path === mediaKitZipPath || path.startsWith(downloadFolder);

/** Returns pictures, icons and PDFs. Downloads are separate, because the media kit page shows their sizes. */
export function pictureOutputs(
  plan: Plan,
  settings: BuildSettings,
): { downloads: ReleaseOutput[]; others: ReleaseOutput[] } {
  const warned = new Set<string>();
  const warn = (line: string): void => {
    if (!warned.has(line)) settings.warn(`Build: ${line}`);
    warned.add(line);
  };
  const { downloads = [], others = [] } = Object.groupBy(madeFiles(plan, settings, warn), (output) =>
    isDownload(output) ? 'downloads' : 'others',
  );
  return { downloads, others };
}

/** Returns the pages and documents that belong to the room and not to an item or a list. */
export function roomOutputs(plan: Plan): ReleaseOutput[] {
  const pages = [plan.timeline, plan.people, ...plan.personByPath.values()];
  const keyed = [...pages.map((page) => pageOutput(plan, page)), ...docsOutputs(plan)];
  return [
    ...keyed,
    ...fixedOutputs(plan, new Set(keyed.map(({ path }) => path))),
    ...plan.documents.map((document) => documentOutput(plan, document)),
  ];
}
