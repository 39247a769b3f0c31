import { expect, test } from 'vitest';
import { parseEnvironment } from '../../../infra/config.ts';
import { missingPreconditions } from '../../../infra/deploy/preconditions.ts';

const settings = {
  kind: 'staging',
  account: '123456789012',
  region: 'eu-central-1',
  mail: { domain: 'mail.example.com' },
  inboundMailDomain: 'in.example.com',
  backupCopies: ['arn:aws:backup:eu-central-1:210987654321:backup-vault:copies'],
};

/** Answers of an account that has all, by the call. */
const complete: Record<string, string> = {
  'lambda get-account-settings': '1000\n',
  'sesv2 get-account': 'True\n',
  'ses describe-active-receipt-rule-set': 'Plotline-qa-mail-InboundRules-1A2B\n',
  'backup describe-global-settings': 'true\n',
};

async function missing(answers: Record<string, string>, changes: object = {}, base: object = settings) {
  const asked: string[] = [];
  const found = await missingPreconditions(
    parseEnvironment('qa', { ...base, ...changes }),
    ([service, command, ...rest]) => {
      asked.push(`${service} ${command}`);
      expect(rest.slice(-2)).toEqual(['--region', 'eu-central-1']);
      return Promise.resolve({ ...complete, ...answers }[`${service} ${command}`] ?? '');
    },
  );
  return { asked, found };
}

test('an account that has all that an environment needs is no reason to say anything', async () => {
  expect(await missing({})).toEqual({ asked: Object.keys(complete), found: [] });
});

test.each([
  ['lambda get-account-settings', '10', 'The account allows 10 concurrent executions, not 1000'],
  ['lambda get-account-settings', '5000', 'set accountConcurrency in infra/environments/qa.json'],
  ['sesv2 get-account', 'False', 'SES sends to verified addresses only'],
  ['ses describe-active-receipt-rule-set', 'None', 'SES receives no mail for qa'],
  ['ses describe-active-receipt-rule-set', 'Plotline-dev-mail-InboundRules-1', 'SES receives no mail for qa'],
  ['backup describe-global-settings', 'false', 'Backups cannot be copied to another account'],
])('where %s answers %s, the deployment says: %s', async (call, answer, said) => {
  const { found } = await missing({ [call]: answer });
  expect(found).toEqual([expect.stringContaining(said)]);
});

test('what an environment does not use, and what may not be asked, is left out', async () => {
  const { kind, account, region } = settings;
  const { asked, found } = await missing(
    { 'lambda get-account-settings': '' },
    {},
    { kind, account, region },
  );
  expect(asked).toEqual(['lambda get-account-settings']);
  expect(found).toEqual([]);
});

test('a limit that the settings name is the one that is compared', async () => {
  const answers = { 'lambda get-account-settings': '5000' };
  expect((await missing(answers, { accountConcurrency: 5_000 })).found).toEqual([]);
});
