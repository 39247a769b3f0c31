import { addressParts } from './address-parts.ts';
import { BASE_URL } from './base-url.ts';
import { literal, variableNames, textLiteral, NEW_KEY, TODAY, type LiteralStyle } from './code-literal.ts';
import type { ExampleCall } from './example-call.ts';

const style: LiteralStyle = {
  text: (text) => JSON.stringify(text),
  template: (text) =>
    `f${JSON.stringify(text.split(BASE_URL).map(withDoubledBraces).join(BASE_URL)).replaceAll(/\$([A-Z_]+)/g, '{$1}')}`,
  key: (name) => `${JSON.stringify(name)}: `,
  words: { true: 'True', false: 'False', null: 'None' },
  commands: {
    [NEW_KEY]: 'str(uuid.uuid4())',
    [TODAY]: 'f"{datetime.now(timezone.utc).date()}T00:00:00Z"',
  },
};

const withDoubledBraces = (text: string): string => text.replaceAll(/[{}]/g, '$&$&');

/** Python that makes an example's call, with the library that most programs use for it. */
export function pythonExample({ method, path, token, headers: further, body, version }: ExampleCall): string {
  const texts = [path, JSON.stringify(body ?? null), version?.path ?? ''];
  const names = [...(token ? [token] : []), ...variableNames(texts).filter((name) => name !== 'VERSION')];
  const headers = token ? { Authorization: `Bearer $${token}` } : undefined;
  const own = {
    ...headers,
    ...further,
  };
  const sent = JSON.stringify([own, body]);
  const address = (at: string) =>
    addressParts(at)
      .map((part) => textLiteral(part, style))
      .join('\n  ');
  const options = [
    ...(Object.keys(own).length > 0 ? [`headers=${literal(own, style, '  ')}`] : []),
    ...(body === undefined ? [] : [`json=${literal(body, style, '  ')}`]),
  ];
  return [
    ...(sent.includes(TODAY) ? ['from datetime import datetime, timezone'] : []),
    ...(names.length > 0 ? ['import os'] : []),
    ...(sent.includes(NEW_KEY) ? ['import uuid'] : []),
    'import requests',
    '',
    ...names.map((name) => `${name} = os.environ["${name}"]`),
    ...(version
      ? [
          'current = requests.get(',
          `  ${address(version.path)},`,
          `  headers=${inOneLine(headers ?? {})},`,
          ')',
          'VERSION = current.json()["data"]["updatedAt"]',
        ]
      : []),
    `response = requests.${method.toLowerCase()}(`,
    `  ${address(path)},`,
    ...options.map((option) => `  ${option},`),
    ')',
    'print(response.status_code, response.text)',
  ]
    .join('\n')
    .replaceAll(/^ +/gm, (spaces) => spaces.repeat(2));
}

const inOneLine = (fields: Record<string, string>): string =>
  `{${Object.entries(fields)
    .map(([name, value]) => `${style.key(name)}${textLiteral(value, style)}`)
    .join(', ')}}`;
