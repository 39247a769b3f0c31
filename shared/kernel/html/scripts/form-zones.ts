import { findAll } from './dom.ts';

// Fields for a moment take it in the reader's zone; the service stores it in UTC.
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A field's text for a moment, such as 2026-12-10T09:30; a text that is none stays as it is. */
const textOf = (moment: number, otherwise: string): string =>
  Number.isNaN(moment) ? otherwise : new Date(moment).toISOString().slice(0, 16);

const toUtc = (local: string): string => textOf(new Date(local).getTime(), local);

function toLocal(utc: string): string {
  const date = new Date(`${utc}Z`);
  return textOf(date.getTime() - date.getTimezoneOffset() * 60_000, utc);
}

for (const field of findAll<HTMLInputElement>('input[type="datetime-local"]')) {
  // Not the value, which browsers restore when a page is loaded again.
  field.value = toLocal(field.defaultValue);
  const name = document.querySelector(`[data-zone-of="${field.id}"]`);
  if (name) name.textContent = zone;
  field.form?.addEventListener('formdata', ({ formData }) => formData.set(field.name, toUtc(field.value)));
}
