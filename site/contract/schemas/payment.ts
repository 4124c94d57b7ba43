// The wire shapes of payment: the challenge of 402, the invoice, and the access token.
import { type Static, type TObject, Type } from 'typebox';
import { ErrorEnvelope } from '../errors.ts';
import { closedObject, Count, Instant, list, oneOf, optional, postFields, text, Uri } from './shape.ts';

const resourceId = text('What is paid for: transcribe, guest-kit, content-index, articles, or article:ID.');
const amountSats = Type.Integer({ minimum: 1, description: 'Price in satoshis.' });
const paymentContextToken = text('Names this payment, and is a secret: whoever has it gets what was paid for.');
const paymentHash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Payment hash of the invoice, hex.' });
const invoice = text('Lightning invoice (BOLT 11).');
const wallet = optional(oneOf(['development'], 'Set where the wallet of this room pays itself: no money moves.'));

const Offer = closedObject({
  resourceId,
  amountSats,
  description: text('What it opens, and for how long.'),
  maxMinutes: optional(Count('The longest recording that it pays for, where minutes have a price.')),
});

/** Members of a response that omits something because of a price. @spec-gap empty-reason */
export const withheldFields = {
  hiddenItems: optional(Count('Items that match, but are listed only for those who pay.')),
  uncheckedTexts: optional(Count('Texts with a price: they were not looked into.')),
  offers: optional(list(Offer, 'What opens them.')),
};
export type WithheldSummary = Static<TObject<typeof withheldFields>>;

/** Price of an item's text. */
export const ItemAccess = closedObject({ resourceId, amountSats }, { title: 'ItemAccess' });

const workTier = closedObject({
  id: oneOf(['pay_or_work']),
  workOfferUrl: Uri('Gives a task.'),
  workSubmitUrl: Uri('Takes its result.'),
});
const freeTier = closedObject({
  id: oneOf(['free_slice']),
  registerUrl: Uri('Gives an agent token.'),
  items: Count('Newest items free.'),
});

export const Tier = Type.Union([
  closedObject({ id: oneOf(['pay']), amountSats, invoice, paymentHash, verifyUrl: Uri('Gives the token.'), wallet }),
  workTier,
  freeTier,
]);
export type Tier = Static<typeof Tier>;

/** Payment section of the discovery bundle. */
export const L402Info = closedObject({
  scheme: oneOf(['L402'], 'Of Authorization and WWW-Authenticate.'),
  offers: list(Offer, 'What has a price, save single articles: their 402 says it.'),
  tiers: list(
    Type.Union([
      closedObject({
        id: oneOf(['pay']),
        paymentRequestUrl: Uri('Gives an invoice.'),
        verifyUrl: Uri('Gives the token.'),
      }),
      workTier,
      freeTier,
    ]),
    'Ways to get access.',
  ),
  termsUrl: Uri('How access works here.'),
});
export type L402Info = Static<typeof L402Info>;

/** @spec-gap payment-challenge */
export const PaymentRequired = closedObject(
  {
    ...ErrorEnvelope.properties,
    payment_context_token: optional(paymentContextToken),
    payment_request_url: Uri('Gives an invoice of your own, with its payment_context_token.'),
    offers: list(Offer, 'What can be bought to get the resource.'),
    tiers: list(Tier, 'Ways to get access.'),
    terms_url: Uri('How access works here.'),
  },
  { title: 'PaymentRequired' },
);
export type PaymentRequired = Static<typeof PaymentRequired>;

const secret = (description: string) => optional(text(description, { minLength: 1, maxLength: 200 }));

/** Number of minutes in requests for a transcription and in the payment for it. */
export const maxMinutes = Type.Integer({
  minimum: 1,
  maximum: 1440,
  description: 'Of transcribe, sold by the minute: the longest recording. Default: the length of the episode, else 60.',
});

export const PaymentRequest = Type.Object(
  {
    resourceId: secret('What to pay for. Either this or payment_context_token.'),
    payment_context_token: secret('From a 402: the same payment again, with a new invoice if it expired.'),
    maxMinutes: optional(maxMinutes),
  },
  { title: 'PaymentRequest' },
);

export const PaymentContext = closedObject(
  {
    ...postFields,
    payment_context_token: paymentContextToken,
    paymentHash,
    invoice,
    amountSats,
    expiresAt: Instant('When the invoice expires.'),
    wallet,
  },
  { title: 'PaymentContext' },
);
export type PaymentContext = Static<typeof PaymentContext>;

export const VerifyRequest = Type.Object(
  {
    payment_context_token: secret('From a 402 or from payment-request. May be used again for the same token.'),
    paymentHash: secret('Of the invoice, hex. Others on its route know it, so that it gives a token once.'),
  },
  { title: 'VerifyRequest' },
);

export const AccessToken = closedObject(
  {
    ...postFields,
    accessToken: text('Send it as `Authorization: L402 TOKEN`: base64 macaroon, a colon, hex preimage.'),
    tokenType: oneOf(['L402']),
    resourceId,
    expiresAt: Instant('When it ends.'),
  },
  { title: 'AccessToken' },
);
export type AccessToken = Static<typeof AccessToken>;
