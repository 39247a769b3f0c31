import { addressParts } from './address-parts.ts';
import { BASE_URL } from './base-url.ts';
import {
  LINE_MAX_CHARACTERS,
  literal,
  textLiteral,
  NEW_KEY,
  TODAY,
  variableNames,
  type LiteralStyle,
} from './code-literal.ts';
import type { ExampleCall } from './example-call.ts';

const style: LiteralStyle = {
  text: quoted,
  template: (text) => `\`${text.replaceAll(/[\\`]/g, '\\$&').replaceAll(/\$([A-Z_]+)/g, '${$1}')}\``,
  key: (name) => `${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: `,
  words: { true: 'true', false: 'false', null: 'null' },
  commands: {
    [NEW_KEY]: 'crypto.randomUUID()',
    [TODAY]: '`${new Date().toISOString().slice(0, 10)}T00:00:00Z`',
  },
};

function quoted(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"');
  return `'${inner.replaceAll("'", String.raw`\'`)}'`;
}

/** TypeScript that makes an example's call: with the client, or with fetch where the client has no such method. */
export function typescriptExample(call: ExampleCall, isInClient: boolean): string {
  const { token, body, version } = call;
  const texts = [call.path, JSON.stringify(body ?? null), version?.path ?? ''];
  const own = variableNames(texts).filter((name) => name !== 'VERSION');
  const names = token && !isInClient ? [token, ...own] : own;
  const variables = names.map((name) => `const ${name} = process.env.${name}!;`);
  return [...(isInClient ? clientLines(call, variables) : fetchLines(call, variables))].join('\n');
}

function clientLines(call: ExampleCall, variables: readonly string[]): string[] {
  const { operationId, parameters, body, version } = call;
  const read = version && [
    ...callLines('current', version.operationId, version.parameters),
    'const VERSION = current.updatedAt;',
  ];
  return [
    `import { createPlotline } from '@plotline/client';`,
    '',
    ...variables,
    'const plotline = createPlotline({',
    `  baseUrl: '${BASE_URL}',`,
    '  token: process.env.TOKEN!,',
    '});',
    ...(read ?? []),
    ...callLines('result', operationId, parameters, body),
    'console.log(result);',
  ];
}

/** A call with what a method of the client takes, in one line if it fits; the client makes idempotency keys itself. */
function callLines(
  name: string,
  operationId: string,
  parameters: Record<string, string>,
  body?: unknown,
): string[] {
  const lineOf = (input: string) => `const ${name} = await plotline.${operationId}(${input});`;
  const short = lineOf(inOneLine(parameters));
  if (body === undefined && short.length <= LINE_MAX_CHARACTERS) return [short];
  const input = literal({ ...parameters, ...(body === undefined ? {} : { body }) }, style);
  return [lineOf(input.replaceAll(/^ {2}(\w+): \1,$/gm, '  $1,'))];
}

function inOneLine(parameters: Record<string, string>): string {
  const fields = Object.entries(parameters).map(
    ([name, value]) => `${style.key(name)}${textLiteral(value, style)}`,
  );
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}

function fetchLines(
  { method, path, token, headers: further, body }: ExampleCall,
  variables: readonly string[],
) {
  const headers = {
    ...(token ? { Authorization: `Bearer $${token}` } : {}),
    ...further,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(Object.keys(headers).length > 0 ? [`headers: ${literal(headers, style, '  ')}`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${literal(body, style, '  ')})`]),
  ];
  const address = addressParts(path).map((part) => textLiteral(part, style));
  return [
    ...variables,
    `const address =${address.length > 1 ? '\n  ' : ' '}${address.join(' +\n  ')};`,
    options.length > 0
      ? `const response = await fetch(address, {\n${options.map((line) => `  ${line},\n`).join('')}});`
      : 'const response = await fetch(address);',
    'console.log(response.status, await response.text());',
  ];
}
