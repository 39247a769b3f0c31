import { expect } from 'vitest';
import type { ErrorCode } from '../../shared/kernel/core/errors.ts';
import type { Answer, Client, RequestOptions } from './client.ts';

/** Holds an answer to be a refusal in the error envelope that helps its reader; returns the error for more. */
export function expectRefusal(answer: Answer, status: number, code: ErrorCode): Answer['json'] {
  expect(answer.json, answer.text).toMatchObject({ data: null, error: { code } });
  expect(answer.status).toBe(status);
  const { message, hint } = answer.json.error;
  expect(message).toMatch(/\S/);
  expect(hint).toMatch(/ See https?:\/\/[^ ]+\/docs\/[^ ]+$/);
  expect(answer.json.error.requestId).toMatch(/\S/);
  expect(answer.headers.get('x-request-id')).toBe(answer.json.error.requestId);
  return answer.json.error;
}

/** Asserts that refusals say the same, so that only the request's own id distinguishes them. */
export function expectSameRefusal(answers: readonly Answer[]): void {
  expect(answers.length).toBeGreaterThan(1);
  const comparable = answers.map(({ status, json }) => {
    expect(json.data).toBeNull();
    return { ...json, status, error: { ...json.error, requestId: undefined } };
  });
  for (const one of comparable) expect(one).toEqual(comparable[0]);
}

/**
 * As expectRefusal, of a 400 that names exactly these parts of the request, each once: `title` in the body,
 * `body` for all of it, `query.limit` elsewhere.
 */
export function expectBadFields(
  answer: Answer,
  paths: readonly string[],
  code: ErrorCode = 'invalid_request',
): void {
  const { fields } = expectRefusal(answer, 400, code);
  expect(fields.map(partOf)).toEqual(paths);
  for (const { message, code: fieldCode } of fields) {
    expect(message).toMatch(/^[a-z]/);
    expect(fieldCode).toMatch(/^[a-z]+(_[a-z]+)*$/);
  }
}

const partOf = ({ in: place, path }: { in: string; path: string }): string =>
  place === 'body' ? path || 'body' : `${place}.${path}`;

/** Every page of a list from the first to the last, as a client walks it. */
export async function readPages(
  client: Client,
  path: string,
  query: RequestOptions['query'] = {},
): Promise<any[][]> {
  const pages: any[][] = [];
  let cursor: string | undefined;
  do {
    const { status, json, text } = await client.get(path, { ...query, cursor });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    pages.push(json.data);
    cursor = json.meta.nextCursor ?? undefined;
    expect(json.meta.hasMore).toBe(cursor !== undefined);
  } while (cursor !== undefined);
  return pages;
}

/** All items of a list, page by page. */
export const readAll = async (...walk: Parameters<typeof readPages>): Promise<any[]> =>
  (await readPages(...walk)).flat();
