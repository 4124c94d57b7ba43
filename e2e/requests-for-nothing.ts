// Requests for addresses at which nothing is.
import type { Asked } from './servers.ts';

export const requestsForNothing: Record<string, Asked> = {
  'nothing here': { path: '/nothing/here' },
  'nothing here, with a query': { path: '/nothing?x=1' },
  'HEAD nothing here': { method: 'HEAD', path: '/nothing/here' },
  'nothing here, held': { path: '/nothing', headers: { 'if-none-match': '*' } },
  'nothing here, for a program': { path: '/nothing/here', headers: { accept: 'application/json' } },
  'nothing here, for a reader of Markdown': { path: '/nothing/here', headers: { accept: 'text/markdown, */*;q=0.1' } },
  'no Markdown here': { path: '/nothing/here.md' },
  'a page of a list that is gone': { path: '/articles/page/3' },
  'a slash after the page of missing addresses': { path: '/404/' },
  'POST nothing here': { method: 'POST', path: '/nothing' },
  'nothing in the API': { path: '/api/nothing' },
  'nothing well known': { path: '/.well-known/nothing' },
};
