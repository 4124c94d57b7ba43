// The wire shapes of verify-quote: the quote, and its exact or near matches.
import { type Static, Type } from 'typebox';
import { quoteMaxCharacters, quoteMinCharacters } from '../limits.ts';
import { ItemType } from '../content-types.ts';
import { attributionFields, TextSpan, TextField } from './search.ts';
import { closedObject, Instant, list, oneOf, optional, postFields, text, Uri } from './shape.ts';
import { withheldFields } from './payment.ts';

export const QuoteRequest = Type.Object(
  {
    text: text('The words of the quote, without the sentence around it.', {
      minLength: quoteMinCharacters,
      maxLength: quoteMaxCharacters,
    }),
    receipt: optional(
      Type.Boolean({ description: 'true: the verdict also comes signed, to be checked offline, months later.' }),
    ),
  },
  { title: 'QuoteRequest' },
);
export type QuoteRequest = Static<typeof QuoteRequest>;

const DifferencePart = closedObject({
  kind: oneOf(['same', 'missing', 'added'], 'missing: the source has it, the quote has not; added: the reverse.'),
  text: text('same and missing as the source has it, added as the quote has it.'),
});

const QuoteMatch = closedObject(
  {
    itemId: text('Id of the item.'),
    type: ItemType,
    title: text('Title of the item.'),
    url: Uri('Page of the item.'),
    textFragmentUrl: optional(Uri('The page at this passage; absent where no page shows the text.')),
    ...attributionFields,
    field: TextField,
    position: TextSpan,
    approvedAt: optional(Instant('When the creator approved the item.')),
    quoted: text('What was compared: the quote without the signs around it.'),
    actual: text('What the source says there.'),
    before: optional(text('What stands before it in its sentence.')),
    after: optional(text('What follows it in its sentence.')),
    difference: optional(list(DifferencePart, 'Word by word. Without what was added it reads as `actual`.')),
  },
  { title: 'QuoteMatch' },
);

export const QuoteVerdict = closedObject(
  {
    ...postFields,
    verdict: oneOf(
      ['exact', 'near', 'not_found', 'not_checked'],
      'The best that was found; not_checked: nowhere, but texts with a price were not compared.',
    ),
    matches: list(QuoteMatch, 'One for each item, at most five: the nearest first, then newest first.'),
    reason: optional(
      oneOf(
        ['l402_required', 'source_gap'],
        'Why it was not checked; source_gap: the source has words or a formula there that text cannot show.',
      ),
    ),
    receipt: optional(
      text(
        'With receipt: a compact JWS over iss, iat, quote, verdict and all matches listed here, by a key of /.well-known/jwks.json.',
      ),
    ),
    ...withheldFields,
  },
  { title: 'QuoteVerdict' },
);
export type QuoteVerdict = Static<typeof QuoteVerdict>;

/** RFC 7517 §5 */
export const Jwks = closedObject(
  {
    keys: list(
      closedObject({
        kty: text('Kind of key.'),
        crv: text('Its curve.'),
        x: text('Of the public key, base64url.'),
        y: text('Of the public key, base64url.'),
        kid: text('Thumbprint (RFC 7638).'),
        alg: text('What it signs with.'),
        use: oneOf(['sig']),
      }),
      'The one that signs first; old ones stay, so that old receipts can be checked.',
    ),
  },
  { title: 'Jwks' },
);
export type Jwks = Static<typeof Jwks>;
