// The SDK's server, except that wrong parameters are Invalid params (-32602) in every method, as in tools/call; the SDK answers with
// an internal error.
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
  /** Handlers here throw only ProtocolError; any other error comes from the SDK's check of the parameters. */
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
