// The HTML of what is long and seldom changes, by the object that it shows.
const rendered = new WeakMap<object, string>();

/** Renders what shows an object the first time only. The object is a new one whenever anything in it changes. */
export async function renderedOnce(shown: object, render: () => Promise<string>): Promise<string> {
  const html = rendered.get(shown) ?? (await render());
  rendered.set(shown, html);
  return html;
}
