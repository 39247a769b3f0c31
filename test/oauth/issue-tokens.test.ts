import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { authenticateOAuth } from '../../shared/kernel/auth/access-token.ts';
import type { Audience } from '../../shared/kernel/auth/audience.ts';
import { codeFields, getCode, newPkce } from '../support/oauth.ts';
import { startAuthorization } from './authorization.ts';

const { service, api, person, browser, client } = await startAuthorization();
afterAll(() => service.stop());
beforeEach(() => {
  service.now = new Date();
});

async function codeAndFields(changes: Record<string, string> = {}) {
  const { code, verifier } = await getCode(browser, client, changes);
  return codeFields(client, code, verifier);
}

const principalOf = (accessToken: string, audience: Audience = 'mcp') =>
  authenticateOAuth(
    { authorization: `Bearer ${accessToken}` },
    new URLSearchParams(),
    audience,
    createReader(service.services.database),
    service.services,
  );

describe('a code', () => {
  test('returns tokens of the user to the client it was issued for', async () => {
    const { status, json, headers } = await api.token(await codeAndFields());
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/json',
      'no-store',
    ]);
    expect(await principalOf(json.access_token)).toMatchObject({
      subject: { kind: 'person', userId: person.userId },
      clientId: client.id,
      clientName: 'A client',
      scopes: ['mcp:access'],
    });
  });

  test.each([
    ['mcp', 'mcp:access'],
    ['api/v1', 'stories:write'],
  ])('is for the requested resource: %s', async (path, scope) => {
    const resource = `${service.baseUrl}/${path}`;
    const fields = await codeAndFields({ resource });
    const { json } = await api.token({ ...fields, resource });
    expect(json.scope).toBe(scope);
    const [right, wrong] = path === 'mcp' ? (['mcp', 'api'] as const) : (['api', 'mcp'] as const);
    expect((await principalOf(json.access_token, right)).subject).toMatchObject({ userId: person.userId });
    await expect(principalOf(json.access_token, wrong)).rejects.toThrow('invalid or has been revoked');
  });

  test('is valid for a minute', async () => {
    const [early, late] = [await codeAndFields(), await codeAndFields()];
    service.pass(59_999);
    expect((await api.token(early)).status).toBe(200);
    service.pass(1);
    expect((await api.token(late)).json.error).toBe('invalid_grant');
  });

  test('that is sent twice is refused, and its tokens are revoked', async () => {
    const fields = await codeAndFields();
    const { json } = await api.token(fields);
    expect((await principalOf(json.access_token)).subject).toMatchObject({ userId: person.userId });
    const again = await api.token(fields);
    expect([again.status, again.json.error]).toEqual([400, 'invalid_grant']);
    await expect(principalOf(json.access_token)).rejects.toThrow('invalid or has been revoked');
    const refresh = { grant_type: 'refresh_token', client_id: client.id, refresh_token: json.refresh_token };
    expect((await api.token(refresh)).json.error).toBe('invalid_grant');
  });

  test('that is sent again an hour later still revokes its tokens', async () => {
    const fields = await codeAndFields();
    const { json } = await api.token(fields);
    service.pass(60 * 60_000);
    expect((await api.token(fields)).json.error).toBe('invalid_grant');
    const refresh = { grant_type: 'refresh_token', client_id: client.id, refresh_token: json.refresh_token };
    expect((await api.token(refresh)).json.error).toBe('invalid_grant');
  });

  test('that is sent ten times at once returns tokens once at most, and none that last', async () => {
    const fields = await codeAndFields();
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.token(fields)));
    const given = answers.filter(({ status }) => status === 200);
    expect(given.length).toBeLessThanOrEqual(1);
    for (const { json } of given)
      await expect(principalOf(json.access_token)).rejects.toThrow('invalid or has been revoked');
  });
});

describe('a request for tokens is refused, and the code remains valid, with', () => {
  test.each([
    ['another verifier', () => ({ code_verifier: newPkce().verifier }), 'invalid_grant'],
    ['no verifier', () => ({ code_verifier: undefined }), 'invalid_request', 'code_verifier'],
    ['a short verifier', () => ({ code_verifier: 'a'.repeat(42) }), 'invalid_grant'],
    ['another redirect URI', () => ({ redirect_uri: 'https://client.example/other' }), 'invalid_grant'],
    ['another client', async () => ({ client_id: (await api.client()).id }), 'invalid_grant'],
    ['a client that never was', () => ({ client_id: 'nobody' }), 'invalid_client'],
    ['a client of a document', () => ({ client_id: 'https://client.example.com/oauth' }), 'invalid_grant'],
    ['no client', () => ({ client_id: undefined }), 'invalid_request', 'client_id'],
    ['no code', () => ({ code: undefined }), 'invalid_request', 'code'],
    ['another code', () => ({ code: newPkce().verifier }), 'invalid_grant'],
    ['another resource', () => ({ resource: `${service.baseUrl}/api/v1` }), 'invalid_target'],
    ['a foreign resource', () => ({ resource: 'https://elsewhere.example/mcp' }), 'invalid_target'],
    ['no grant type', () => ({ grant_type: undefined }), 'invalid_request', 'grant_type'],
    ['another grant type', () => ({ grant_type: 'password' }), 'unsupported_grant_type'],
    [
      'another grant type of no client',
      () => ({ grant_type: 'password', client_id: undefined }),
      'unsupported_grant_type',
    ],
    ['a client secret', () => ({ client_secret: 'x' }), 'invalid_client'],
  ])('%s', async (_, changes, error, missing = '') => {
    const fields = await codeAndFields();
    const changed = Object.entries({ ...fields, ...(await changes()) }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const { status, json, headers } = await api.token(Object.fromEntries(changed));
    expect([status, json.error]).toEqual([error === 'invalid_client' ? 401 : 400, error]);
    expect(json.error_description).toMatch(missing ? `${missing} is missing.` : /^[A-Z].*\.$/i);
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await api.token(fields)).status).toBe(200);
  });
});

test('the redirect URI may be left out, as in OAuth 2.1, and its host may be in any case', async () => {
  const { redirect_uri: _, ...without } = await codeAndFields();
  expect((await api.token(without)).status).toBe(200);
  const capital = client.redirectUri.replace('client', 'Client');
  expect((await api.token({ ...(await codeAndFields()), redirect_uri: capital })).status).toBe(200);
  const wrong = client.redirectUri.replace('callback', 'Callback');
  expect((await api.token({ ...(await codeAndFields()), redirect_uri: wrong })).status).toBe(400);
});

test('a client that tries to authenticate learns that it need not', async () => {
  const fields = await codeAndFields();
  const headers = { authorization: `Basic ${Buffer.from(`${client.id}:x`).toString('base64')}` };
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${service.baseUrl}/oauth/token`, { method: 'POST', headers, body });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="Plotline"']);
  expect(await answer.json()).toMatchObject({ error: 'invalid_client' });
  expect((await api.token(fields)).status).toBe(200);
});

test('a resource may be named with a slash at its end', async () => {
  const resource = `${service.baseUrl}/mcp/`;
  const { status } = await api.token({ ...(await codeAndFields({ resource })), resource });
  expect(status).toBe(200);
});

test('a body that is not a form, or repeats a field, is refused in OAuth’s own form', async () => {
  const fields = new URLSearchParams(await codeAndFields());
  const send = async (body: string, type: string) => {
    const headers = { 'content-type': type };
    const answer = await fetch(`${service.baseUrl}/oauth/token`, { method: 'POST', headers, body });
    return [answer.status, ((await answer.json()) as { error: string }).error];
  };
  const form = 'application/x-www-form-urlencoded';
  const refused = [400, 'invalid_request'];
  expect(await send(JSON.stringify(Object.fromEntries(fields)), 'application/json')).toEqual(refused);
  expect(await send(`${fields.toString()}&code=x`, form)).toEqual(refused);
  expect(await send('', form)).toEqual(refused);
  expect(await send(`code=${'x'.repeat(512 * 1024)}`, form)).toEqual([413, 'invalid_request']);
  expect(await send(fields.toString(), `${form}; charset=utf-8`)).toEqual([200, undefined]);
});
