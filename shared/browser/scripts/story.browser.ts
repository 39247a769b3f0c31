import { closestTo, findAll, findOne } from '../../kernel/html/scripts/dom.ts';
import { describeNamesField, offerNames } from './names.ts';

// The texts of a story take the cursor where they are opened, and are as they were after Cancel.
document.addEventListener(
  'toggle',
  ({ target: edit }) => {
    if (!(edit instanceof HTMLDetailsElement) || !edit.matches('.edit')) return;
    if (edit.open && !edit.contains(document.activeElement)) findOne('input, textarea', edit).focus();
  },
  true,
);
document.addEventListener('click', (event) => {
  const edit = closestTo(event, 'details.edit .cancel')?.closest('details');
  if (!edit) return;
  event.preventDefault();
  for (const field of findAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea', edit))
    field.value = field.defaultValue;
  edit.open = false;
  findOne('summary', edit).focus();
});

// While a name is typed after an at sign, those that begin so are offered.
offerNames(document.activeElement);
document.addEventListener('focusin', ({ target }) => offerNames(target));
document.addEventListener('merging', ({ detail }) => {
  if (!document.getElementById('names')) return;
  for (const field of findAll('textarea[data-names]', detail)) describeNamesField(field);
});
