import { generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { newWorkspace } from '../support/workspace.ts';
import { newCompany } from './company.ts';
import { EnterpriseSuite } from './enterprise-suite.ts';

const suite = new EnterpriseSuite();

test('another issuer is not verified by the records of the one before', async () => {
  const api = suite.providers();
  const { verification } = await suite.trust(api);
  const impostor = await newCompany(() => suite.service.now);
  const { json } = await api.put('main', { issuer: impostor.issuer });
  expect(json.data.verifiedAt).toBeNull();
  expect(json.data.verification[0].value).not.toBe(verification[0].value);
  expect((await api.verify()).status).toBe(409);
});

test.each(['n of 1024 bits', 'n that is no number'])(
  "a key with an %s is not accepted as the issuer's",
  async (what) => {
    const n = what.includes('1024') ? Buffer.alloc(128, 0xab).toString('base64url') : `${'A'.repeat(400)}!!`;
    const keys = [{ kty: 'RSA', n, e: 'AQAB', kid: 'current', use: 'sig' }];
    const { answer } = suite.company;
    suite.company.answer = async (request) => {
      const found = await answer(request);
      return request.url.pathname === '/keys'
        ? { ...found, body: Buffer.from(JSON.stringify({ keys })) }
        : found;
    };
    await suite.trust();
    const { status, json } = await suite.token();
    expect([status, json.error]).toEqual([400, 'invalid_grant']);
  },
);

test('another workspace with the same issuer for its own domains does not get in the way', async () => {
  await suite.trust();
  const other = await newWorkspace();
  const api = suite.providers(await other.person('admin'), other);
  await suite.trust(api, { emailDomains: [`other-${suite.company.domain}`] });
  const { json } = await suite.token();
  expect(await suite.workspacesOf(json.access_token)).toEqual([200, [suite.workspace.id]]);
});

test('a client without an assertion of the issuer does not learn which workspaces trust it', async () => {
  await suite.trust();
  const second = await newWorkspace();
  await suite.trust(suite.providers(await second.person('admin'), second));
  const { privateKey } = await generateKeyPair('RS256');
  const { json } = await suite.exchange(await suite.company.sign(suite.claims(), {}, privateKey));
  expect(json.error).toBe('invalid_grant');
  expect(json.error_description).not.toContain(suite.workspace.id);
});
