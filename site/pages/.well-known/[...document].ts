// Documents at well-known addresses (RFC 8615).
export { GET } from '../../build/document-route.ts';
