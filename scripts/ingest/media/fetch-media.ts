// Tests whether an address works over https, and copies pictures and recordings into the room.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copiesFolder, copyBaseName, type OutsideMedia } from '#domain/items/media-replacements.ts';
import { type AddressRule, findReadAddressProblem, schemeProblem } from '../../../sidecar/outgoing/address-rule.ts';
import type { ResponseHead } from '../../../sidecar/outgoing/exchange.ts';
import { type RequestLimits, slowestPace } from '../../../sidecar/outgoing/limits.ts';
import type { Outgoing } from '../../../sidecar/outgoing/outgoing.ts';
import { OutgoingError } from '../../../sidecar/outgoing/outgoing-error.ts';
import { writeWhole } from '../../write-file.ts';
import { createCopyFiles } from './copy-kind.ts';

const mib = 1024 ** 2;
/** Largest file that is copied, so that the room does not store a whole podcast. */
export const maxBytes = { picture: 10 * mib, recording: 25 * mib } as const;

const limitsFor = (kind: OutsideMedia['kind']): RequestLimits => ({
  connectMs: 5000,
  firstByteMs: 10_000,
  totalMs: 60_000,
  bytes: maxBytes[kind],
  redirects: 5,
  pace: slowestPace,
});

const allowedTypes = {
  picture: /^image\//,
  recording: /^(audio|video)\/|^application\/(ogg|octet-stream)\b/,
};
const acceptHeaders = { picture: 'image/*', recording: 'audio/*, video/*;q=0.9, */*;q=0.1' };

export interface MediaFetchDeps {
  room: Outgoing;
  contentDir: string;
  /** PEM of a certificate that replaces the trusted ones. */
  ca?: string | undefined;
}

function checkHead({ status, headers }: ResponseHead, kind: OutsideMedia['kind']): void {
  if (status !== 200) throw new OutgoingError('status', { status });
  const type = headers['content-type'] ?? '';
  if (type === '') throw new OutgoingError('no_media_type');
  if (!allowedTypes[kind].test(type)) throw new OutgoingError('media_type', { type });
}

class HeadAccepted extends Error {}

/** Tests whether a page can load the address: each redirect uses https, and status and type are acceptable. */
export async function tryHttps(
  { room, ca }: MediaFetchDeps,
  { address, kind }: OutsideMedia,
): Promise<'works' | 'fails' | 'unreached'> {
  const rule: AddressRule = (hop, allowed) =>
    hop.startsWith('https:') ? findReadAddressProblem(hop, allowed) : schemeProblem('https://');
  const onHead = (head: ResponseHead) => {
    checkHead(head, kind);
    throw new HeadAccepted();
  };
  // The file is not downloaded, so its size does not matter.
  const limits = { ...limitsFor(kind), bytes: Infinity };
  const call = { limits, rule, onHead, ca, headers: { accept: acceptHeaders[kind] } };
  return room.send(toHttps(address), call).then(
    () => 'fails',
    (error: unknown) => (error instanceof HeadAccepted ? 'works' : isUnreached(error) ? 'unreached' : 'fails'),
  );
}

export const toHttps = (address: string): string => address.replace(/^http:/, 'https:');

/** Returns true if the host cannot be reached, so that other addresses there will fail as well. */
export const isUnreached = (error: unknown): boolean => error instanceof OutgoingError && error.isNetworkFailure;

/** Extensions of copies from versions without sizes. */
const obsoleteExtensions = ['.jpg', '.png', '.avif'];

/** Downloads a file and writes its copies. Rejects with the reason if that fails. */
export async function copyMedia({ room, contentDir, ca }: MediaFetchDeps, { address, kind }: OutsideMedia) {
  let type = '';
  const onHead = (head: ResponseHead) => {
    checkHead(head, kind);
    type = head.headers['content-type'] ?? '';
  };
  const call = { limits: limitsFor(kind), onHead, ca, headers: { accept: acceptHeaders[kind] } };
  const { body } = await room.send(address, call);
  const files = await createCopyFiles(body, kind, type);
  const name = `media/${copiesFolder}/${copyBaseName(address)}`;
  for (const { end, bytes } of files) await writeWhole(join(contentDir, name + end), bytes);
  for (const end of obsoleteExtensions) await rm(join(contentDir, name + end), { force: true });
  return { file: name + files.at(-1)!.end, bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0) };
}
