import type { EnvironmentConfig } from '../constructs/environment-config.ts';
import { ACCOUNT_CONCURRENCY } from '../constructs/api-metrics.ts';
import { stackNames } from '../stack-names.ts';

/** Runs the aws command with these words; empty where it is missing or fails. */
type Ask = (parameters: string[]) => Promise<string>;

interface Precondition {
  words: string[];
  query: string;
  /** What the answer, as text, means for the environment; undefined if all is well. */
  problem: (answer: string) => string | undefined;
}

/**
 * Returns what the account lacks for an environment to work as its settings say, as sentences: what CloudFormation does not
 * notice, since it deploys all the same. What the credentials may not ask is left out.
 */
export async function missingPreconditions(config: EnvironmentConfig, ask: Ask): Promise<string[]> {
  const where = config.region ? ['--region', config.region] : [];
  const found = await Promise.all(
    preconditionsOf(config).map(async ({ words, query, problem }) => {
      const answer = (await ask([...words, '--query', query, '--output', 'text', ...where])).trim();
      return answer === '' ? undefined : problem(answer);
    }),
  );
  return found.filter((problem) => problem !== undefined);
}

const preconditionsOf = (config: EnvironmentConfig): Precondition[] => [
  concurrency(config),
  ...(config.mail ? [sending] : []),
  ...(config.inboundMailDomain ? [receiving(config)] : []),
  ...(config.backupCopies?.some((vault) => vault.split(':')[4] !== config.account) ? [organization] : []),
];

const concurrency = ({ name, accountConcurrency }: EnvironmentConfig): Precondition => ({
  words: ['lambda', 'get-account-settings'],
  query: 'AccountLimit.ConcurrentExecutions',
  problem: (answer) => {
    const expected = accountConcurrency ?? ACCOUNT_CONCURRENCY;
    if (Number(answer) === expected) return undefined;
    return Number(answer) < expected
      ? `The account allows ${answer} concurrent executions, not ${expected}: ask for more (Service Quotas, AWS Lambda), since requests beyond them get 503.`
      : `The account allows ${answer} concurrent executions: set accountConcurrency in infra/environments/${name}.json to that, or alarms come at ${expected}.`;
  },
});

const sending: Precondition = {
  words: ['sesv2', 'get-account'],
  query: 'ProductionAccessEnabled',
  problem: (answer) =>
    answer === 'True'
      ? undefined
      : 'SES sends to verified addresses only: ask for production access (SES, Account dashboard).',
};

const receiving = (config: EnvironmentConfig): Precondition => ({
  words: ['ses', 'describe-active-receipt-rule-set'],
  query: 'Metadata.Name',
  problem: (answer) =>
    // CloudFormation makes its name up from that of the stack.
    answer.startsWith(`${stackNames(config).mail}-`)
      ? undefined
      : `SES receives no mail for ${config.id}, since its active set of rules is ${answer}: activate the output InboundRuleSet of the mail stack.`,
});

const organization: Precondition = {
  words: ['backup', 'describe-global-settings'],
  query: 'GlobalSettings.isCrossAccountBackupEnabled',
  problem: (answer) =>
    answer === 'true'
      ? undefined
      : 'Backups cannot be copied to another account: switch cross-account backup on in the account that manages the organization.',
};
