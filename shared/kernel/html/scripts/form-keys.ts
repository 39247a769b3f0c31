// A code that is complete is sent.
document.addEventListener('input', ({ target: field }) => {
  if (!(field instanceof HTMLInputElement) || !field.dataset['digits']) return;
  const digits = field.value.normalize('NFKC').replace(/[\s-]+/g, '');
  if (digits.length !== Number(field.dataset['digits']) || /\D/.test(digits)) return;
  field.form?.requestSubmit();
});

// Texts are sent from the keyboard.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
  const field = event.target instanceof Element ? event.target.closest('textarea') : null;
  if (!field?.form) return;
  event.preventDefault();
  const within = field.closest('details, form') ?? field.form;
  field.form.requestSubmit(within.querySelector<HTMLElement>('button[type="submit"]'));
});
