// The HTML of what is long and seldom changes, by the object that it shows.
const rendered = new WeakMap<object, string>();

/** Renders the HTML of an object once. Objects are not changed in place, so the same object has the same HTML. */
export async function renderedOnce(shown: object, render: () => Promise<string>): Promise<string> {
  const html = rendered.get(shown) ?? (await render());
  rendered.set(shown, html);
  return html;
}
