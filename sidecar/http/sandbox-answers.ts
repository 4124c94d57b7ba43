// Fixed answers of the sandbox for endpoints that need a wallet, an engine, a pool or another room.
import { ApiError } from '#contract/errors.ts';
import type { AccessToken } from '#contract/schemas/payment.ts';
import type { TranscriptFormat } from '#contract/schemas/transcripts.ts';
import { endpointUrl } from '#domain/links.ts';
import type { PublicFacts } from '#domain/room.ts';
import { formatTranscript } from '#domain/transcripts/format.ts';
import { type Answer, json } from './handler.ts';

const expiresAt = '2026-01-31T09:00:00Z';
const zeros = '0'.repeat(64);
const taskId = '00000000-0000-7000-8000-000000000001';

const token = (resourceId: string): AccessToken => ({
  accessToken: 'sandbox:opens-nothing',
  tokenType: 'L402',
  resourceId,
  expiresAt,
});

/** Requires one of several fields, as the real endpoint does; the schema alone cannot express it. */
function requireOne(body: Body, ...names: string[]): void {
  if (names.some((name) => body[name] !== undefined)) return;
  throw new ApiError('bad_request', `Give ${names.join(' or ')}.`, { field: names[0]! });
}

type Body = Record<string, unknown>;

function transcript({ sourceUrl, format = 'markdown' }: Body): Answer {
  const segments = [{ start: 0, end: 4, text: 'A mock transcript: nothing was fetched or heard.' }];
  const form = format as TranscriptFormat;
  return json<'transcribe'>({
    sourceUrl: String(sourceUrl),
    format: form,
    transcript: formatTranscript(segments, form),
    language: 'en',
    languageSource: 'assumed',
    durationSeconds: 4,
    segments,
    engine: 'sandbox',
    source: 'embedded',
    warnings: [],
  });
}

type Make = (body: Body, facts: Pick<PublicFacts, 'baseUrl' | 'nexus'>) => Answer;

export const sandboxAnswers: Record<string, Make> = {
  transcribe: transcript,
  l402PaymentRequest: (body) => {
    requireOne(body, 'resourceId', 'payment_context_token');
    const invoice = 'lnbc1sandbox';
    return json<'l402PaymentRequest'>({
      payment_context_token: 'sandbox',
      paymentHash: zeros,
      invoice,
      amountSats: 1,
      expiresAt,
    });
  },
  l402Verify: (body) => {
    requireOne(body, 'payment_context_token', 'paymentHash');
    return json<'l402Verify'>(token('articles'));
  },
  workOffer: (_, { baseUrl }) =>
    json<'workOffer'>({
      taskId,
      type: 'summarize',
      description: 'A mock task: any summary will do.',
      input: { title: 'A mock article', text: 'A mock text.', minCharacters: 1, maxCharacters: 500 },
      expiresAt,
      tasksLeft: 1,
      submitUrl: endpointUrl(baseUrl, 'workSubmit'),
    }),
  workSubmit: () => json<'workSubmit'>(token('articles')),
  tasksClaim: (body) =>
    json<'tasksClaim'>({ taskId: String(body.taskId), claimToken: 'sandbox', leaseExpiresAt: expiresAt }),
  tasksSubmit: (body) =>
    json<'tasksSubmit'>({
      taskId: String(body.taskId),
      status: 'accepted',
      accessToken: 'sandbox:opens-nothing',
      resourceId: 'articles',
    }),
  nexusRegister: (_, { nexus }) => {
    if (!nexus) throw new ApiError('not_found', 'This room is not a Nexus.', { reason: 'no_nexus' });
    return json<'nexusRegister'>({ tenantId: 'sandbox', status: 'active' });
  },
};
