// Tips: the creator's Lightning address, and what it says about itself (LUD-06, LUD-12, LUD-16).
import type { AccessFile } from '#contract/schemas/content-files.ts';

/** What invoices of tips are booked under. */
export const tipResource = 'tip';

export const tipLimits = { leastSats: 1, mostSats: 1_000_000, commentLength: 280 } as const;

const folder = '/.well-known/lnurlp/';
/** `:name` is the first half of the address. */
export const payPath = `${folder}:name`;
export const callbackPath = `${folder}:name/callback`;

interface TipsRoom {
  access: AccessFile;
  baseUrl: string;
  creator: { name: string };
}

/** NAME@HOST; undefined where there are no tips. */
export const lightningAddress = ({ access, baseUrl }: Pick<TipsRoom, 'access' | 'baseUrl'>): string | undefined =>
  access.tips && `${access.tips.name}@${new URL(baseUrl).host}`;

/** The text whose hash every invoice carries, byte for byte. */
export const payMetadata = (room: TipsRoom): string =>
  JSON.stringify([
    ['text/plain', `For ${room.creator.name}`],
    ['text/identifier', lightningAddress(room)!],
  ]);

/** `nostrPubkey` signs receipts of zaps (NIP-57). */
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
