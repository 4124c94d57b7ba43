// What a model gets of a call: the value with a short text, within its bound, or the error that HTTP would give.
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { ApiError, errorEnvelope } from '#contract/errors.ts';
import { maxToolTokens } from '#contract/limits.ts';
import { estimateTokens } from '#domain/text/token-estimate.ts';
import type { EndpointTool } from '#domain/protocols/tools.ts';
import type { Arguments, ToolValue } from './call-tool.ts';
import { renderShortText } from './short-text.ts';

function countEntries({ items, creators, entries, text }: ToolValue): number {
  const list = [items, creators, entries].find(Array.isArray);
  return list ? list.length : typeof text === 'string' ? text.split('\n').length : 1;
}

const hasArgument = (tool: EndpointTool, name: string): boolean => name in (tool.inputSchema.properties as object);

const fittingLimit = (value: ToolValue, tokens: number): number =>
  Math.max(1, Math.floor((countEntries(value) * maxToolTokens * 0.9) / tokens));

/** Says how to get the rest. */
function tooLongError(tool: EndpointTool, value: ToolValue, tokens: number): ApiError {
  const start = `The answer has about ${tokens} tokens, and a tool returns at most ${maxToolTokens}.`;
  if (hasArgument(tool, 'limit')) {
    const fitting = fittingLimit(value, tokens);
    const further = ['offset', 'cursor'].find((name) => hasArgument(tool, name));
    const advice = `Ask again with limit=${fitting} or less${further ? `, and for what follows with ${further}` : ''}.`;
    return new ApiError('bad_request', `${start} ${advice}`, { field: 'limit', maximum: fitting });
  }
  const { markdownUrl } = value;
  const advice = markdownUrl ? `Read it at ${markdownUrl}` : 'Ask the endpoint of this tool by HTTP.';
  return new ApiError('bad_request', `${start} ${advice}`, { tokens, maximum: maxToolTokens });
}

/** The same as a PDF, where there is one: a model passes its address on. */
function pdfLinks({ pdfUrl, guestKitId, url, showName }: ToolValue): ContentBlock[] {
  const uri = pdfUrl ?? (guestKitId ? `${String(url)}?format=pdf` : undefined);
  if (typeof uri !== 'string') return [];
  const name = guestKitId ? `Guest kit for ${String(showName)}, PDF` : 'The same as a PDF';
  return [{ type: 'resource_link', uri, name, mimeType: 'application/pdf' }];
}

/** A part of the list, where nobody asked for as many; what follows has an offset. */
function shortenList(
  tool: EndpointTool,
  value: ToolValue,
  { limit }: Arguments,
  tokens: number,
): ToolValue | undefined {
  const { items } = value;
  if (limit !== undefined || !hasArgument(tool, 'offset') || !Array.isArray(items) || items.length < 2)
    return undefined;
  const part = items.slice(0, fittingLimit(value, tokens));
  return { ...value, items: part, count: part.length };
}

/** What is a text already is not sent twice. @spec-gap mcp-bounds */
export function toolResult(tool: EndpointTool, value: ToolValue, args: Arguments): CallToolResult {
  const text = renderShortText(value, args);
  const structured = value.mediaType ? {} : { structuredContent: value };
  const tokens = estimateTokens(text) + estimateTokens(JSON.stringify(structured));
  if (tokens > maxToolTokens) {
    const part = shortenList(tool, value, args, tokens);
    if (part) return toolResult(tool, part, args);
    throw tooLongError(tool, value, tokens);
  }
  return { content: [{ type: 'text', text }, ...pdfLinks(value)], ...structured };
}

export const toolError = ({ kind, message, details, extras: beside }: ApiError): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify(errorEnvelope(kind, message, details, beside?.members)) }],
});
