// Renders the Markdown of a page: front matter, its title, and its content.
import { endpointUrl } from '#domain/links.ts';
import type { Room } from '#domain/room.ts';
import { escapeInline } from '#domain/text/markdown.ts';
import { frontMatter, joinMarkdownLines } from '#domain/text/markdown-text.ts';

/** Renders a page. `title` is plain text. */
export const markdownPage = (room: Room, path: string, title: string, lines: string[]): string =>
  joinMarkdownLines([
    ...frontMatter({ title, url: room.baseUrl + path, llmsTxt: endpointUrl(room.baseUrl, 'llmsTxt') }),
    `# ${escapeInline(title)}`,
    '',
    ...lines,
  ]);
