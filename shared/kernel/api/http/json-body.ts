import { ApiError, invalidRequest } from '../../core/errors.ts';
import type { WebRequest } from '../operation/web-route.ts';

/** How deep arrays and objects may be within each other; a parser takes time for each level. */
const DEPTH_MAX = 64;

const JSON_TYPE = /^application\/([a-z0-9.+-]+\+)?json(;|$)/i;

/** How a key is in a text, as it is or escaped, that could modify an object's prototype where fields are copied. */
const MAYBE_FORBIDDEN = /__proto__|"constructor"|\\u/;

/**
 * The parsed JSON of a request; undefined for an empty body. Throws a 415 for another content type and a 400 for what is
 * not JSON, is nested too deep or has keys that could modify an object's prototype.
 */
export function parseJsonBody({ headers, body }: Pick<WebRequest, 'headers' | 'body'>): unknown {
  if (body.length === 0) return undefined;
  if (!JSON_TYPE.test(headers['content-type'] ?? ''))
    throw new ApiError('unsupported_media_type', 'The content type is not application/json.');
  const { text, value } = parseJson(body, 'Send one JSON object.');
  if (MAYBE_FORBIDDEN.test(text)) assertNoForbiddenKey(value);
  return value;
}

/** The text and value of JSON. Throws a 400 for what is not JSON, or nested too deep, which costs no parsing. */
export function parseJson(body: Buffer, hint: string): { text: string; value: unknown } {
  // Without a byte order mark, which a parser may ignore (RFC 8259, section 8.1).
  const text = new TextDecoder().decode(body);
  if (isTooDeep(text))
    throw invalidRequest([
      { path: '', code: 'too_large', message: `must be nested at most ${DEPTH_MAX} levels deep` },
    ]);
  try {
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    throw invalidRequest([{ path: '', code: 'invalid_format', message: 'is not valid JSON' }], hint);
  }
}

/** Whether brackets outside of strings are open more than DEPTH_MAX deep anywhere. Linear in the text. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at);
    else if (sign === '[' || sign === '{') depth++;
    else if (sign === ']' || sign === '}') depth--;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}

/** The position of the quotation mark that ends a string: one after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

function assertNoForbiddenKey(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const path = forbiddenKeyOf(value);
  if (path !== undefined)
    throw invalidRequest([{ path, code: 'unknown_field', message: 'is not a known field' }]);
  for (const one of Object.values(value)) assertNoForbiddenKey(one);
}

function forbiddenKeyOf(value: object): string | undefined {
  if (Object.hasOwn(value, '__proto__')) return '__proto__';
  const { constructor } = value;
  const isOwn = Object.hasOwn(value, 'constructor') && Boolean(constructor);
  return isOwn && Object.hasOwn(constructor, 'prototype') ? 'constructor' : undefined;
}
