// Material for the tasks of a release: free items with their texts, and texts that have a price.
import { readFileSync } from 'node:fs';
import { endpoints } from '#contract/endpoints.ts';
import { freeItemCount, isPriced } from '#domain/access/access.ts';
import { plainTextOfMarkdown } from '#domain/search/plain-text.ts';
import { type Material, type WorkPiece, distinctiveLabels } from './rules/material.ts';
import type { Release } from '../../release/release.ts';

/** Maximum number of items that are read. Older items are not used for tasks. */
const maxPieces = 5000;

const materials = new WeakMap<Release, Material>();

/** Reads the text of an article without front matter and headings. */
function readPricedText({ pages, fileOf }: Release, id: string): string {
  const page = pages.get(endpoints.articleMarkdown.http.path.replace('{id}', id));
  if (!page) return '';
  const markdown = readFileSync(fileOf(page), 'utf8');
  return plainTextOfMarkdown(markdown.replace(/^---\n[^]*?\n---\n/, '').replace(/^#+ .*$/gm, ''));
}

function listPricedPieces(release: Release): WorkPiece[] {
  const { index, facts } = release;
  return index.items
    .where((item) => isPriced(facts.access, item), maxPieces)
    .map(({ id, title, summary = '', keywords }) => {
      let text: string | undefined;
      return { id, title, summary, labels: keywords, text: () => (text ??= readPricedText(release, id)) };
    });
}

function createMaterial(release: Release): Material {
  const { facts, index, texts } = release;
  const { creator, access } = facts;
  // The text index contains only free texts, in the same order as the items.
  const newest = Math.min(maxPieces, freeItemCount(access, index.items.length));
  const pieces = index.items.slice(0, newest).map(({ id, title, summary = '', keywords }, position) => ({
    id,
    title,
    summary,
    labels: keywords,
    text: () => texts.candidate(position).texts.body,
  }));
  const further = creator.themes.flatMap(({ keywords }) => keywords.map((word) => word.toLowerCase()));
  return {
    publication: creator.publication,
    language: creator.language,
    pieces,
    priced: listPricedPieces(release),
    labels: distinctiveLabels(pieces, further),
    themes: creator.themes.map(({ id, label }) => ({ id, label })),
  };
}

export function materialForRelease(release: Release): Material {
  const material = materials.get(release) ?? createMaterial(release);
  materials.set(release, material);
  return material;
}
