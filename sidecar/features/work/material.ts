// What the tasks of a release are made of: items that are listed for nothing, with their free texts, and sentences of texts that have a price.
import { readFileSync } from 'node:fs';
import { endpoints } from '#contract/endpoints.ts';
import { freeItemCount, isPriced } from '#domain/access/access.ts';
import { plainTextOfMarkdown } from '#domain/search/plain-text.ts';
import { type Material, type Piece, tellingLabels } from './rules/material.ts';
import type { Release } from '../../release/release.ts';

/** Of older items no task is made: all of them would be read at once. */
const mostPieces = 5000;

const made = new WeakMap<Release, Material>();

/** The text without front matter and headings. */
function pricedText({ pages, fileOf }: Release, id: string): string {
  const page = pages.get(endpoints.articleMarkdown.http.path.replace('{id}', id));
  if (!page) return '';
  const markdown = readFileSync(fileOf(page), 'utf8');
  return plainTextOfMarkdown(markdown.replace(/^---\n[^]*?\n---\n/, '').replace(/^#+ .*$/gm, ''));
}

function pricedPieces(release: Release): Piece[] {
  const { index, facts } = release;
  return index.items
    .where((item) => isPriced(facts.access, item), mostPieces)
    .map(({ id, title, summary = '', keywords }) => {
      let text: string | undefined;
      return { id, title, summary, labels: keywords, text: () => (text ??= pricedText(release, id)) };
    });
}

function make(release: Release): Material {
  const { facts, index, texts } = release;
  const { creator, access } = facts;
  // The text index holds no text that has a price; items and their positions are in one order.
  const newest = Math.min(mostPieces, freeItemCount(access, index.items.length));
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
    priced: pricedPieces(release),
    labels: tellingLabels(pieces, further),
    themes: creator.themes.map(({ id, label }) => ({ id, label })),
  };
}

export function materialOf(release: Release): Material {
  const known = made.get(release) ?? make(release);
  made.set(release, known);
  return known;
}
