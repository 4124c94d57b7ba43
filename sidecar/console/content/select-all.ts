// A box above a list that chooses every item of the page, and says how many are chosen.
for (const bar of document.querySelectorAll<HTMLElement>('[data-select-all]')) {
  const fields = [...bar.closest('form')!.elements];
  const boxes = fields.filter((one) => one instanceof HTMLInputElement && one.name === 'item') as HTMLInputElement[];
  const label = document.createElement('label');
  const all = Object.assign(document.createElement('input'), { type: 'checkbox' });
  const said = document.createElement('span');
  label.append(all, said);
  bar.prepend(label);

  const show = () => {
    const chosen = boxes.filter(({ checked }) => checked).length;
    all.checked = chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
    const { some, none } = bar.dataset as { some: string; none: string };
    said.textContent = chosen > 0 ? some.replace('{count}', String(chosen)) : none;
  };
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
    show();
  });
  for (const box of boxes) box.addEventListener('change', show);
  // A browser that comes back to the page fills the boxes in again.
  addEventListener('pageshow', show);
  show();
}
