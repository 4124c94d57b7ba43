// Actions on work: accept it, reject it, mark it as reviewed, and apply a finding to its item.
import { ApiError } from '#contract/errors.ts';
import type { Work } from '../../work.ts';
import { findResult } from '../../results.ts';
import { edit } from '#sidecar/content/review.ts';
import { recordDecisions } from '#sidecar/console/content/audit-log.ts';
import { type RunAction, consoleActor } from '#sidecar/console/page.ts';
import { findItem } from '#sidecar/content/review-desk.ts';
import { changeForFinding } from './apply-finding.ts';

const path = '/work';
const notices = { accepted: 'workAccepted', rejected: 'workRejected', seen: 'workSeen' } as const;

export const decideWorkAction =
  (work: Pick<Work, 'decide'>, verdict: keyof typeof notices): RunAction =>
  async ({ live }, _, { params }) => {
    const outcome = await work.decide({ id: params.id!, verdict, actor: consoleActor, location: live().facts.baseUrl });
    if (outcome === 'unknown') throw new ApiError('not_found', 'This work does not exist.');
    const notice = outcome === 'decided' ? notices[verdict] : 'workOver';
    return { to: path, notice };
  };

/** Applies a finding with the same edit that the form of an item uses. */
export const applyFindingAction: RunAction = async (deps, _, { params }) => {
  const result = await findResult(deps.store.db, params.id!);
  const finding = /^\d{1,2}$/.test(params.at!) ? result?.findings[Number(params.at)] : undefined;
  if (!finding) throw new ApiError('not_found', 'This work does not exist.');
  const file = await findItem(deps.desk, 'published', finding.pieceId);
  const change = file && changeForFinding(file.item, finding, deps.live().facts.creator.themes);
  if (!file || !change || change === 'has') return { to: path, notice: 'notTaken' };
  const edited = await edit(deps.desk, finding.pieceId, change, { folder: 'published', seenRevision: file.revision });
  if (edited.outcome !== 'edited') return { to: path, notice: 'notTaken' };
  const detail = `${Object.keys(change.fields).join(', ')} from work`;
  await recordDecisions(deps, [{ action: 'item.edited', id: finding.pieceId, detail }]);
  await deps.builds.request();
  return { to: path, notice: 'taken' };
};
