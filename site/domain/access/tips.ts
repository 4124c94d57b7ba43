// Tips by the creator's Lightning address (LUD-06, LUD-12, LUD-16).
import type { AccessFile } from '#contract/schemas/content-files.ts';

export const tipResource = 'tip';

export const tipLimits = { leastSats: 1, mostSats: 1_000_000, commentLength: 280 } as const;

const folder = '/.well-known/lnurlp/';
/** Path of the pay request; `:name` is the part of the Lightning address before the @. */
export const payPath = `${folder}:name`;
export const callbackPath = `${folder}:name/callback`;

interface TipsRoom {
  access: AccessFile;
  baseUrl: string;
  creator: { name: string };
}

/** Returns NAME@HOST; undefined if the room takes no tips. */
export const lightningAddress = ({ access, baseUrl }: Pick<TipsRoom, 'access' | 'baseUrl'>): string | undefined =>
  access.tips && `${access.tips.name}@${new URL(baseUrl).host}`;

/** Returns the metadata whose hash is part of every invoice. */
export const payMetadata = (room: TipsRoom): string =>
  JSON.stringify([
    ['text/plain', `For ${room.creator.name}`],
    ['text/identifier', lightningAddress(room)!],
  ]);

/** Returns the parameters of a pay request. `nostrPubkey` signs receipts of zaps (NIP-57). */
export const payParameters = (room: TipsRoom, name: string, nostrPubkey?: string) => ({
  tag: 'payRequest',
  callback: room.baseUrl + callbackPath.replace(':name', name),
  minSendable: tipLimits.leastSats * 1000,
  maxSendable: tipLimits.mostSats * 1000,
  metadata: payMetadata(room),
  commentAllowed: tipLimits.commentLength,
  ...(nostrPubkey && { allowsNostr: true, nostrPubkey }),
});

export interface TipRequest {
  amountSats: number;
  comment: string | undefined;
}
