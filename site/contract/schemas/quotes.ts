// The wire shapes of verify-quote: the quote, and its exact or near matches.
import { type Static, Type } from 'typebox';
import { quoteMaxCharacters, quoteMinCharacters } from '../limits.ts';
import { ItemType } from '../content-types.ts';
import { attributionFields, SpeakerName, TextSpan, TextField } from './search.ts';
import { closedObject, Count, flag, Instant, list, oneOf, optional, postFields, text, Uri } from './shape.ts';
import { uncheckedFields, withheldFields } from './payment.ts';

export const QuoteRequest = Type.Object(
  {
    text: text('Words of the quote, without the sentence around it.', {
      minLength: quoteMinCharacters,
      maxLength: quoteMaxCharacters,
    }),
    receipt: optional(Type.Boolean({ description: 'true: add a signed receipt for checking offline.' })),
  },
  { title: 'QuoteRequest' },
);
export type QuoteRequest = Static<typeof QuoteRequest>;

const DifferencePart = closedObject({
  kind: oneOf(['same', 'missing', 'added'], 'missing: only in the source; added: only in the quote.'),
  text: text('same and missing: as in the source; added: as in the quote.'),
});

const QuoteMatch = closedObject(
  {
    itemId: optional(text('Id of the item; absent for a text about the creator or the room.')),
    type: optional(ItemType),
    title: text('Title of the item, or name of the creator.'),
    url: Uri('Page of the item or text.'),
    textFragmentUrl: optional(Uri('Page at this passage; absent if no page shows the text.')),
    ...attributionFields,
    field: TextField,
    position: TextSpan,
    approvedAt: optional(Instant('Approval time of the item.')),
    quoted: text('Compared text: the quote without surrounding signs.'),
    actual: text('Text of the source.'),
    before: optional(text('Text before it in the sentence.')),
    after: optional(text('Text after it in the sentence.')),
    difference: optional(
      list(DifferencePart, 'Differences word by word. Without the added words it reads as `actual`.'),
    ),
  },
  { title: 'QuoteMatch' },
);

export const QuoteVerdict = closedObject(
  {
    ...postFields,
    verdict: oneOf(
      ['exact', 'near', 'not_found', 'not_checked'],
      'Best match; not_checked: not found, but texts with a price were not compared.',
    ),
    matches: list(QuoteMatch, 'One for each item and speaker, at most five: best first, then newest first.'),
    total: Count('Number of all places with these words, of all speakers.'),
    totalIsMinimum: optional(flag('True if not all were counted.')),
    speakers: list(
      closedObject({
        speaker: SpeakerName,
        speakerIsCreator: flag('True for the creator.'),
        count: Count('Places with this speaker.'),
      }),
      'Most frequent first.',
    ),
    reason: optional(
      oneOf(
        ['l402_required', 'source_gap', 'withdrawn', 'not_published'],
        'Reason of not_checked. source_gap: the source has words or a formula that text cannot show. withdrawn: only withdrawn ' +
          'items had these words. not_published: no text of the room has these words, and no withdrawn one had them.',
      ),
    ),
    withdrawn: optional(
      list(
        closedObject({
          itemId: text('Id of the item.'),
          type: ItemType,
          withdrawnAt: Instant('Time of the withdrawal.'),
        }),
        'Withdrawn items that had these words.',
      ),
    ),
    receipt: optional(
      text(
        'With receipt: a compact JWS of iss, iat, quote, verdict, total, speakers, withdrawn and matches, signed with a key of /.well-known/jwks.json.',
      ),
    ),
    ...withheldFields,
    ...uncheckedFields,
  },
  { title: 'QuoteVerdict' },
);
export type QuoteVerdict = Static<typeof QuoteVerdict>;

/** RFC 7517 §5 */
export const Jwks = closedObject(
  {
    keys: list(
      closedObject({
        kty: text('Key type.'),
        crv: text('Curve.'),
        x: text('x coordinate, base64url.'),
        y: text('y coordinate, base64url.'),
        kid: text('Thumbprint (RFC 7638).'),
        alg: text('Algorithm.'),
        use: oneOf(['sig']),
      }),
      'Current key first; old keys remain for old receipts.',
    ),
  },
  { title: 'Jwks' },
);
export type Jwks = Static<typeof Jwks>;
