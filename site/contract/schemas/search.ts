// The wire shapes of search: the query, and the matching items with their passages.
import { type Static, type TObject, Type } from 'typebox';
import { searchDefaultLimit, searchMaxCharacters, searchMaxLimit } from '../limits.ts';
import { ContentItem, listFields } from './content.ts';
import { filterQuery, pagingFields, sandboxQuery, trimQuery } from './queries.ts';
import { closedObject, Count, list, oneOf, optional, text, Uri } from './shape.ts';

export const SearchQuery = Type.Object({
  q: text(
    'Words, and phrases in double quotes. Case, accents and forms of a word do not matter, and the last word also stands for its continuations, ' +
      'unless it is quoted. Question words are left out.',
    { minLength: 1, maxLength: searchMaxCharacters },
  ),
  ...filterQuery,
  ...pagingFields(searchDefaultLimit, searchMaxLimit),
  ...trimQuery,
  ...sandboxQuery,
});
export type SearchQuery = Static<typeof SearchQuery>;

/** Searched fields of an item, in the order of preference for quotes. */
export const textFields = ['body', 'transcript', 'summary', 'title'] as const;
export const TextField = oneOf([...textFields], 'Which text of the item.');
export type TextField = Static<typeof TextField>;

/** Range of characters, counted as in https://www.w3.org/TR/annotation-model/#text-position-selector. */
export const TextSpan = closedObject(
  { start: Count('Unicode characters before it.'), end: Count('Unicode characters before its end.') },
  { title: 'Span' },
);
export type TextSpan = Static<typeof TextSpan>;

/** Speaker of a passage, and its position in the recording. */
export const attributionFields = {
  speaker: optional(
    Type.Union([Type.String(), Type.Null()], { description: 'Who says or wrote it; null if unknown.' }),
  ),
  speakerIsCreator: optional(
    Type.Boolean({
      description: 'true only where the words are known to be the creator’s.',
    }),
  ),
  startSeconds: optional(Type.Number({ minimum: 0, description: 'Where the passage begins in the recording.' })),
  endSeconds: optional(Type.Number({ minimum: 0, description: 'Where it ends.' })),
  mediaUrl: optional(Uri('The recording, at this passage.')),
};
export type Attribution = Static<TObject<typeof attributionFields>>;

const Snippet = closedObject(
  {
    field: TextField,
    text: text('A passage as it stands in the text, without marks: it may be quoted.'),
    matches: list(TextSpan, 'Where in this passage the words of the query stand.'),
    anchor: optional(Uri('The page of the item at this passage (text fragment).')),
    ...attributionFields,
  },
  { title: 'Snippet' },
);
export type Snippet = Static<typeof Snippet>;

const SearchHit = closedObject(
  {
    ...ContentItem.properties,
    score: Type.Number({ description: 'BM25; higher fits better. Compare it within one answer only.' }),
    snippets: list(Snippet, 'At most two; of summary and title only where the text itself does not match.'),
  },
  { title: 'SearchHit' },
);

export const SearchResults = closedObject(
  {
    query: text('As it was asked.'),
    matched: oneOf(
      ['all', 'any', 'none'],
      'Whether the items hold all words of the query, or, where none does, at least one of them; none: nothing was found.',
    ),
    notFound: optional(
      list(text('As it was asked.'), 'Words and phrases of the query that nothing in this room holds.'),
    ),
    didYouMean: optional(
      text('The query with the nearest words of this room in place of those that it does not have.'),
    ),
    ...listFields(SearchHit),
    items: list(SearchHit, 'Best first; ties newest first, then by id.'),
    _sandbox: optional(Type.Boolean()),
  },
  { title: 'SearchResults' },
);
export type SearchResults = Static<typeof SearchResults>;
