// Where the search page is, and what its form asks.
export const searchPage = {
  path: '/search',
  queryMaxLength: 200,
  resultsPerPage: 20,
} as const;
