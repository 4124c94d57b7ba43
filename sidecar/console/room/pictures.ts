// Takes the pictures that the creator uploads, each with its words.
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
  consoleActor,
} from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import type { Draft } from './draft.ts';
import { type OpenForm, openForm, resultOf } from './file-form.ts';
import { inFull } from './in-full.ts';
import { formModel } from './page.ts';
import { mostBytesTogether, placesOfPictures, uploadShown } from './pictures-shown.ts';
import { sections } from './sections.ts';
import type { ConsoleTranslate } from '../messages/messages.ts';

const mib = 1024 ** 2;

function problemWith(form: FormValues, files: UploadedFile[], t: ConsoleTranslate): string | undefined {
  const place = placesOfPictures.find(({ value }) => value === formField(form, 'place'));
  if (!place) return t('Choose what the picture is for.');
  if (files.length === 0) return t('No picture was chosen.');
  if (place.isOne && files.length > 1) return t('There is room for one picture: choose one.');
  if (formField(form, 'alt').trim() === '') return t('Say what the picture shows, for those who cannot see it.');
  const large = files.find(({ bytes }) => bytes.length > maxPictureBytes);
  return (
    large && t('{name}: It has more than {count} MiB.', { name: large.name.slice(0, 80), count: maxPictureBytes / mib })
  );
}

/** The file with the new picture; facts about the previous one are dropped. */
function withPicture(draft: Draft, place: string, words: Record<string, string>): Draft {
  const { fields } = draft as { fields: Record<string, Draft> };
  const before = fields[place];
  if (typeof before === 'object' && 'rows' in before) {
    const row = { from: undefined, key: '', value: { fields: words } };
    return { fields: { ...fields, [place]: { rows: [...before.rows, row] } } };
  }
  return { fields: { ...fields, [place]: { fields: words } } };
}

/** What is wrong with one of the files, or all of them as they may be kept. */
async function readAll(files: UploadedFile[], t: ConsoleTranslate): Promise<string | PreparedPicture[]> {
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

/** Writes nothing until all is well: whatever lies in content/media is published with the next release. */
async function keepAll(
  { held, t, now }: { held: ReviewDesk; t: ConsoleTranslate; now: number },
  open: OpenForm,
  form: FormValues,
  files: UploadedFile[],
): Promise<string | undefined> {
  const pictures = await readAll(files, t);
  if (typeof pictures === 'string') return pictures;
  const words = Object.fromEntries(['alt', 'credit', 'license'].map((name) => [name, formField(form, name).trim()]));
  const withAll = (names: string[]) => {
    const add = (draft: Draft, file: string) => withPicture(draft, formField(form, 'place'), { file, ...words });
    return resultOf(open, names.reduce(add, open.draft), isoDay(now));
  };
  const { problems } = withAll(pictures.map(({ end }) => `picture.${end}`));
  if (problems.length > 0)
    return inFull(t, problems)
      .map(({ text }) => text)
      .join(' ');
  const names: string[] = [];
  for (const [at, picture] of pictures.entries()) names.push(await storePicture(held, picture, files[at]!.name));
  await writeContentFile(held, open.section.file, withAll(names).text);
  return undefined;
}

const section = sections.find(({ name }) => name === 'pictures')!;

export const addPictures: RunUpload = async (deps, form, { t }, files) => {
  if (formField(form, 'do') === redrawForm) return comeBack({ ...deps, t }, form, t('Choose the pictures once more.'));
  if (formField(form, 'do') === uploadTooLarge) {
    const text = t('Together they have more than {count} MiB: add them one after the other.', {
      count: mostBytesTogether / mib,
    });
    return comeBack({ ...deps, t }, form, text);
  }
  const problem = await runAsOneChange(deps.desk, async (held) => {
    const open = await openForm(held, section).catch((error: Error) => error);
    if (open instanceof Error) return t('{file} cannot be read: {why}', { file: 'creator.json', why: open.message });
    return problemWith(form, files, t) ?? (await keepAll({ held, t, now: deps.now() }, open, form, files));
  });
  if (problem) return comeBack({ ...deps, t }, form, problem);
  const row = {
    at: deps.now(),
    who: consoleActor,
    action: 'content.edited',
    subject: section.file,
    detail: 'Pictures',
  };
  await deps.store.db.insertInto('audit').values(row).execute();
  await deps.builds.request('build');
  return { to: '/room/pictures', notice: 'picturesAdded', count: files.length };
};

async function comeBack(
  deps: ConsoleDeps & { t: ConsoleTranslate },
  form: FormValues,
  problem: string,
): Promise<ActionResult> {
  const model = await formModel(deps, await openForm(deps.desk, section));
  return { view: 'room', model: { ...model, upload: uploadShown(form, problem) }, problem };
}
