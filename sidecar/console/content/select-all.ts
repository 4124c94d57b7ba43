// Adds a checkbox that selects every item of the page, and shows the number of selected items.
for (const bar of document.querySelectorAll<HTMLElement>('[data-select-all]')) {
  const fields = [...bar.closest('form')!.elements];
  const boxes = fields.filter((one) => one instanceof HTMLInputElement && one.name === 'item') as HTMLInputElement[];
  const label = document.createElement('label');
  const all = Object.assign(document.createElement('input'), { type: 'checkbox' });
  const countText = document.createElement('span');
  label.append(all, countText);
  bar.prepend(label);

  const show = () => {
    const selectedCount = boxes.filter(({ checked }) => checked).length;
    all.checked = selectedCount === boxes.length;
    all.indeterminate = selectedCount > 0 && selectedCount < boxes.length;
    const { some, none } = bar.dataset as { some: string; none: string };
    countText.textContent = selectedCount > 0 ? some.replace('{count}', String(selectedCount)) : none;
  };
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
    show();
  });
  for (const box of boxes) box.addEventListener('change', show);
  // Browsers restore the checkboxes when the creator navigates back.
  addEventListener('pageshow', show);
  show();
}
