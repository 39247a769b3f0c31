import { beforeAll, expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let member: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  member = await workspace.person('member', [await workspace.team()]);
});

const send = (path: string, accept: string, init: RequestInit = {}) =>
  fetch(sharedService().baseUrl + path, {
    ...init,
    headers: { authorization: `Bearer ${member.token}`, accept, ...(init.headers as Record<string, string>) },
  });

test('an error is problem details for those who prefer them', async () => {
  const answer = await send(`${workspace.path}/stories/${newKey()}`, 'application/problem+json');
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  const requestId = answer.headers.get('x-request-id');
  expect(await answer.json()).toEqual({
    type: `${sharedService().baseUrl}/docs/errors#not_found`,
    title: 'Not found',
    status: 404,
    detail: expect.stringMatching(/\S/),
    instance: requestId,
    code: 'not_found',
    hint: expect.stringContaining(`See ${sharedService().baseUrl}/docs/stories/getStory`),
    requestId,
  });
});

test('the fields of a bad request are in the problem, also where JSON is accepted as well', async () => {
  const answer = await send(`${workspace.path}/stories`, 'application/problem+json, application/json', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': newKey() },
    body: '{"title":"No team"}',
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: 'invalid_request',
    status: 400,
    fields: [{ in: 'body', path: 'teamId' }],
  });
});

test('errors without a token and for unknown paths are problem details too', async () => {
  for (const path of ['/api/v1/workspaces', '/api/v1/nothing']) {
    const answer = await fetch(sharedService().baseUrl + path, {
      headers: { accept: 'application/problem+json' },
    });
    expect(answer.headers.get('content-type'), path).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({ status: answer.status });
  }
});

test('other clients get the envelope, and successes do not change', async () => {
  for (const accept of ['application/json', '*/*', 'application/json, application/problem+json;q=0.5']) {
    const answer = await send(`${workspace.path}/stories/${newKey()}`, accept);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toMatchObject({ data: null, error: { code: 'not_found' } });
  }
  const found = await send(`${workspace.path}/stories`, 'application/problem+json');
  expect(await found.json()).toMatchObject({ data: [] });
});
