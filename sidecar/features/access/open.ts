// Access for the app: paywall, payments, token holders, and automatic settlement.
import type { TakeRate } from '../../http/rate-limit.ts';
import { parseBearerToken } from '../../http/client.ts';
import type { Release } from '../../release/release.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { createRelaySender } from '../../outgoing/relay.ts';
import type { Db } from '../../storage/store.ts';
import { findAgentByToken } from './agent-tiers.ts';
import { createChallenge, type ChallengeDeps, type ChallengeReason } from './challenge.ts';
import { compareNextInvoice } from './compare.ts';
import { receivedPaymentReader } from './outside-payments.ts';
import { tokenChecker } from './check.ts';
import type { ClientInvoiceRequest } from './client-invoices.ts';
import { openLookups } from './lookups.ts';
import { openPaywall, withWalletErrors, type RecordingLength } from './paywall.ts';
import { createPayment } from './payment.ts';
import { createReaderPayments } from './reader-payments.ts';
import { secretReader, type Derive } from './secret.ts';
import { readNextSettlement, settleByHash, settleDueInvoices, type SettleDeps } from './settle.ts';
import { type OpenTip, tipOpener } from './tips.ts';
import { readAccessToken, readTokenId } from './token.ts';
import type { EarlierWallets } from './wallets/earlier.ts';
import type { Wallet } from './wallets/wallet.ts';
import { findInvoice } from './invoices.ts';
import { openUsdc } from './usdc.ts';
import { zapPubkey, zapSender } from './zaps.ts';
import { releaseToken } from './uses.ts';

type ContextState =
  { state: 'unknown' | 'tampered' } | { state: 'open' | 'expired' | 'already_paid'; resourceId: string };

async function readContextState(db: Db, derive: Derive, contextToken: string, now: number): Promise<ContextState> {
  const tokenId = readTokenId(derive, contextToken);
  if (tokenId === 'tampered') return { state: 'tampered' };
  const invoice = tokenId && (await findInvoice(db, { tokenId }));
  if (!invoice) return { state: 'unknown' };
  const { resourceId } = invoice;
  if (invoice.state === 'settled') return { state: 'already_paid', resourceId };
  return { state: now < invoice.expiresAt ? 'open' : 'expired', resourceId };
}

export interface AccessDeps {
  db: Db;
  wallet: Wallet;
  /** Wallets used earlier. */
  earlier?: EarlierWallets;
  /** Returns milliseconds since the epoch. */
  now: () => number;
  /** Called when the wallet is down. */
  onTrouble: (error: Error) => void;
  /** Returns true if a client at this address gets a task in place of paying; no work is offered without it. */
  offersWorkTo?: ChallengeDeps['offersWorkTo'];
  /** Sends requests to the USDC facilitator and Nostr relays. */
  outgoing?: Outgoing | undefined;
}

const listenToWallet = (deps: AccessDeps & SettleDeps): (() => void) =>
  deps.wallet.listen?.((paymentHash) => void settleByHash(deps, paymentHash).catch(deps.onTrouble)) ?? (() => {});

const agentFinder = (db: Db) => async (authorization: string | undefined) => {
  const token = parseBearerToken(authorization);
  return token && findAgentByToken(db, token);
};

export function openAccess(options: AccessDeps) {
  const deps = { ...options, lookups: openLookups(), findEarlierWallet: options.earlier?.find };
  const { db } = deps;
  const secret = secretReader(db);
  const checker = tokenChecker(deps, secret);
  const findAgent = agentFinder(db);
  const challengeDeps = { ...deps, secret };
  const payment = createPayment(challengeDeps);
  const usdc = openUsdc({ ...deps, secret, send: options.outgoing?.send });
  const tellRelay = options.outgoing && createRelaySender(options.outgoing.options);
  const sendZaps = tellRelay ? zapSender({ ...deps, secret, tellRelay }) : undefined;
  const openTip: OpenTip = (...tip) => withWalletErrors(deps.onTrouble, () => tipOpener(deps)(...tip));
  return {
    paywall: (takeRate: TakeRate, secondsOf?: RecordingLength) =>
      openPaywall({ ...challengeDeps, takeRate, secondsOf, checker, findAgent, usdc }),
    payment,
    /** Payments of people in browsers. */
    reading: createReaderPayments(deps, secret, payment),
    openTip,
    /** Returns the public key that signs zap receipts, or undefined without a real wallet. */
    zapPubkey: async () => (['development', 'none'].includes(deps.wallet.name) ? undefined : zapPubkey(await secret())),
    /** Returns the name of the holder of a valid agent or access token. */
    findHolder: async (authorization: string): Promise<string | undefined> => {
      const token = readAccessToken(authorization);
      if (token === undefined) return findAgent(authorization);
      const grant = await checker.holder(token);
      // Tokens for work have no rate limit of their own, since a network could earn any number of them.
      return grant?.source === 'work' ? undefined : grant?.tokenId;
    },
    /** Listens to the wallet's payment notifications; returns a function that stops it. */
    listen: () => listenToWallet(deps),
    /** Job that looks up payments and sends zap receipts. */
    settleDue: async () => {
      await settleDueInvoices(deps).finally(sendZaps);
      return readNextSettlement(deps);
    },
    /** Job that compares an invoice with the wallet. */
    compareNext: () => compareNextInvoice(deps),
    /** Job that reads the payments received by the wallet. */
    readReceivedPayments: receivedPaymentReader(deps),
    /** Job that stores the settings of wallets with open invoices. */
    storeWalletSettings: async () => options.earlier?.storeSettings(),
    /** Returns the 402 error of a resource. */
    challenge: (release: Release, wanted: ClientInvoiceRequest & { address: string; reason: ChallengeReason }) =>
      createChallenge(challengeDeps, release, wanted),
    contextState: async (contextToken: string) => readContextState(db, await secret(), contextToken, deps.now()),
    /** Releases the payment of a failed job. */
    giveBack: releaseToken,
    /** State of the wallet. */
    wallet: deps.wallet as Pick<Wallet, 'name' | 'id' | 'downSince'>,
  };
}

export type Access = ReturnType<typeof openAccess>;
