// Work tasks in the console.
import { consolePath } from '#domain/live-pages.ts';
import type { ConsoleContribution } from '../../console/contribution.ts';
import { successNotice, problemNotice } from '../../console/notices.ts';
import { hitExcerpt, toHitPage, hitTitle, type SearchKind, totalRows } from '../../console/search/hits.ts';
import { containsWords } from '../../storage/contains-words.ts';
import { decideWorkAction, applyFindingAction } from './console/work/actions.ts';
import { taskLabels, workLabels, workTones } from './console/work/model.ts';
import { loadWorkPage } from './console/work/page.ts';
import type { Work } from './work.ts';

const findWork: SearchKind['find'] = async ({ store: { db } }, words, { limit, offset }) =>
  toHitPage(
    await db
      .selectFrom('workAnswers')
      .innerJoin('workTasks', 'workTasks.id', 'workAnswers.taskId')
      .select([
        'workAnswers.id',
        'workAnswers.state',
        'answers',
        'workerName',
        'type',
        'workAnswers.createdAt',
        totalRows,
      ])
      .where(containsWords(words, ['workAnswers.id', 'answers', 'workerName']))
      .orderBy('workAnswers.createdAt', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    ({ id, state, answers, workerName, type, createdAt }) => ({
      title: hitTitle(workerName) || id,
      href: `${consolePath}/work?show=all#work-${id}`,
      state: { label: workLabels[state], tone: workTones[state] },
      kind: taskLabels[type],
      ...hitExcerpt(collectTexts(JSON.parse(answers)).join(' · ')),
      at: Number(createdAt),
    }),
  );

function collectTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectTexts) : [];
}

export const workConsole = (work: Pick<Work, 'decide'>): ConsoleContribution => ({
  pages: [
    {
      view: 'work',
      section: { group: 'Requests', label: 'Work', order: 42, isUsed: ({ live }) => live().facts.access.enabled },
      pages: { '/work': loadWorkPage },
      filters: ['show'],
      actions: {
        '/work/:id/accept': decideWorkAction(work, 'accepted'),
        '/work/:id/reject': decideWorkAction(work, 'rejected'),
        '/work/:id/seen': decideWorkAction(work, 'seen'),
        '/work/:id/take/:at': applyFindingAction,
      },
    },
  ],
  searchKinds: [{ name: 'work', label: 'Work', order: 60, find: findWork }],
  notices: {
    workAccepted: successNotice('Work accepted. The worker gets the token.'),
    workRejected: successNotice('Work rejected. The access that it earned is revoked.'),
    workSeen: successNotice('Marked as reviewed.'),
    workOver: problemNotice('This work is already decided.'),
    taken: successNotice('Applied to the item. It goes live with the next build.'),
    notTaken: problemNotice('The item could not be changed. It may have been edited or retracted in the meantime.'),
  },
});
