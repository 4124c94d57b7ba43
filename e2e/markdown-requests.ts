// Requests of clients that may take Markdown, by what they prefer.
import { idOf } from './content.ts';
import type { Asked } from './servers.ts';

/** `tag` gives the validator of an address. */
export const markdownRequests = (tag: (path: string) => string): Record<string, Asked> => ({
  ...Object.fromEntries(
    [
      'text/markdown',
      'text/markdown, text/html, */*',
      'text/html, text/markdown',
      'text/html;q=0.8, text/markdown;q=0.9',
      'text/html, text/markdown;q=0.5',
      'TEXT/MARKDOWN',
      'text/markdown;q=0',
      'text/*',
      '*/*',
    ].flatMap((accept) =>
      ['/', '/articles', `/articles/${idOf('first-river', 1)}`, `/articles/${idOf('secret', 8)}`].flatMap((path) => [
        [`taking ${accept} at ${path}`, { path, headers: { accept } }],
        [`HEAD taking ${accept} at ${path}`, { method: 'HEAD', path, headers: { accept } }],
      ]),
    ),
  ),
  'taking Markdown in gzip': { path: '/docs', headers: { accept: 'text/markdown', 'accept-encoding': 'gzip' } },
  'taking Markdown that is held': {
    path: '/docs',
    headers: { accept: 'text/markdown', 'if-none-match': tag('/docs.md') },
  },
  'taking Markdown with the page held': {
    path: '/docs',
    headers: { accept: 'text/markdown', 'if-none-match': tag('/docs') },
  },
  'taking Markdown of a document': { path: '/api/agent', headers: { accept: 'text/markdown' } },
});
