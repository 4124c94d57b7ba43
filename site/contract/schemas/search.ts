// The wire shapes of search: the query, and the matching items with their passages.
import { type Static, type TObject, Type } from 'typebox';
import { searchDefaultLimit, searchMaxCharacters, searchMaxLimit } from '../limits.ts';
import { ContentItem, listFields } from './content.ts';
import { filterQuery, pagingFields, sandboxQuery, trimQuery } from './queries.ts';
import { uncheckedTexts } from './payment.ts';
import { closedObject, Count, list, oneOf, optional, text, Uri } from './shape.ts';

export const SearchQuery = Type.Object({
  q: text('Words, and phrases in double quotes. The last word is also a prefix, unless it is quoted.', {
    minLength: 1,
    maxLength: searchMaxCharacters,
  }),
  ...filterQuery,
  ...pagingFields(searchDefaultLimit, searchMaxLimit),
  ...trimQuery,
  ...sandboxQuery,
});
export type SearchQuery = Static<typeof SearchQuery>;

/** Searched fields of an item, in the order of preference for quotes. */
export const textFields = ['body', 'transcript', 'summary', 'title'] as const;
export const TextField = oneOf([...textFields], 'Text of the item.');
export type TextField = Static<typeof TextField>;

/** Range of characters, counted as in https://www.w3.org/TR/annotation-model/#text-position-selector. */
export const TextSpan = closedObject(
  {
    start: Count('Offset of the begin in Unicode characters.'),
    end: Count('Offset of the end in Unicode characters.'),
  },
  { title: 'Span' },
);
export type TextSpan = Static<typeof TextSpan>;

export const SpeakerName = Type.Union([Type.String(), Type.Null()], {
  description: 'Speaker or author; null if unknown.',
});

/** Speaker of a passage, and its position in the recording. */
export const attributionFields = {
  speaker: optional(SpeakerName),
  speakerIsCreator: optional(
    Type.Boolean({
      description: 'true only if the words are known to be the creator’s.',
    }),
  ),
  startSeconds: optional(Type.Number({ minimum: 0, description: 'Start in the recording, in seconds.' })),
  endSeconds: optional(Type.Number({ minimum: 0, description: 'End in the recording.' })),
  mediaUrl: optional(Uri('Recording at this passage.')),
};
export type Attribution = Static<TObject<typeof attributionFields>>;

const Snippet = closedObject(
  {
    field: TextField,
    text: text('Verbatim passage without marks.'),
    matches: list(TextSpan, 'Matching words in this passage.'),
    anchor: optional(Uri('Page of the item at this passage (text fragment).')),
    ...attributionFields,
  },
  { title: 'Snippet' },
);
export type Snippet = Static<typeof Snippet>;

const SearchHit = closedObject(
  {
    ...ContentItem.properties,
    score: Type.Number({ description: 'BM25: higher is better; only comparable within a response.' }),
    snippets: list(Snippet, 'At most two; from summary or title only if the text does not match.'),
  },
  { title: 'SearchHit' },
);

export const SearchResults = closedObject(
  {
    query: text('The query.'),
    matched: oneOf(['all', 'any', 'none'], 'all: items with all words; any: items with at least one; none: no items.'),
    notFound: optional(list(text('A word or phrase.'), 'Words and phrases that the room does not contain.')),
    didYouMean: optional(text('The query with similar words that the room contains.')),
    about: optional(
      list(
        closedObject({
          text: text('Sentence of the media kit, a contact, a caption or the description of a feed.'),
          url: Uri('Page that shows it.'),
          speaker: SpeakerName,
        }),
        'Sentences about the creator and the room with all words, at most three; on the first page only.',
      ),
    ),
    ...listFields(SearchHit),
    uncheckedTexts,
    items: list(SearchHit, 'Best first; ties newest first, then by id.'),
    _sandbox: optional(Type.Boolean()),
  },
  { title: 'SearchResults' },
);
export type SearchResults = Static<typeof SearchResults>;
