// Negotiates media types (RFC 9110 §12.5.1).
import Negotiator from 'negotiator';

/** Returns the client's preferred form, or the first one if it has no preference that can be met. */
export function preferredForm<F extends string>(accept: string | undefined, forms: Record<F, string>): F {
  const entries = Object.entries(forms) as [F, string][];
  const types = entries.map(([, type]) => type);
  const preferred = accept ? new Negotiator({ headers: { accept } }).mediaType(types) : undefined;
  return (entries.find(([, type]) => type === preferred) ?? entries[0]!)[0];
}

/** Media types of pages with their charset, which must match ranges in Accept that name it. */
const pageForms = { html: 'text/html; charset=utf-8', markdown: 'text/markdown; charset=utf-8' };

/**
 * Returns true if the client prefers Markdown. Most requests, such as those of browsers, do not name it and skip the
 * negotiation.
 */
export const prefersMarkdown = (accept: string | undefined): boolean =>
  accept !== undefined && /\btext\/markdown\b/i.test(accept) && preferredForm(accept, pageForms) === 'markdown';
