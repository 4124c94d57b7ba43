// Fills in the browser's time zone if none was found.
const zone = document.querySelector<HTMLInputElement>('.setup-form input[name=timeZone]');
if (zone && !zone.value) zone.value = new Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
