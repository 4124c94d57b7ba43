// Guides page for operators.
import { ApiError } from '#contract/errors.ts';
import type { LoadPage } from '../page.ts';

const guideNames = [
  'content',
  'console',
  'payment',
  'transcription',
  'deployment',
  'operations',
  'settings',
  'nexus',
] as const;

export interface GuidesModel {
  names: readonly string[];
  /** Name of the selected guide, if any. */
  chosen: string | undefined;
}

export const guidesPage: LoadPage<GuidesModel> = async (_, { params: { name } }) => {
  if (name !== undefined && !guideNames.some((guide) => guide === name))
    throw new ApiError('not_found', 'This guide does not exist.');
  return { names: guideNames, chosen: name };
};
