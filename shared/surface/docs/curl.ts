import { BASE_URL } from './base-url.ts';
import type { ExampleCall } from './example-call.ts';

type CurlCall = Pick<ExampleCall, 'method' | 'path' | 'token' | 'headers' | 'body'> &
  Partial<Pick<ExampleCall, 'version'>>;

/**
 * POSIX shell commands that make an example's call: the call and, if an update needs a version, a line that reads it
 * first.
 */
export function curlCommand({ method, path, token, headers, body, version }: CurlCall): string {
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `;
  const call = [
    `curl ${verb}"${BASE_URL}${path}"`,
    ...(token ? [`-H "Authorization: Bearer $${token}"`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, data(body)]),
  ].join(' \\\n  ');
  return version ? `${versionLine(version.path)}\n${call}` : call;
}

const versionLine = (path: string): string =>
  `VERSION=$(pick "${path.split('$WORKSPACE/')[1]!}" .data.updatedAt)`;

/** In quotes that leave variables to the shell, if there are any. */
const quoted = (text: string): string => (text.includes('$') ? `"${text}"` : `'${text}'`);

/** The body: literal, or a here-document if the shell must expand variables. */
function data(body: unknown): string {
  const text = JSON.stringify(body, null, 2);
  return text.includes('$')
    ? `-d @- <<END\n${text.replaceAll(/[\\`]/g, '\\$&')}\nEND`
    : `-d '${text.replaceAll("'", `'\\''`)}'`;
}
