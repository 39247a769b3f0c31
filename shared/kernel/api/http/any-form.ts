import type { WebRequest } from '../operation/web-route.ts';
import { parseForm, type Form } from './form.ts';

/** The fields of a form in either encoding. Throws as `parseForm` for another type. */
export async function parseAnyForm(request: WebRequest): Promise<Form> {
  if (!request.headers['content-type']?.startsWith('multipart/')) return parseForm(request);
  const { parseMultipart } = await import('./parse-multipart.ts');
  return await parseMultipart(request);
}
