// Forms with files (multipart/form-data, RFC 7578), read in memory within a limit.
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { type FormValues, normalizeFormText, type UploadedFile } from './page.ts';

/** Limit for all files of one form in bytes. */
export const maxUploadBytes = 60 * 1024 ** 2;
const maxParts = 200;

const filesByForm = new WeakMap<FormValues, UploadedFile[]>();

/** Returns the files that were sent in a form together with its fields. */
export const uploadedFiles = (form: FormValues): UploadedFile[] => filesByForm.get(form) ?? [];

async function readParts(body: Buffer, type: string): Promise<FormValues> {
  const parts = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw new ApiError('bad_request', 'The form could not be read. Go back and send it again.');
  });
  const form: FormValues = Object.create(null);
  const files: UploadedFile[] = [];
  for (const [name, value] of [...parts].slice(0, maxParts)) {
    if (typeof value === 'string') (form[name] ??= []).push(normalizeFormText(value));
    // An empty file field is sent as a file without name and bytes.
    else if (value.size > 0 || value.name !== '') files.push({ name: value.name, bytes: await value.bytes() });
  }
  filesByForm.set(form, files);
  return form;
}

export function addMultipartParser(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: maxUploadBytes },
    async (request: { headers: { 'content-type'?: string } }, body: string | Buffer) =>
      readParts(body as Buffer, request.headers['content-type'] ?? ''),
  );
}
