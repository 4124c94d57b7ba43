// Hugo on the same Markdown: a page for each item, and JSON and Markdown beside each article's page.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Spent, timed } from './children.ts';

const config = `
baseURL = "http://room.example/"
disableKinds = ["taxonomy", "term", "RSS", "sitemap", "home", "404", "robotsTXT"]
uglyURLs = true
[outputs]
page = ["HTML", "JSON", "MARKDOWN"]
section = ["HTML"]
[mediaTypes."text/markdown"]
suffixes = ["md"]
[outputFormats.MARKDOWN]
mediaType = "text/markdown"
isPlainText = true
`;

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{.Title}}</title></head><body>${body}</body></html>`;

const layouts = {
  'single.html': page('<main><h1>{{.Title}}</h1>{{.Content}}</main>'),
  'list.html': page(
    '<ul>{{range (.Paginate .Pages 50).Pages}}<li><a href="{{.RelPermalink}}">{{.Title}}</a>{{end}}</ul>',
  ),
  'single.json':
    '{{dict "id" .Params.id "title" .Title "url" .Permalink "date" (.Date.Format "2006-01-02") "summary" .Params.summary "keywords" .Params.keywords "author" .Params.author "wordCount" .WordCount "bodyMarkdown" .RawContent "bodyHtml" .Content | jsonify}}',
  'single.md':
    '---\ntitle: {{.Title | jsonify}}\nurl: {{.Permalink}}\ndate: {{.Date.Format "2006-01-02"}}\n---\n\n{{.RawContent}}',
};

async function writeSite(folder: string, content: string): Promise<void> {
  await mkdir(join(folder, 'layouts', '_default'), { recursive: true });
  await writeFile(join(folder, 'config.toml'), config);
  for (const [name, text] of Object.entries(layouts)) await writeFile(join(folder, 'layouts', '_default', name), text);
  for (const name of await readdir(join(content, 'published'))) {
    const source = await readFile(join(content, 'published', name), 'utf8');
    const type = /^type: (\w+)$/m.exec(source)![1]!;
    if (type === 'timeline') continue;
    const section = join(folder, 'content', `${type}s`);
    await mkdir(section, { recursive: true });
    const outputs = type === 'article' ? '' : 'outputs: [HTML]\n';
    await writeFile(join(section, name), source.replace(`type: ${type}\n`, outputs));
  }
}

export interface Written extends Spent {
  files: number;
}

export async function hugoBuild(folder: string, content: string): Promise<Written> {
  await rm(folder, { recursive: true, force: true });
  await writeSite(folder, content);
  const spent = await timed('hugo', ['--quiet'], { cwd: folder });
  const entries = await readdir(join(folder, 'public'), { recursive: true, withFileTypes: true });
  return { ...spent, files: entries.filter((entry) => entry.isFile()).length };
}
