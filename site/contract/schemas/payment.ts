// The wire shapes of payment: the challenge of 402, the invoice, and the access token.
import { type Static, type TObject, Type } from 'typebox';
import { ErrorEnvelope } from '../errors.ts';
import { closedObject, Count, Instant, list, oneOf, optional, postFields, text, Uri } from './shape.ts';

const resourceId = text('Resource: transcribe, guest-kit, content-index, articles, or article:ID.');
const amountSats = Type.Integer({ minimum: 1, description: 'Price in satoshis.' });
const paymentContextToken = text('Secret id of this payment; gives access to the paid resource.');
const paymentHash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Payment hash of the invoice, hex.' });
const invoice = text('Lightning invoice (BOLT 11).');
const wallet = optional(oneOf(['development'], 'Present if the wallet is a simulation; no money is moved.'));

const Offer = closedObject(
  {
    resourceId,
    amountSats,
    description: text('Access that it gives, and its duration.'),
    maxMinutes: optional(Count('Maximum length of the recording, with a price per minute.')),
  },
  { title: 'Offer' },
);

/** The member of a response that omits items because of a price. @spec-gap empty-reason */
export const withheldFields = {
  withheld: optional(
    closedObject(
      {
        count: Count('Matching items that require payment.'),
        reason: oneOf(['l402_required']),
        offers: list(Offer, 'Offers that open them.'),
      },
      { title: 'Withheld', description: 'Items that a price hides.' },
    ),
  ),
};
export type WithheldItems = Static<TObject<typeof withheldFields>>;

export const uncheckedTexts = optional(Count('Texts with a price, which were not searched.'));
/** Members of a response that does not take texts with a price into account. */
export const uncheckedFields = { uncheckedTexts, offers: optional(list(Offer, 'Offers that open these texts.')) };
export type UncheckedTexts = Static<TObject<typeof uncheckedFields>>;

/** Price of an item's text. */
export const ItemAccess = closedObject({ resourceId, amountSats }, { title: 'ItemAccess' });

const workTier = closedObject({
  id: oneOf(['pay_or_work']),
  workOfferUrl: Uri('Returns a task.'),
  workSubmitUrl: Uri('Accepts its result.'),
});
const freeTier = closedObject({
  id: oneOf(['free_slice']),
  registerUrl: Uri('Returns an agent token.'),
  items: Count('Number of free newest items.'),
});

export const Tier = Type.Union([
  closedObject({ id: oneOf(['pay']), amountSats, invoice, paymentHash, verifyUrl: Uri('Returns the token.'), wallet }),
  workTier,
  freeTier,
]);
export type Tier = Static<typeof Tier>;

/** Payment section of the discovery bundle. */
export const L402Info = closedObject({
  scheme: oneOf(['L402'], 'Scheme of Authorization and WWW-Authenticate.'),
  offers: list(Offer, 'Prices; those of single articles are in their 402 response.'),
  tiers: list(
    Type.Union([
      closedObject({
        id: oneOf(['pay']),
        paymentRequestUrl: Uri('Returns an invoice.'),
        verifyUrl: Uri('Returns the token.'),
      }),
      workTier,
      freeTier,
    ]),
    'Ways to get access.',
  ),
  termsUrl: Uri('Description of access.'),
});
export type L402Info = Static<typeof L402Info>;

/** @spec-gap payment-challenge */
export const PaymentRequired = closedObject(
  {
    ...ErrorEnvelope.properties,
    payment_context_token: optional(paymentContextToken),
    payment_request_url: Uri('Returns a separate invoice with its payment_context_token.'),
    offers: list(Offer, 'Offers that open the resource.'),
    tiers: list(Tier, 'Ways to get access.'),
    terms_url: Uri('Description of access.'),
  },
  { title: 'PaymentRequired' },
);
export type PaymentRequired = Static<typeof PaymentRequired>;

const optionalText = (description: string) => optional(text(description, { minLength: 1, maxLength: 200 }));

/** Number of minutes in requests for a transcription and in the payment for it. */
export const maxMinutes = Type.Integer({
  minimum: 1,
  maximum: 1440,
  description: 'Length to pay for, if the price is per minute. Default: that of the episode, else 60.',
});

export const PaymentRequest = Type.Object(
  {
    resourceId: optionalText('Resource to pay for. Either this or payment_context_token.'),
    payment_context_token: optionalText('From a 402: continues that payment.'),
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
    expiresAt: Instant('Expiry of the invoice.'),
    wallet,
  },
  { title: 'PaymentContext' },
);
export type PaymentContext = Static<typeof PaymentContext>;

export const VerifyRequest = Type.Object(
  {
    payment_context_token: optionalText('From a 402 or payment-request. Repeated use returns the same token.'),
    paymentHash: optionalText('Payment hash of the invoice, hex. Returns a token only once.'),
  },
  { title: 'VerifyRequest' },
);

export const AccessToken = closedObject(
  {
    ...postFields,
    accessToken: text('Send it as `Authorization: L402 TOKEN`: base64 macaroon, a colon, hex preimage.'),
    tokenType: oneOf(['L402']),
    resourceId,
    expiresAt: Instant('End of the access.'),
  },
  { title: 'AccessToken' },
);
export type AccessToken = Static<typeof AccessToken>;
