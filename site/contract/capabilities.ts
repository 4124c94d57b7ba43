// The capabilities of this service. A name is added when its endpoints exist.
export const capabilities = ['sandbox.v1', 'mcp.v1', 'webhooks.v1', 'digest.v1', 'events.v2'];
