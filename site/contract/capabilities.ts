// The capabilities that this service really has; a name joins when its endpoints answer.
export const capabilities = ['sandbox.v1', 'mcp.v1', 'webhooks.v1', 'digest.v1'];
