// Creates an item by hand. It is saved to the inbox, where it is edited, previewed and decided about like any other.
import type { timelineKinds } from '#contract/content-types.ts';
import { contentTypes, type ItemType } from '#contract/content-types.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { localTimeWithOffset } from '#domain/booking/zones.ts';
import { newItemId } from '#domain/text/slug.ts';
import { runAsOneChange } from '../../content/review.ts';
import { findItemProblems, writeItem } from '../../content/review-desk.ts';
import { newToken } from '../../storage/tokens.ts';
import { folderPaths } from '../item/model.ts';
import { type RunAction, redrawForm, formField, type FormValues, type LoadPage } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import { translateFileProblem } from '../messages/problems.ts';
import type { ConsoleMessage } from '../messages/messages.ts';

type TimelineKind = (typeof timelineKinds)[number];

interface WritingKind {
  label: ConsoleMessage;
  about: ConsoleMessage;
  type: ItemType;
  kind?: TimelineKind;
}

/** Kinds of writing and the item types that they become. */
const kinds: Record<string, WritingKind> = {
  article: { label: 'Article', about: 'A text in Markdown with its own page.', type: 'article' },
  news: {
    label: 'News',
    about: 'A release or an announcement.',
    type: 'timeline',
    kind: 'release',
  },
  press: {
    label: 'Press mention',
    about: 'Coverage of your work, with a logo and a quote.',
    type: 'timeline',
    kind: 'press',
  },
  talk: { label: 'Talk', about: 'Past or upcoming.', type: 'timeline', kind: 'talk' },
  note: { label: 'Note', about: 'A short post.', type: 'timeline', kind: 'post' },
};

const fields = ['title', 'text', 'organization', 'url', 'image', 'day'] as const;

const buildWriteModel = (form: FormValues = {}) => ({
  kinds: Object.entries(kinds).map(([name, { label, about }], at) => ({
    name,
    label,
    about,
    isChosen: formField(form, 'kind') ? name === formField(form, 'kind') : at === 0,
  })),
  /** Values as typed. */
  values: Object.fromEntries(fields.map((name) => [name, formField(form, name)])) as Record<
    (typeof fields)[number],
    string
  >,
});

export type WriteModel = ReturnType<typeof buildWriteModel>;

export const loadWritePage: LoadPage<WriteModel> = async () => buildWriteModel();

/** Returns the time of the item. The default is now in the creator's time zone. */
const resolveDate = (typed: string, now: Date, timeZone = 'UTC'): string =>
  /^\d{4}-\d\d-\d\d$/.test(typed)
    ? `${typed}T00:00:00Z`
    : localTimeWithOffset(timeZone, now.getTime()).replace('+00:00', 'Z');

/** Builds the item. The text of a timeline entry becomes its summary. */
function buildItem(form: FormValues, { type, kind }: WritingKind, date: string): { item: StoredItem; body: string } {
  const formValues = Object.fromEntries(fields.map((name) => [name, formField(form, name).trim()]));
  const isHappening = contentTypes[type].look === 'happening';
  const item = {
    id: newItemId(formValues.title!, newToken()),
    type,
    title: formValues.title!,
    date,
    ...(isHappening && formValues.text && { summary: formValues.text }),
    ...(formValues.url && { canonicalUrl: formValues.url }),
    ...(formValues.image && { image: formValues.image }),
    keywords: [],
    ...(kind && { kind }),
    ...(isHappening && formValues.organization && { organization: formValues.organization }),
  } as StoredItem;
  return { item, body: isHappening ? '' : formValues.text! };
}

const renderFormAgain = (form: FormValues, problem: string) => ({
  view: 'write',
  model: buildWriteModel(form),
  problem,
});

export const createItem: RunAction = async ({ desk, live }: Pick<ConsoleDeps, 'desk' | 'live'>, form, { t }) => {
  if (formField(form, 'do') === redrawForm) return { view: 'write', model: buildWriteModel(form) };
  const name = formField(form, 'kind');
  if (!Object.hasOwn(kinds, name)) return renderFormAgain(form, t('Choose a type.'));
  if (formField(form, 'title').trim() === '') return renderFormAgain(form, t('Enter a title.'));
  const date = resolveDate(formField(form, 'day').trim(), desk.now(), live().facts.creator.timeZone);
  const { item, body } = buildItem(form, kinds[name]!, date);
  const problems = findItemProblems(item.id, item);
  if (problems.length > 0)
    return renderFormAgain(
      form,
      t('The item could not be saved: {why}.', { why: problems.map((one) => translateFileProblem(t, one)).join('; ') }),
    );
  await runAsOneChange(desk, async (lockedDesk) => {
    await lockedDesk.fs.mkdir(`${lockedDesk.contentDir}/inbox`, { recursive: true });
    await writeItem(lockedDesk, 'inbox', { item, body });
  });
  return { to: `${folderPaths.inbox}/${item.id}`, notice: 'begun' };
};
