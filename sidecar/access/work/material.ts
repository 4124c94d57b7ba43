// What the tasks of a release are made of: items that are listed for nothing, with their free texts.
import { freeSlice } from '#domain/access/access.ts';
import { type Material, tellingLabels } from './rules/material.ts';
import type { Release } from '../../release/release.ts';

const made = new WeakMap<Release, Material>();

function make({ facts: { creator, access }, index, texts }: Release): Material {
  // The text index holds no text that has a price; items and their positions are in one order.
  const pieces = freeSlice(access, index.items).map(({ id, title, summary = '', keywords }, position) => ({
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
    labels: tellingLabels(pieces, further),
    themes: creator.themes.map(({ id, label }) => ({ id, label })),
  };
}

export function materialOf(release: Release): Material {
  const known = made.get(release) ?? make(release);
  made.set(release, known);
  return known;
}
