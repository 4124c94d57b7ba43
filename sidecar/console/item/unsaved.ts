// Warns before leaving a page with unsent input.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-unsaved]')) {
  let isTyped = form.querySelector('[aria-invalid], .problems') !== null;
  form.addEventListener('input', () => (isTyped = true));
  form.addEventListener('submit', () => (isTyped = false));
  addEventListener('beforeunload', (event) => isTyped && event.preventDefault());
}
