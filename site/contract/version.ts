// The API version, reported by the index, health, the changelog, OpenAPI and every response.
export const apiVersion = '0.50.01';
