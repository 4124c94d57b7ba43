// The forms of the creator's own files: the room's texts, pictures, feeds, prices and settings.
import { ApiError } from '#contract/errors.ts';
import type { SchemaProblem } from '#contract/validation.ts';
import { type ConsoleContribution, readSections } from '../contribution.ts';
import type { ConsoleRequest, LoadPage } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import { listPrivateFeeds, type PrivateAddress } from '../private-feeds.ts';
import type { PageSection } from '../ui/section.ts';
import type { ShownConflict } from '../item/model.ts';
import type { Tab } from '../ui/listing.ts';
import type { Draft } from './draft.ts';
import { focusIn, membersOf, type ShownField } from './fields.ts';
import { inWordsOf, type OpenForm, openForm, picturesIn } from './file-form.ts';
import { inFull } from './in-full.ts';
import { labelOf } from './labels.ts';
import { factsOf, type UploadShown, uploadShown } from './pictures-shown.ts';
import { type Section, sections } from './sections.ts';
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';

export interface NoticesShown {
  sections: PageSection[];
  feeds: PrivateAddress[];
}

export interface RoomFormModel {
  name: string;
  label: ConsoleMessage;
  lede?: ConsoleMessage;
  file: string;
  tabs: Tab[];
  fields: ShownField[];
  /** Names what the creator sees, with its values. */
  revision: string;
  base: string;
  problems: { name?: string; text: string }[];
  conflicts: ShownConflict[];
  /** Why the file cannot be read; there is no form then. */
  unreadable?: string;
  notices?: NoticesShown;
  upload?: UploadShown;
  /** The field that gets the focus after a row was added, moved or taken out, or the list whose button gets it. */
  focus?: string;
}

export const sectionOf = ({ params }: Pick<ConsoleRequest, 'params'>): Section => {
  const section = sections.find(({ name }) => name === (params.name ?? sections[0]!.name));
  if (!section) throw new ApiError('not_found', 'The console has no such form.');
  return section;
};

const tabsOf = (here: Section): Tab[] =>
  sections.map((one) => ({ label: one.label, path: `/room/${one.name}`, isHere: one === here }));

export interface Typed {
  draft: Draft;
  problems?: SchemaProblem[];
  conflicts?: string[];
  sides?: Map<string, string>;
  /** Of a row, or of a list. */
  focus?: string;
  /** What the form was filled in from, where the file may have changed since. */
  seen?: Pick<OpenForm, 'revision' | 'draft'>;
}

const priceNames = ['transcribe', 'guest-kit', 'content-index', 'articles'];

export async function formModel(
  { desk, t }: Pick<ConsoleDeps, 'desk'> & { t: ConsoleTranslate },
  open: OpenForm,
  typed?: Typed,
): Promise<RoomFormModel> {
  const { section, schema } = open;
  const { draft = open.draft, problems = [], conflicts = [], sides, focus, seen = open } = typed ?? {};
  const said = inFull(t, problems);
  const pictures = section.name === 'pictures' || section.name === 'machines' ? await picturesIn(desk) : [];
  const around = {
    problems: new Map(said.flatMap(({ name, text }): [string, string][] => (name ? [[name, text]] : []))),
    keepsRows: section.keepsRows === true,
    pictures,
    facts: await factsOf(desk, draft, pictures),
    names: priceNames,
  };
  const fields = membersOf(schema, draft, '', '', around);
  const focusName = focus && focusIn(fields, focus);
  return {
    ...frameOf(section),
    fields,
    revision: seen.revision,
    base: JSON.stringify(seen.draft),
    problems: said,
    conflicts: conflicts.map((path) => {
      const chosen = sides?.get(path);
      return {
        name: path,
        label: labelOf(path),
        mine: inWordsOf(draft, section.parts, path),
        theirs: inWordsOf(seen.draft, section.parts, path),
        ...((chosen === 'mine' || chosen === 'theirs') && { chosen }),
      };
    }),
    ...(focusName && { focus: focusName }),
    ...(section.name === 'pictures' && { upload: uploadShown() }),
  };
}

const frameOf = (section: Section) => {
  const { name, label, lede, file } = section;
  return { name, label, ...(lede && { lede }), file, tabs: tabsOf(section) };
};

const noForm = (section: Section, why: string): RoomFormModel => ({
  ...frameOf(section),
  fields: [],
  revision: '',
  base: '',
  problems: [],
  conflicts: [],
  unreadable: why,
});

export const roomPage =
  (contributions: ConsoleContribution[]): LoadPage<RoomFormModel> =>
  async (deps, request) => {
    const section = sectionOf(request);
    const open = await openForm(deps.desk, section).catch((error: Error) => error);
    if (open instanceof Error) return noForm(section, open.message);
    const model = await formModel({ ...deps, t: request.t }, open);
    if (section.file !== 'settings.json') return model;
    const sections = await readSections(contributions, 'notices', deps, request.t);
    return { ...model, notices: { sections, feeds: await listPrivateFeeds(contributions, deps) } };
  };
