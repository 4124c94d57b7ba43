// Entry for Netlify, in the folder of the site's edge functions. SIDECAR_ORIGIN is a variable of the site.

/**
 * @param {Request} request
 * @param {{ next: (request: Request) => Promise<Response>, ip?: string }} context
 */
export default (request, context) =>
  answer(request, table, {
    asset: (path, suffix) => context.next(new Request(new URL(path + suffix, request.url))),
    sidecar: globalThis.Netlify?.env.get('SIDECAR_ORIGIN'),
    client: context.ip ?? null,
  });

export const config = { path: '/*' };
