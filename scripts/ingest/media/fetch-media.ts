// One address over https, or as a copy of the room's own: what pages may load in its place.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copiesFolder, copyBaseName, type OutsideMedia } from '#domain/items/media-replacements.ts';
import { findReadAddressProblem } from '../../../sidecar/outgoing/address-rule.ts';
import type { ResponseHead } from '../../../sidecar/outgoing/exchange.ts';
import { type RequestLimits, slowestPace } from '../../../sidecar/outgoing/limits.ts';
import type { Outgoing } from '../../../sidecar/outgoing/outgoing.ts';
import { OutgoingError } from '../../../sidecar/outgoing/outgoing-error.ts';
import { writeWhole } from '../../write-file.ts';
import { createCopyFiles } from './copy-kind.ts';

const mib = 1024 ** 2;
/** A recording beyond this is left at its source: the room would hold a whole podcast. */
export const maxBytes = { picture: 10 * mib, recording: 25 * mib } as const;

const limitsFor = (kind: OutsideMedia['kind']): RequestLimits => ({
  connectMs: 5000,
  firstByteMs: 10_000,
  wholeMs: 60_000,
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
  /** PEM of a certificate to trust in place of the usual ones. */
  ca?: string | undefined;
}

function checkHead({ status, headers }: ResponseHead, kind: OutsideMedia['kind']): void {
  if (status !== 200) throw new OutgoingError('status', `The host answers ${status}.`);
  const type = headers['content-type'] ?? '';
  if (!allowedTypes[kind].test(type)) throw new OutgoingError('status', `The host sends ${type || 'no type'}.`);
}

class HeadAccepted extends Error {}

/** Whether a page can load it from there: each hop over https, and the head of the answer as it should be. */
export async function tryHttps(
  { room, ca }: MediaFetchDeps,
  { address, kind }: OutsideMedia,
): Promise<'works' | 'fails' | 'unreached'> {
  const rule = (hop: string, allowed: string[]) =>
    hop.startsWith('https:') ? findReadAddressProblem(hop, allowed) : 'is not https';
  const onHead = (head: ResponseHead) => {
    checkHead(head, kind);
    throw new HeadAccepted();
  };
  // However long it is, it stays where it is.
  const limits = { ...limitsFor(kind), bytes: Infinity };
  const call = { limits, rule, onHead, ca, headers: { accept: acceptHeaders[kind] } };
  return room.send(toHttps(address), call).then(
    () => 'fails',
    (error: unknown) => (error instanceof HeadAccepted ? 'works' : isUnreached(error) ? 'unreached' : 'fails'),
  );
}

export const toHttps = (address: string): string => address.replace(/^http:/, 'https:');

/** Whether the host was not to be had at all, so that its next address will not be, either. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof OutgoingError && ['network', 'time'].includes(error.reason);

export interface MediaCopy {
  /** Below the content folder. */
  file: string;
  bytes: number;
}

/** For copies made before sizes existed. */
const obsoleteExtensions = ['.jpg', '.png', '.avif'];

/** Rejects with what is wrong. */
export async function copyMedia(
  { room, contentDir, ca }: MediaFetchDeps,
  { address, kind }: OutsideMedia,
): Promise<MediaCopy> {
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
