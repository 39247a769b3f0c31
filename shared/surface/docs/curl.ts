import { BASE_URL } from './base-url.ts';
import type { ExampleCall } from './example-call.ts';

/**
 * POSIX shell commands that make an example's call: the call and, if an update needs a version, a line that reads it
 * first.
 */
export function curlCommand({ method, path, token, idempotencyKey, body, version }: ExampleCall): string {
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `;
  const call = [
    `curl ${verb}"${BASE_URL}${path}"`,
    ...(token ? [`-H "Authorization: Bearer $${token}"`] : []),
    ...(idempotencyKey ? [`-H 'Idempotency-Key: ${idempotencyKey}'`] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, data(body)]),
  ].join(' \\\n  ');
  return version ? `${versionLine(version.path)}\n${call}` : call;
}

const versionLine = (path: string): string =>
  `VERSION=$(pick "${path.split('$WORKSPACE/')[1]!}" .data.updatedAt)`;

/** The body: literal, or a here-document if the shell must expand variables. */
function data(body: unknown): string {
  const text = JSON.stringify(body, null, 2);
  return text.includes('$')
    ? `-d @- <<END\n${text.replaceAll(/[\\`]/g, '\\$&')}\nEND`
    : `-d '${text.replaceAll("'", `'\\''`)}'`;
}
