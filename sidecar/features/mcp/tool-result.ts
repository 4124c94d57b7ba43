// What a model gets of a call: the value with a short text, within its bound, or the error that HTTP would give.
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { ApiError, errorEnvelope } from '#contract/errors.ts';
import { maxToolTokens } from '#contract/limits.ts';
import { estimateTokens } from '#domain/text/token-estimate.ts';
import type { EndpointTool } from '#domain/protocols/tools.ts';
import type { Arguments, ToolValue } from './call-tool.ts';
import { shortText } from './short-text.ts';

function countOf({ items, creators, entries, text }: ToolValue): number {
  const list = [items, creators, entries].find(Array.isArray);
  return list ? list.length : typeof text === 'string' ? text.split('\n').length : 1;
}

const has = (tool: EndpointTool, name: string): boolean => name in (tool.inputSchema.properties as object);

const fittingOf = (value: ToolValue, tokens: number): number =>
  Math.max(1, Math.floor((countOf(value) * maxToolTokens * 0.9) / tokens));

/** Says how to get the rest. */
function tooLong(tool: EndpointTool, value: ToolValue, tokens: number): ApiError {
  const start = `The answer has about ${tokens} tokens, and a tool returns at most ${maxToolTokens}.`;
  if (has(tool, 'limit')) {
    const fitting = fittingOf(value, tokens);
    const further = ['offset', 'cursor'].find((name) => has(tool, name));
    const advice = `Ask again with limit=${fitting} or less${further ? `, and for what follows with ${further}` : ''}.`;
    return new ApiError('bad_request', `${start} ${advice}`, { field: 'limit', maximum: fitting });
  }
  const { markdownUrl } = value;
  const advice = markdownUrl ? `Read it at ${markdownUrl}` : 'Ask the endpoint of this tool by HTTP.';
  return new ApiError('bad_request', `${start} ${advice}`, { tokens, maximum: maxToolTokens });
}

/** The same as a PDF, where there is one: a model passes its address on. */
function pdfOf({ pdfUrl, guestKitId, url, showName }: ToolValue): ContentBlock[] {
  const uri = pdfUrl ?? (guestKitId ? `${String(url)}?format=pdf` : undefined);
  if (typeof uri !== 'string') return [];
  const name = guestKitId ? `Guest kit for ${String(showName)}, PDF` : 'The same as a PDF';
  return [{ type: 'resource_link', uri, name, mimeType: 'application/pdf' }];
}

/** A part of the list, where nobody asked for as many; what follows has an offset. */
function shortened(tool: EndpointTool, value: ToolValue, { limit }: Arguments, tokens: number): ToolValue | undefined {
  const { items } = value;
  if (limit !== undefined || !has(tool, 'offset') || !Array.isArray(items) || items.length < 2) return undefined;
  const part = items.slice(0, fittingOf(value, tokens));
  return { ...value, items: part, count: part.length };
}

/** What is a text already is not sent twice. @spec-gap mcp-bounds */
export function toolResult(tool: EndpointTool, value: ToolValue, args: Arguments): CallToolResult {
  const text = shortText(value, args);
  const structured = value.mediaType ? {} : { structuredContent: value };
  const tokens = estimateTokens(text) + estimateTokens(JSON.stringify(structured));
  if (tokens > maxToolTokens) {
    const part = shortened(tool, value, args, tokens);
    if (part) return toolResult(tool, part, args);
    throw tooLong(tool, value, tokens);
  }
  return { content: [{ type: 'text', text }, ...pdfOf(value)], ...structured };
}

export const toolError = ({ kind, message, details, extras: beside }: ApiError): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify(errorEnvelope(kind, message, details, beside?.members)) }],
});
