// Action that stores uploaded pictures with their descriptions.
import { isoDay } from '#domain/instants.ts';
import { runAsOneChange } from '../../content/review.ts';
import { writeContentFile } from '../../content/json-file.ts';
import {
  preparePicture,
  type PreparedPicture,
  storePicture,
  maxPictureBytes,
  PictureError,
} from '../../content/pictures.ts';
import type { ReviewDesk } from '../../content/review-desk.ts';
import {
  redrawForm,
  uploadTooLarge,
  type ActionResult,
  formField,
  type FormValues,
  type UploadedFile,
  type RunUpload,
} from '../page.ts';
import { recordDecisions } from '../content/audit-log.ts';
import type { ConsoleDeps } from '../deps.ts';
import type { FormDraft } from './draft.ts';
import { type FileForm, openFileForm, applyDraft } from './file-form.ts';
import { describeFileProblems } from './file-problems.ts';
import { buildFormModel } from './page.ts';
import { maxBytesTogether, pictureUses, buildUploadForm } from './picture-views.ts';
import { sections } from './sections.ts';
import type { ConsoleTranslate } from '../messages/messages.ts';

const mib = 1024 ** 2;

function findUploadProblem(form: FormValues, files: UploadedFile[], t: ConsoleTranslate): string | undefined {
  const place = pictureUses.find(({ value }) => value === formField(form, 'place'));
  if (!place) return t('Choose how to use the picture.');
  if (files.length === 0) return t('Choose a picture.');
  if (place.isOne && files.length > 1) return t('Choose only one picture for this use.');
  if (formField(form, 'alt').trim() === '') return t('Describe the picture for people who cannot see it.');
  const large = files.find(({ bytes }) => bytes.length > maxPictureBytes);
  return (
    large && t('{name} is larger than {count} MiB.', { name: large.name.slice(0, 80), count: maxPictureBytes / mib })
  );
}

/** Adds the picture to the draft. Data about a replaced picture is dropped. */
function withPicture(draft: FormDraft, place: string, words: Record<string, string>): FormDraft {
  const { fields } = draft as { fields: Record<string, FormDraft> };
  const before = fields[place];
  if (typeof before === 'object' && 'rows' in before) {
    const row = { from: undefined, key: '', value: { fields: words } };
    return { fields: { ...fields, [place]: { rows: [...before.rows, row] } } };
  }
  return { fields: { ...fields, [place]: { fields: words } } };
}

/** Returns the pictures in the form in which they are stored, or the problem of one of the files. */
async function readPictures(files: UploadedFile[], t: ConsoleTranslate): Promise<string | PreparedPicture[]> {
  const pictures: PreparedPicture[] = [];
  for (const { name, bytes } of files) {
    const picture = await preparePicture(bytes).catch((error: Error) => error);
    if (picture instanceof Error) {
      const why = picture instanceof PictureError ? t(picture.text, picture.values) : picture.message;
      return `${name.slice(0, 80)}: ${why}`;
    }
    pictures.push(picture);
  }
  return pictures;
}

/** Stores the pictures only if all are valid, because everything in content/media is published with the next build. */
async function storePictures(
  { lockedDesk, t, now }: { lockedDesk: ReviewDesk; t: ConsoleTranslate; now: number },
  open: FileForm,
  form: FormValues,
  files: UploadedFile[],
): Promise<string | undefined> {
  const pictures = await readPictures(files, t);
  if (typeof pictures === 'string') return pictures;
  const words = Object.fromEntries(['alt', 'credit', 'license'].map((name) => [name, formField(form, name).trim()]));
  const withAll = (names: string[]) => {
    const add = (draft: FormDraft, file: string) => withPicture(draft, formField(form, 'place'), { file, ...words });
    return applyDraft(open, names.reduce(add, open.draft), isoDay(now));
  };
  const { problems } = withAll(pictures.map(({ end }) => `picture.${end}`));
  if (problems.length > 0)
    return describeFileProblems(t, problems)
      .map(({ text }) => text)
      .join(' ');
  const names: string[] = [];
  for (const [at, picture] of pictures.entries()) names.push(await storePicture(lockedDesk, picture, files[at]!.name));
  await writeContentFile(lockedDesk, open.section.file, withAll(names).text);
  return undefined;
}

const section = sections.find(({ name }) => name === 'pictures')!;

export const addPictures: RunUpload = async (deps, form, { t }, files) => {
  if (formField(form, 'do') === redrawForm)
    return renderFormAgain({ ...deps, t }, form, t('Choose the pictures again.'));
  if (formField(form, 'do') === uploadTooLarge) {
    const text = t('The pictures are larger than {count} MiB in total. Add them one at a time.', {
      count: maxBytesTogether / mib,
    });
    return renderFormAgain({ ...deps, t }, form, text);
  }
  const problem = await runAsOneChange(deps.desk, async (lockedDesk) => {
    const open = await openFileForm(lockedDesk, section).catch((error: Error) => error);
    if (open instanceof Error) return t('{file} cannot be read: {why}', { file: 'creator.json', why: open.message });
    return (
      findUploadProblem(form, files, t) ?? (await storePictures({ lockedDesk, t, now: deps.now() }, open, form, files))
    );
  });
  if (problem) return renderFormAgain({ ...deps, t }, form, problem);
  await recordDecisions(deps, [{ action: 'content.edited', id: section.file, detail: 'Pictures' }]);
  await deps.builds.request('build');
  return { to: '/room/pictures', notice: 'picturesAdded', count: files.length };
};

async function renderFormAgain(
  deps: ConsoleDeps & { t: ConsoleTranslate },
  form: FormValues,
  problem: string,
): Promise<ActionResult> {
  const model = await buildFormModel(deps, await openFileForm(deps.desk, section));
  return { view: 'room', model: { ...model, upload: buildUploadForm(form, problem) }, problem };
}
