// Answers in JSON, whatever is in them.

export type Json = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any

export async function readJson(url: string, init: RequestInit = {}) {
  const response = await fetch(url, init);
  return { status: response.status, body: (await response.json()) as Json, headers: response.headers };
}
