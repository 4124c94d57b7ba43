// Guides page for operators.
import { ApiError } from '#contract/errors.ts';
import type { ConsoleRequest, PageModel } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';

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

export const loadGuidesPage = async (_: ConsoleDeps, { params: { name } }: ConsoleRequest) => {
  if (name !== undefined && !guideNames.some((guide) => guide === name))
    throw new ApiError('not_found', 'This guide does not exist.');
  return { names: guideNames, chosen: name };
};

export type GuidesModel = PageModel<typeof loadGuidesPage>;
