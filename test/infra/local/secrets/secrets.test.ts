import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generateSecret } from '../../../../infra/local/secrets/secrets.ts';
import { signedFetch } from '../../../support/signed-fetch.ts';
import { startFixture, temporaryFolder } from '../support.ts';

function call(endpoint: string, operation: string, input: unknown): Promise<Response> {
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `secretsmanager.${operation}`,
  };
  return signedFetch('secretsmanager', endpoint, { headers, body: JSON.stringify(input) });
}

describe('the Secrets Manager endpoint', () => {
  test('returns the secret by its ARN, the same one after a restart', async () => {
    const home = temporaryFolder();
    const values: string[] = [];
    for (let run = 0; run < 2; run++) {
      const local = await startFixture({ home });
      const arn = local.environments.echo!.SECRET_ARN!;
      const response = await call(local.secretsEndpoint, 'GetSecretValue', { SecretId: arn });
      const secret = (await response.json()) as {
        ARN: string;
        SecretString: string;
        VersionStages: string[];
      };
      expect(secret).toMatchObject({ ARN: arn, VersionStages: ['AWSCURRENT'] });
      values.push(secret.SecretString);
      await local.stop();
    }
    expect(values[0]).toMatch(/^[A-Za-z0-9]{48}$/);
    expect(values[1]).toBe(values[0]);
    expect(statSync(join(home, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(home, 'secrets.json'), 'utf8')).toContain(values[0]);
  });

  test('answers what it cannot serve as AWS does', async () => {
    const local = await startFixture();
    const unknown = await call(local.secretsEndpoint, 'GetSecretValue', { SecretId: 'nobody' });
    expect([unknown.status, ((await unknown.json()) as { __type: string }).__type]).toEqual([
      400,
      'ResourceNotFoundException',
    ]);
    expect((await call(local.secretsEndpoint, 'PutSecretValue', {})).status).toBe(400);
    expect((await signedFetch('secretsmanager', local.secretsEndpoint, { body: 'no JSON' })).status).toBe(
      400,
    );
    await local.stop();
  });

  test('says what to do when the kept secrets are damaged', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'secrets.json'), '{"half');
    await expect(startFixture({ home })).rejects.toThrow(/secrets.json cannot be read .* remove it/);
  });
});

describe('GenerateSecretString', () => {
  test('has every kind of character by default', () => {
    const secret = generateSecret({});
    expect(secret).toHaveLength(32);
    for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/]) expect(secret).toMatch(kind);
    expect(generateSecret({})).not.toBe(secret);
  });

  test('follows its rules', () => {
    const rules = {
      PasswordLength: 400,
      ExcludePunctuation: true,
      ExcludeUppercase: true,
      ExcludeCharacters: 'abc123',
    };
    expect(generateSecret(rules)).toMatch(/^[d-z04-9]{400}$/);
    const template = {
      SecretStringTemplate: '{"user":"me"}',
      GenerateStringKey: 'password',
      PasswordLength: 8,
    };
    expect(JSON.parse(generateSecret(template))).toEqual({
      user: 'me',
      password: expect.stringMatching(/^.{8}$/) as string,
    });
  });
});
