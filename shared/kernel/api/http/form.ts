import { ApiError, invalidRequest } from '../../core/errors.ts';
import type { WebRequest } from '../operation/web-route.ts';

/** The fields of a form, each sent once; empty fields count as absent (RFC 6749, section 3.2). */
export type Form = Readonly<Record<string, string | undefined>>;

/**
 * Parses an application/x-www-form-urlencoded body. Throws a 415 for another type, a 400 for a repeated
 * field.
 */
export function parseForm({ headers, body }: WebRequest): Form {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    throw new ApiError('unsupported_media_type', 'The body is not sent as a form.', {
      hint: 'Send it with the header Content-Type: application/x-www-form-urlencoded.',
    });
  }
  return parseParameters(new URLSearchParams(body.toString()));
}

/** The parameters of a query or form. Throws a 400 for a repeated one (RFC 6749, section 3.1). */
export function parseParameters(parameters: URLSearchParams): Form {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of parameters) {
    if (name in values)
      throw invalidRequest([{ path: name, code: 'repeated', message: 'must not be repeated' }]);
    values[name] = value;
  }
  for (const [name, value] of Object.entries(values)) if (value === '') delete values[name];
  return values;
}

/** The lines of a field, and those of ticked boxes, which are fields named `field:line`. */
export const linesWithTicked = (form: Form, field: string): string => {
  const boxes = Object.keys(form).filter((name) => name.startsWith(`${field}:`));
  return [...boxes.map((name) => name.slice(field.length + 1)), ...(form[field] ? [form[field]] : [])].join(
    '\n',
  );
};
