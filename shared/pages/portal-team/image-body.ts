import type { Form } from '../../kernel/api/http/form.ts';

/** What createPortalImage takes of a form with an image: the id of its upload, or its file. */
export const imageBody = (form: Form, name: string): object =>
  form['uploadId'] === undefined ? { data: form[name] ?? '' } : { uploadId: form['uploadId'] };
