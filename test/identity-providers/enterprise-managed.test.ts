import { generateKeyPair, SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmIdentityProvider } from '../../shared/identity/identity-providers/confirm-identity-provider.ts';
import { getStory } from '../../shared/planning/stories/get-story.ts';
import { oauthApi } from '../support/oauth.ts';
import { addressOf, createStoryAs, newKey, newWorkspace } from '../support/workspace.ts';
import { newCompany } from './company.ts';
import { EnterpriseSuite } from './enterprise-suite.ts';
import { restApi } from './service-api.ts';

const suite = new EnterpriseSuite([getStory]);

async function refusal(changes: object, header: object = {}): Promise<[number, string]> {
  const { status, json } = await suite.exchange(await suite.company.sign(suite.claims(changes), header));
  return [status, json.error];
}

describe('the trust in a provider', () => {
  test('counts once its domains are verified by DNS', async () => {
    const api = suite.providers();
    const { json } = await api.put();
    expect(json.data).toMatchObject({
      id: 'main',
      issuer: suite.company.issuer,
      verifiedAt: null,
      verification: [
        {
          name: `_plotline.${suite.company.domain}`,
          value: expect.stringMatching(/^plotline-verification=.{32}$/),
        },
      ],
    });
    expect((await api.verify()).status).toBe(409);
    expect((await suite.token()).json.error).toBe('invalid_grant');
    const provider = await suite.trust(api);
    expect(provider.verifiedAt).not.toBeNull();
    expect((await api.verify()).json.data).toEqual(provider);
    const acts = await suite.admin.client.get(`${suite.workspace.path}/audit-events`, {
      type: 'identity_provider.verified',
    });
    expect(acts.json.data.map(({ target }: any) => target.name)).toEqual([suite.company.issuer]);
    expect((await api.get()).json.data).toEqual(provider);
    expect((await api.list()).json.data).toEqual([provider]);
    expect((await suite.token()).status).toBe(200);
  });

  test("counts once the operator verifies it, and not by another workspace's record", async () => {
    const api = suite.providers();
    const elsewhere = await newWorkspace();
    const other = suite.providers(await elsewhere.person('admin'), elsewhere);
    const { json } = await other.put();
    for (const { name, value } of json.data.verification) suite.records.set(name, [value]);
    await api.put();
    expect((await api.verify()).status).toBe(409);
    const body = { identityProviderId: 'main' };
    await suite.workspace.operator.within(suite.workspace.id).run(confirmIdentityProvider, { body });
    expect((await suite.token()).status).toBe(200);
  });

  test('is verified again for another issuer or domain, but not for less trust', async () => {
    const api = suite.providers();
    await suite.trust(api, { emailDomains: [suite.company.domain, `second.${suite.company.domain}`] });
    const narrowed = await api.put();
    expect(narrowed.json.data.verifiedAt).not.toBeNull();
    expect((await api.put()).json.data).toEqual(narrowed.json.data);
    const wider = await api.put('main', { emailDomains: [suite.company.domain, 'example.org'] });
    expect(wider.json.data.verifiedAt).toBeNull();
    expect((await suite.token()).json.error).toBe('invalid_grant');
  });

  test('is for admins, with an issuer and domains that exist on the Internet', async () => {
    const { put } = suite.providers(await suite.workspace.person('member'));
    expect((await put()).status).toBe(403);
    const bad = [
      { issuer: 'http://login.example.com' },
      { issuer: 'https://127.0.0.1' },
      { issuer: `${suite.company.issuer}/?x=1` },
      { emailDomains: [] },
      { emailDomains: ['localhost'] },
      { emailDomains: ['a@example.com'] },
      { audience: '' },
    ];
    for (const changes of bad)
      expect((await suite.providers().put('main', changes)).status, JSON.stringify(changes)).toBe(400);
    expect((await suite.providers().put('%23x')).status).toBe(400);
  });
});

describe('a token of an identity provider', () => {
  beforeEach(() => suite.trust());

  test('is for its person in that workspace only, without a refresh token', async () => {
    const elsewhere = await newWorkspace();
    await suite.newMember(suite.member.email, elsewhere);
    const { json } = await suite.token({ resource: `${suite.service.baseUrl}/mcp`, scope: 'mcp:read' });
    expect(json).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'mcp:read',
    });
    expect(await suite.workspacesOf(json.access_token)).toEqual([200, [suite.workspace.id]]);
  });

  test('for the API reads stories of its person', async () => {
    const team = await suite.workspace.team();
    const mate = await suite.workspace.person('member', [team]);
    const story = await createStoryAs(mate.client, suite.workspace, { teamId: team.id });
    const { json } = await suite.token({}, { resource: `${suite.service.baseUrl}/api/v1` });
    const api = restApi(suite.service.baseUrl, json.access_token);
    expect((await api.get(`${suite.workspace.path}/stories/${story.id}`)).status).toBe(404);
    await suite.workspace.operator.joinTeam({
      workspaceId: suite.workspace.id,
      teamId: team.id,
      principalId: suite.member.id,
    });
    expect((await api.get(`${suite.workspace.path}/stories/${story.id}`)).status).toBe(200);
  });

  test('stops working with the membership', async () => {
    const { json } = await suite.token();
    expect(await suite.workspacesOf(json.access_token)).toEqual([200, [suite.workspace.id]]);
    await suite.workspace.operator.removeMember(
      (await suite.workspace.operator.getMember(suite.workspace.id, suite.member.id))!,
    );
    expect((await suite.workspacesOf(json.access_token))[1]).toBeUndefined();
    expect(await refusal({})).toEqual([400, 'invalid_grant']);
  });

  test('stops working with the trust, and with any change of it', async () => {
    const [first, api] = [(await suite.token()).json.access_token, suite.providers()];
    await api.put('main', { audience: `${suite.service.baseUrl}/other` });
    expect((await suite.workspacesOf(first))[0]).toBe(401);
    await api.put();
    const second = (await suite.token()).json.access_token;
    expect((await suite.workspacesOf(first))[0]).toBe(401);
    expect((await suite.workspacesOf(second))[0]).toBe(200);
    expect((await api.delete()).status).toBe(200);
    expect((await suite.workspacesOf(second))[0]).toBe(401);
    expect(await refusal({})).toEqual([400, 'invalid_grant']);
    expect((await api.get()).status).toBe(404);
  });

  test('has no scope that the assertion does not allow', async () => {
    const reading = { scope: 'mcp:read openid' };
    expect((await suite.token(reading)).json.scope).toBe('mcp:read');
    expect((await suite.token(reading, { scope: 'mcp:write' })).json.error).toBe('invalid_scope');
    expect((await suite.token({ scope: 'openid' })).json.error).toBe('invalid_scope');
    expect((await suite.token({}, { scope: 'mcp:read' })).json.scope).toBe('mcp:read');
    const resource = `${suite.service.baseUrl}/mcp`;
    const other = await suite.token({ resource }, { resource: `${suite.service.baseUrl}/api/v1` });
    expect(other.json.error).toBe('invalid_target');
    expect((await suite.token({ resource: 'https://elsewhere.test' })).json.error).toBe('invalid_target');
  });

  test('follows the subject once its address has said who it is', async () => {
    const sub = newKey();
    expect(await refusal({ sub, email: undefined })).toEqual([400, 'invalid_grant']);
    expect((await suite.token({ sub })).status).toBe(200);
    expect((await suite.token({ sub, email: undefined, email_verified: undefined })).status).toBe(200);
    const another = await suite.newMember(`another@${suite.company.domain}`);
    expect(await refusal({ sub, email: another.email })).toEqual([400, 'invalid_grant']);
  });
});

describe('the token endpoint refuses', () => {
  const invalid = [400, 'invalid_grant'];
  beforeEach(() => suite.trust());

  test('an assertion that was used before, also by concurrent requests', async () => {
    const assertion = await suite.company.sign(suite.claims());
    const answers = await Promise.all(Array.from({ length: 5 }, () => suite.exchange(assertion)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  test('claims that are missing, of others or out of time', async () => {
    const now = Math.floor(suite.service.now.getTime() / 1000);
    const other = await oauthApi(suite.service.baseUrl).client();
    const changes = [
      { aud: 'https://elsewhere.test' },
      { aud: [suite.service.baseUrl, 'https://elsewhere.test'] },
      { client_id: other.id },
      { client_id: undefined },
      { exp: now - 60 },
      { exp: now + 3600 },
      { exp: undefined },
      { iat: now + 120 },
      { jti: undefined },
      { sub: undefined },
      { email_verified: false },
      { email_verified: 'true' },
      { email_verified: undefined },
      { email: `x@sub.${suite.company.domain}` },
      { email: `nobody@${suite.company.domain}` },
      { email: await addressOf(suite.workspace, suite.admin.id) },
      { email: [suite.member.email] },
      { iss: 'https://elsewhere.test' },
    ];
    for (const one of changes) expect(await refusal(one), JSON.stringify(one)).toEqual(invalid);
  });

  test('other types, keys and algorithms', async () => {
    for (const header of [{ typ: 'JWT' }, { typ: undefined }, { typ: 'at+jwt' }, { kid: 'unknown' }]) {
      expect(await refusal({}, header), JSON.stringify(header)).toEqual(invalid);
    }
    const { privateKey } = await generateKeyPair('RS256');
    expect((await suite.exchange(await suite.company.sign(suite.claims(), {}, privateKey))).json.error).toBe(
      'invalid_grant',
    );
    const mac = await new SignJWT({ ...suite.claims(), iss: suite.company.issuer, sub: 'x', jti: newKey() })
      .setProtectedHeader({ alg: 'HS256', kid: 'current', typ: 'oauth-id-jag+jwt' })
      .setExpirationTime('2m')
      .sign(Buffer.from('current'));
    expect((await suite.exchange(mac)).json.error).toBe('invalid_grant');
    expect((await suite.exchange('no JWT')).json.error).toBe('invalid_grant');
  });

  test('an unknown client, and metadata that names another issuer', async () => {
    const assertion = await suite.company.sign(suite.claims({ client_id: 'stranger' }));
    const { status, json } = await suite.exchange(assertion, { client_id: 'stranger' });
    expect([status, json.error]).toEqual([401, 'invalid_client']);
    const impostor = await newCompany(() => suite.service.now);
    suite.companies.set(new URL(impostor.issuer).hostname, { ...impostor, answer: suite.company.answer });
    await suite.trust(suite.providers(), { issuer: impostor.issuer });
    const theirs = await suite.exchange(await suite.company.sign(suite.claims({ iss: impostor.issuer })));
    expect([theirs.status, theirs.json.error]).toEqual(invalid);
  });
});

test('the keys are fetched once', async () => {
  await suite.trust();
  await suite.token();
  await suite.token();
  expect(suite.company.asked).toBe(2);
});

test('a client names one of two workspaces of one company', async () => {
  await suite.trust();
  const second = await newWorkspace();
  await suite.newMember(suite.member.email, second);
  await suite.trust(suite.providers(await second.person('admin'), second));
  const { status, json } = await suite.token();
  expect([status, json.error]).toEqual([400, 'invalid_request']);
  expect(json.error_description).toContain(second.id);
  const chosen = await suite.token({}, { workspace_id: second.id });
  expect(await suite.workspacesOf(chosen.json.access_token)).toEqual([200, [second.id]]);
});
