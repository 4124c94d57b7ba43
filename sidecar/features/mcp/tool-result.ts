// Result of a tool call: the value with a short text, within a token limit, or the error of the HTTP API.
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { ApiError, errorEnvelope } from '#contract/errors.ts';
import { maxToolTokens } from '#contract/limits.ts';
import { estimateTokens } from '#domain/text/token-estimate.ts';
import type { EndpointTool } from '#domain/protocols/tools.ts';
import type { Arguments, ToolValue } from './call-tool.ts';
import { renderShortText } from './short-text.ts';

function countEntries({ items, creators, entries, text }: ToolValue): number {
  const list = [items, creators, entries].find(Array.isArray);
  if (list) return list.length;
  return typeof text === 'string' ? text.split('\n').length : 1;
}

const hasArgument = (tool: EndpointTool, name: string): boolean => name in (tool.inputSchema.properties as object);

const fittingLimit = (value: ToolValue, tokens: number): number =>
  Math.max(1, Math.floor((countEntries(value) * maxToolTokens * 0.9) / tokens));

/** Creates the error for a result over the token limit, with advice on how to get all of it. */
function tooLongError(tool: EndpointTool, value: ToolValue, tokens: number): ApiError {
  const start = `The result has about ${tokens} tokens. The limit is ${maxToolTokens}.`;
  if (hasArgument(tool, 'limit')) {
    const fitting = fittingLimit(value, tokens);
    const paging = ['offset', 'cursor'].find((name) => hasArgument(tool, name));
    const advice = `Call it with limit=${fitting} or less${paging ? `, and with ${paging} for the rest` : ''}.`;
    return new ApiError('bad_request', `${start} ${advice}`, { field: 'limit', maximum: fitting });
  }
  const { markdownUrl } = value;
  const advice = markdownUrl ? `Read it at ${markdownUrl}` : 'Use the HTTP endpoint of this tool.';
  return new ApiError('bad_request', `${start} ${advice}`, { tokens, maximum: maxToolTokens });
}

/** Returns a link to the PDF version, if there is one, for the model to pass on. */
function pdfLinks({ pdfUrl, guestKitId, url, showName }: ToolValue): ContentBlock[] {
  const uri = pdfUrl ?? (guestKitId ? `${String(url)}?format=pdf` : undefined);
  if (typeof uri !== 'string') return [];
  const name = guestKitId ? `Guest kit for ${String(showName)}, PDF` : 'PDF version';
  return [{ type: 'resource_link', uri, name, mimeType: 'application/pdf' }];
}

/** Returns the first items of a list if the client set no limit and can page with offset. */
function shortenList(
  tool: EndpointTool,
  value: ToolValue,
  { limit }: Arguments,
  tokens: number,
): ToolValue | undefined {
  const { items } = value;
  if (limit !== undefined || !hasArgument(tool, 'offset') || !Array.isArray(items) || items.length < 2)
    return undefined;
  const shorter = items.slice(0, fittingLimit(value, tokens));
  return { ...value, items: shorter, count: shorter.length };
}

/** Creates the result of a tool. Text results have no structured content. @spec-gap mcp-bounds */
export function toolResult(tool: EndpointTool, value: ToolValue, args: Arguments): CallToolResult {
  const text = renderShortText(value, args);
  const structured = value.mediaType ? {} : { structuredContent: value };
  const tokens = estimateTokens(text) + estimateTokens(JSON.stringify(structured));
  if (tokens > maxToolTokens) {
    const shorter = shortenList(tool, value, args, tokens);
    if (shorter) return toolResult(tool, shorter, args);
    throw tooLongError(tool, value, tokens);
  }
  return { content: [{ type: 'text', text }, ...pdfLinks(value)], ...structured };
}

export const toolError = ({ kind, message, details, extras: beside }: ApiError): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify(errorEnvelope(kind, message, details, beside?.members)) }],
});
