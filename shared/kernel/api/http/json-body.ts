import jsonBodyParser from '@middy/http-json-body-parser';
import { ApiError, invalidRequest } from '../../core/errors.ts';
import type { WebRequest } from '../operation/web-route.ts';

/** How deep arrays and objects may be within each other; a parser takes time for each level. */
const DEPTH_MAX = 64;

/** The parser's errors: 415 for another content type, 422 for invalid JSON or a key, which `data` names. */
interface ParserError {
  statusCode?: number;
  message?: string;
  cause?: { data?: unknown };
}

interface JsonEvent {
  headers: WebRequest['headers'];
  body: unknown;
  isBase64Encoded: boolean;
}

const parser = jsonBodyParser() as unknown as { before: (request: { event: JsonEvent }) => void };

/**
 * The parsed JSON of a request; undefined for an empty body. Throws a 415 for another content type and a 400 for what is
 * not JSON, is nested too deep or has keys that could modify an object's prototype.
 */
export function parseJsonBody({ headers, body }: Pick<WebRequest, 'headers' | 'body'>): unknown {
  if (body.length === 0) return undefined;
  const event: JsonEvent = { headers, body: textOf(body), isBase64Encoded: false };
  try {
    parser.before({ event });
  } catch (error) {
    throw toApiError(error as ParserError);
  }
  return event.body;
}

function toApiError({ statusCode, message, cause }: ParserError): unknown {
  if (statusCode === 415)
    return new ApiError('unsupported_media_type', 'The content type is not application/json.');
  if (message !== 'Forbidden key in JSON body') return invalidJson('Send one JSON object.');
  const path = String(cause?.data);
  return invalidRequest([{ path, code: 'unknown_field', message: 'is not a known field' }]);
}

const invalidJson = (hint: string): ApiError =>
  invalidRequest([{ path: '', code: 'invalid_format', message: 'is not valid JSON' }], hint);

/** The value of JSON. Throws a 400 for what is not JSON, or nested too deep, which costs no parsing. */
export function parseJson(body: Buffer, hint: string): unknown {
  const text = textOf(body);
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson(hint);
  }
}

/** The text of a body without a byte order mark, which a parser may ignore (RFC 8259, section 8.1). */
function textOf(body: Buffer): string {
  const text = new TextDecoder().decode(body);
  if (!isTooDeep(text)) return text;
  const message = `must be nested at most ${DEPTH_MAX} levels deep`;
  throw invalidRequest([{ path: '', code: 'too_large', message }]);
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
