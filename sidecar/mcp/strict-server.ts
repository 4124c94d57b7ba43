// The server of the SDK, save that wrong parameters of every method are a fault of the message, as they are of tools/call: the
// SDK calls them an internal error.
import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

type Handle = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

export class StrictServer extends Server {
  /** Handlers here throw nothing but ProtocolError: anything else is what the SDK says of the parameters. */
  protected override _wrapHandler(method: string, handle: Handle): Handle {
    const wrapped = super._wrapHandler(method, handle);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `Invalid ${method} request: ${(error as Error).message}`,
        );
      }
    };
  }
}
