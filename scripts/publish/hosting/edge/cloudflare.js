// Entry for Cloudflare Pages, deployed as _worker.js in the public folder. SIDECAR_ORIGIN is a variable of the project.

export default {
  /**
   * @param {Request} request
   * @param {{ ASSETS: { fetch: (url: URL) => Promise<Response> }, SIDECAR_ORIGIN?: string }} env
   */
  fetch: (request, env) =>
    answer(request, table, {
      // Pages serves each page without .html, and redirects the file name to that address.
      asset: (path, suffix) => env.ASSETS.fetch(new URL(path + (suffix.endsWith('.html') ? '' : suffix), request.url)),
      sidecar: env.SIDECAR_ORIGIN,
      client: request.headers.get('CF-Connecting-IP'),
    }),
};
