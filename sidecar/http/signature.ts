// Reads the unverified signature of a request (Web Bot Auth: RFC 9421, draft-meunier-web-bot-auth-architecture).
import type { IncomingHttpHeaders } from 'node:http';
import { isAllowedHost } from '../outgoing/address-rule.ts';

export interface SignatureClaim {
  /** Host of the directory without its port: whoever controls a host controls its ports. */
  name: string;
  /** Address of the keys. */
  directory: string;
  /** The header as it was signed. */
  signatureAgent: string;
}

const directoryPath = '/.well-known/http-message-signatures-directory';
const longestHeader = 2000;

/** Matches one signature with its label and covered components. */
const inputForm = /^([a-z*][\w.*-]*)=\(([^()]*)\);/;

/** Matches `"https://agent.example"`, or a member of a dictionary: `sig1="https://agent.example"`. */
const agentForm = /^(?:([a-z*][\w.*-]*)=)?("[^"\\]*")$/;

function parseOrigin(address: string, allowedHosts: string[]): URL | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isOpen = url.protocol === 'https:' || (url.protocol === 'http:' && isAllowedHost(url, allowedHosts));
  return isOpen && !url.username && !url.password ? url : undefined;
}

const covers = (components: string, name: string): boolean =>
  components.split(' ').some((one) => one.startsWith(`"${name}"`));

/**
 * Reads the signature; undefined unless it covers the agent and the host: any other could be replayed by somebody else.
 */
export function readSignature(headers: IncomingHttpHeaders, allowedHosts: string[]): SignatureClaim | undefined {
  const { signature, 'signature-input': input, 'signature-agent': agent } = headers;
  const values = [signature, input, agent];
  if (!values.every((value) => typeof value === 'string' && value.length <= longestHeader)) return undefined;
  const [, label, components = ''] = inputForm.exec(input as string) ?? [];
  const [, member, value = ''] = agentForm.exec((agent as string).trim()) ?? [];
  if (label === undefined || (member !== undefined && member !== label)) return undefined;
  if (!covers(components, '@authority') || !covers(components, 'signature-agent')) return undefined;
  const url = parseOrigin(value.slice(1, -1), allowedHosts);
  return url && { name: url.hostname, directory: url.origin + directoryPath, signatureAgent: value };
}
