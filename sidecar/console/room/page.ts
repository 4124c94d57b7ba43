// Page with the forms for the creator's files.
import { ApiError } from '#contract/errors.ts';
import type { SchemaProblem } from '#contract/validation.ts';
import { type ConsoleContribution, readSections } from '../contribution.ts';
import type { ConsoleRequest, LoadPage } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import { listPrivateFeeds, type PrivateAddress } from '../private-feeds.ts';
import type { PageSection } from '../ui/section.ts';
import type { ConflictView } from '../item/model.ts';
import type { Tab } from '../ui/listing.ts';
import type { FormDraft } from './draft.ts';
import { findFocusField, buildFields, type FileField } from './fields.ts';
import { formatPart, type FileForm, openFileForm, listMediaPictures } from './file-form.ts';
import { describeFileProblems } from './file-problems.ts';
import { fileFieldLabel } from './labels.ts';
import { readPictureSizes, type UploadForm, buildUploadForm } from './picture-views.ts';
import { type FormSection, sections } from './sections.ts';
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';

export interface NoticeOverview {
  sections: PageSection[];
  feeds: PrivateAddress[];
}

export interface RoomFormModel {
  name: string;
  label: ConsoleMessage;
  lede?: ConsoleMessage;
  file: string;
  tabs: Tab[];
  fields: FileField[];
  /** Version of the file that the creator sees, and its values. */
  revision: string;
  base: string;
  problems: { name?: string; text: string }[];
  conflicts: ConflictView[];
  /** Reason why the file cannot be read. There is no form then. */
  unreadable?: string;
  notices?: NoticeOverview;
  upload?: UploadForm;
  /** Field that gets the focus after a row was added, moved or removed. */
  focus?: string;
}

export const findSection = ({ params }: Pick<ConsoleRequest, 'params'>): FormSection => {
  const section = sections.find(({ name }) => name === (params.name ?? sections[0]!.name));
  if (!section) throw new ApiError('not_found', 'This form does not exist.');
  return section;
};

const sectionTabs = (here: FormSection): Tab[] =>
  sections.map((one) => ({ label: one.label, path: `/room/${one.name}`, isHere: one === here }));

export interface FormState {
  draft: FormDraft;
  problems?: SchemaProblem[];
  conflicts?: string[];
  sides?: Map<string, string>;
  /** Path of a row or a list. */
  focus?: string;
  /** Version that the form was filled from, if the file may have changed since. */
  seen?: Pick<FileForm, 'revision' | 'draft'>;
}

export async function buildFormModel(
  { desk, t }: Pick<ConsoleDeps, 'desk'> & { t: ConsoleTranslate },
  open: FileForm,
  typed?: FormState,
): Promise<RoomFormModel> {
  const { section, schema } = open;
  const { draft = open.draft, problems = [], conflicts = [], sides, focus, seen = open } = typed ?? {};
  const fileProblems = describeFileProblems(t, problems);
  const pictures = ['pictures', 'machines'].includes(section.name) ? await listMediaPictures(desk) : [];
  const context = {
    problems: new Map(fileProblems.flatMap(({ name, text }): [string, string][] => (name ? [[name, text]] : []))),
    keepsRows: section.keepsRows === true,
    pictures,
    facts: await readPictureSizes(desk, draft, pictures),
  };
  const fields = buildFields(schema, draft, '', '', context);
  const focusName = focus && findFocusField(fields, focus);
  return {
    ...sectionHeader(section),
    fields,
    revision: seen.revision,
    base: JSON.stringify(seen.draft),
    problems: fileProblems,
    conflicts: conflicts.map((path) => {
      const side = sides?.get(path);
      return {
        name: path,
        label: fileFieldLabel(path),
        mine: formatPart(draft, section.parts, path),
        theirs: formatPart(seen.draft, section.parts, path),
        ...((side === 'mine' || side === 'theirs') && { chosen: side }),
      };
    }),
    ...(focusName && { focus: focusName }),
    ...(section.name === 'pictures' && { upload: buildUploadForm() }),
  };
}

const sectionHeader = (section: FormSection) => {
  const { name, label, lede, file } = section;
  return { name, label, ...(lede && { lede }), file, tabs: sectionTabs(section) };
};

const unreadableFileModel = (section: FormSection, why: string): RoomFormModel => ({
  ...sectionHeader(section),
  fields: [],
  revision: '',
  base: '',
  problems: [],
  conflicts: [],
  unreadable: why,
});

export const createRoomPage =
  (contributions: ConsoleContribution[]): LoadPage<RoomFormModel> =>
  async (deps, request) => {
    const section = findSection(request);
    const open = await openFileForm(deps.desk, section).catch((error: Error) => error);
    if (open instanceof Error) return unreadableFileModel(section, open.message);
    const model = await buildFormModel({ ...deps, t: request.t }, open);
    if (section.file !== 'settings.json') return model;
    const sections = await readSections(contributions, 'notices', deps, request.t);
    return { ...model, notices: { sections, feeds: await listPrivateFeeds(contributions, deps) } };
  };
