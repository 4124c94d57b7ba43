// What the tasks of a release are made of: items that are listed for nothing, with their free texts, and sentences of texts that have a price.
import { readFileSync } from 'node:fs';
import { endpoints } from '#contract/endpoints.ts';
import { freeItemCount, isPriced } from '#domain/access/access.ts';
import { plainTextOfMarkdown } from '#domain/search/plain-text.ts';
import { type Material, type WorkPiece, distinctiveLabels } from './rules/material.ts';
import type { Release } from '../../release/release.ts';

/** Of older items no task is made: all of them would be read at once. */
const maxPieces = 5000;

const materials = new WeakMap<Release, Material>();

/** The text without front matter and headings. */
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
  // The text index holds no text that has a price; items and their positions are in one order.
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
  const known = materials.get(release) ?? createMaterial(release);
  materials.set(release, known);
  return known;
}
