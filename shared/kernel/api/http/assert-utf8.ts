import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ApiError, invalidRequest } from '../../core/errors.ts';
import type { WebRequest } from '../operation/web-route.ts';

/** Bodies that are no text as a whole; the fields of a multipart form are looked at where it is parsed. */
const BINARY = /^\s*(?:(?:multipart|image|audio|video|font)\/|application\/(?:octet-stream|zip|gzip|pdf)\b)/i;

const FORM = /^\s*application\/x-www-form-urlencoded\b/i;

const CHARSET = /[;,]\s*charset\s*=\s*"?(?<charset>[^\s;,"]*)/gi;
const UTF8 = /^(?:utf-?8|us-ascii|ascii)$/i;

/** What stands for bytes that are not UTF-8 once they have been read as text. */
const REPLACEMENT = '\ufffd';

/**
 * Throws a 400 for a request with text that is not UTF-8 (RFC 8259, section 8.1), or says that it is in another charset:
 * it would be stored as something else than was sent.
 */
export function assertUtf8(event: APIGatewayProxyEventV2, { headers, body }: WebRequest): void {
  assertPathUtf8(event.rawPath);
  assertEncodedUtf8(event.rawQueryString, 'query');
  if (body.length === 0) return;
  const type = headers['content-type'] ?? '';
  const charsets = [...type.matchAll(CHARSET)].map(({ groups }) => groups!['charset']!);
  // A parameter that is sent twice is an error (RFC 6838, section 4.3): recipients would read different ones.
  if (charsets.length > 1) {
    throw new ApiError(
      'invalid_request',
      `The body is in ${charsets.length} charsets: ${charsets.map((one) => JSON.stringify(one)).join(', ')}.`,
      {
        hint: 'Send one Content-Type, with charset=utf-8 once or without a charset.',
      },
    );
  }
  const [charset] = charsets;
  if (charset !== undefined && !UTF8.test(charset)) {
    throw new ApiError('invalid_request', `The body is in the charset ${JSON.stringify(charset)}.`, {
      hint: 'Send it in UTF-8, with charset=utf-8 or without a charset.',
    });
  }
  if (BINARY.test(type)) return;
  if (event.isBase64Encoded ? !isUtf8(body) : wasReplaced(event)) throw notUtf8();
  if (FORM.test(type)) assertEncodedUtf8(body.toString(), 'body');
}

/**
 * Whether the gateway has put something in the place of bytes that are not UTF-8: it changes the length, which the sender
 * has announced.
 */
function wasReplaced({ body = '', headers }: APIGatewayProxyEventV2): boolean {
  const announced = headers['content-length'];
  return (
    body.includes(REPLACEMENT) && announced !== undefined && Number(announced) !== Buffer.byteLength(body)
  );
}

/**
 * Throws a 400 for a path with bytes that are not UTF-8. The gateway decodes a path, and leaves it encoded or puts
 * something in the place of such bytes where it cannot.
 */
function assertPathUtf8(path: string): void {
  if (!path.includes(REPLACEMENT) && isUtf8(bytesOf(path))) return;
  throw new ApiError('invalid_request', 'The path is not well-formed UTF-8.', {
    hint: 'Percent-encode the UTF-8 bytes of what is in the path.',
  });
}

/** Throws a 400 for percent-encoded text, as queries and forms are, with bytes that are not UTF-8. */
function assertEncodedUtf8(encoded: string, place: 'query' | 'body'): void {
  if (!/%[89a-f]/i.test(encoded)) return;
  const wrong = encoded.split('&').find((part) => !isUtf8(bytesOf(part)));
  if (wrong === undefined) return;
  const name = wrong.split('=', 1)[0]!;
  const path = isUtf8(bytesOf(name)) ? bytesOf(name).toString() : '';
  throw invalidRequest([{ in: place, path, code: 'invalid_format', message: NOT_UTF8 }]);
}

const NOT_UTF8 = 'must be well-formed UTF-8';

const bytesOf = (encoded: string): Buffer =>
  Buffer.from(
    encoded.replaceAll(/%[0-9a-f]{2}|[^\x00-\x7f]+/gi, (part) =>
      part.startsWith('%')
        ? String.fromCharCode(Number.parseInt(part.slice(1), 16))
        : Buffer.from(part).toString('latin1'),
    ),
    'latin1',
  );

const notUtf8 = (): ApiError =>
  new ApiError('invalid_request', 'The body is not well-formed UTF-8.', {
    hint: 'Send text in UTF-8, not cut within a character.',
  });

/** Throws a 400 for a decoded text with bytes that were not UTF-8, of the body that it was decoded from. */
export function assertDecodedUtf8(text: string, body: Buffer): void {
  if (text.includes(REPLACEMENT) && !body.includes(REPLACEMENT)) throw notUtf8();
}
