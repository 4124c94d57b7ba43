// Which of the forms that we have a client prefers (RFC 9110 §12.5.1).
import Negotiator from 'negotiator';

/** The first form where the client has no wish, or none that can be met. */
export function preferredForm<F extends string>(accept: string | undefined, forms: Record<F, string>): F {
  const entries = Object.entries(forms) as [F, string][];
  const types = entries.map(([, type]) => type);
  const wanted = accept ? new Negotiator({ headers: { accept } }).mediaType(types) : undefined;
  return (entries.find(([, type]) => type === wanted) ?? entries[0]!)[0];
}

/** With the charset that they have: a range that names it, too, must fit. */
const pageForms = { html: 'text/html; charset=utf-8', markdown: 'text/markdown; charset=utf-8' };

/** Browsers do not name Markdown, so that most requests are not looked at closely. */
export const prefersMarkdown = (accept: string | undefined): boolean =>
  accept !== undefined && /\btext\/markdown\b/i.test(accept) && preferredForm(accept, pageForms) === 'markdown';
