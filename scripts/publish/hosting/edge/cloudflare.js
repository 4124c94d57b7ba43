// Cloudflare Pages: put this file as _worker.js into the folder that is deployed; SIDECAR_ORIGIN is a variable of the project.

export default {
  /**
   * @param {Request} request
   * @param {{ ASSETS: { fetch: (url: URL) => Promise<Response> }, SIDECAR_ORIGIN?: string }} env
   */
  fetch: (request, env) =>
    answer(request, table, {
      // Pages has an address without .html for each page and redirects the file's name to it.
      asset: (path, suffix) => env.ASSETS.fetch(new URL(path + (suffix.endsWith('.html') ? '' : suffix), request.url)),
      sidecar: env.SIDECAR_ORIGIN,
      client: request.headers.get('CF-Connecting-IP'),
    }),
};
