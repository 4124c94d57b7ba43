// Caches the HTML of long parts that rarely change, by the object that they show.
const rendered = new WeakMap<object, string>();

/** Renders the HTML of an object once. Objects are immutable, so the same object has the same HTML. */
export async function renderOnce(subject: object, render: () => Promise<string>): Promise<string> {
  const html = rendered.get(subject) ?? (await render());
  rendered.set(subject, html);
  return html;
}
