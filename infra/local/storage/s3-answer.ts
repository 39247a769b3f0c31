import type { AwsAnswer } from '../runner/aws-server.ts';

/** An answer of the emulated S3. */
export type S3Answer = AwsAnswer;

/** To a key that would be a path outside of the bucket's folder, or no path at all. */
export const refusedKey = (): S3Answer =>
  failure(
    400,
    'InvalidArgument',
    'Here, the key of an object is a path of names, none of them longer than 200 bytes.',
  );

/** An error as S3 says it. */
export function failure(status: number, code: string, message: string): S3Answer {
  return xml(status, `<Error>${element('Code', code)}${element('Message', message)}</Error>`);
}

export function xml(status: number, root: string): S3Answer {
  const headers = { 'content-type': 'application/xml' };
  return { status, headers, body: `<?xml version="1.0" encoding="UTF-8"?>\n${root}` };
}

export function element(name: string, text: string): string {
  const escaped = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<${name}>${escaped}</${name}>`;
}
