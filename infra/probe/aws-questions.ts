import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CommandError } from '../../cli/core/command-error.ts';
import { teamKind } from '../../shared/identity/team/team-store.ts';
import { workspaceKind } from '../../shared/kernel/auth/workspace-kind.ts';
import { table } from '../../shared/kernel/db/table.ts';
import type { EnvironmentConfig } from '../constructs/environment-config.ts';
import { missingPreconditions } from '../deploy/preconditions.ts';
import { awsCommandOutput } from '../deploy/run-command.ts';
import type { Verdict } from './questions.ts';

const run = promisify(execFile);

const QUERY_MAX_MS = 60_000;
const POLL_MS = 1_000;
const HOUR_SECONDS = 3_600;

const asked = {
  logs: 'Are log fields found by a query?',
  alarm: 'Can an alarm reach its recipient?',
  keys: 'Does a condition on keys hold for an index?',
  cache: 'Does the compile cache hold?',
  loops: 'May deliveries feed their own queue?',
  account: 'Has the account what the settings need?',
};

/** The stacks that are asked. */
interface Stacks {
  data: string;
  api: string;
  webhooks: string;
}

/**
 * Checks the questions that only AWS can answer, through the aws command. Throws a CommandError if it is missing or
 * fails.
 */
export async function askAws(
  stacks: Stacks | undefined,
  tableName: string,
  config?: EnvironmentConfig,
): Promise<Verdict[]> {
  const noCache = { question: asked.cache, found: 'functions do not enable one', holds: undefined };
  if (stacks === undefined) {
    const found = 'there is nothing to ask on this machine';
    return [
      { question: asked.logs, found, holds: undefined },
      { question: asked.alarm, found, holds: undefined },
      { question: asked.keys, found, holds: undefined },
      { question: asked.loops, found, holds: undefined },
      { question: asked.account, found, holds: undefined },
      noCache,
    ];
  }
  return [
    await logFields(stacks.api),
    await alarmMail(stacks.webhooks),
    await keyConditions(stacks.data, tableName),
    await recursion(stacks.webhooks),
    ...(config ? [await preconditions(config)] : []),
    noCache,
  ];
}

/** Lambda takes a function for an endless loop after 16 hops, unless its setting says otherwise. */
async function recursion(stack: string): Promise<Verdict> {
  const question = asked.loops;
  const [name] = await aws(
    'cloudformation',
    'list-stack-resources',
    '--stack-name',
    stack,
    '--query',
    "StackResourceSummaries[?ResourceType=='AWS::Lambda::Function' && starts_with(LogicalResourceId,'WebhookDelivery')].PhysicalResourceId",
  );
  if (name === undefined) return { question, found: `${stack} has no function for deliveries`, holds: false };
  const asking = ['lambda', 'get-function-recursion-config', '--function-name', name];
  const [setting] = await aws(...asking, '--query', 'RecursiveLoop');
  return { question, found: `its RecursiveLoop is ${setting}`, holds: setting === 'Allow' };
}

/** What CloudFormation does not notice, as before a deployment. */
async function preconditions(config: EnvironmentConfig): Promise<Verdict> {
  const missing = await missingPreconditions(config, awsCommandOutput);
  return {
    question: asked.account,
    found: missing.length > 0 ? missing.join(' ') : 'nothing is missing',
    holds: missing.length === 0,
  };
}

/** Looks for the request lines of the last hour, of which the probe has just made some. */
async function logFields(stack: string): Promise<Verdict> {
  const question = asked.logs;
  const [group] = await aws(
    'cloudformation',
    'list-stack-resources',
    '--stack-name',
    stack,
    '--query',
    "StackResourceSummaries[?ResourceType=='AWS::Logs::LogGroup' && starts_with(LogicalResourceId,'FunctionLogs')].PhysicalResourceId",
  );
  if (group === undefined) return { question, found: `${stack} has no log group of functions`, holds: false };
  const now = Math.floor(Date.now() / 1_000);
  const [id] = await aws(
    'logs',
    'start-query',
    '--log-group-name',
    group,
    '--start-time',
    String(now - HOUR_SECONDS),
    '--end-time',
    String(now + HOUR_SECONDS),
    '--query-string',
    'filter ispresent(message.operation) | stats count(*) as lines',
    '--query',
    'queryId',
  );
  const results = ['logs', 'get-query-results', '--query-id', id!, '--query'];
  for (let waited = 0; waited < QUERY_MAX_MS; waited += POLL_MS) {
    const [status, lines] = await aws(...results, '[status, results[0][0].value]');
    if (status === 'Complete') {
      return { question, found: `${Number(lines) || 0} lines of the last hour`, holds: Number(lines) > 0 };
    }
    if (status !== 'Running' && status !== 'Scheduled') {
      return { question, found: `the query ended as ${status}`, holds: false };
    }
    await delay(POLL_MS);
  }
  return { question, found: `the query takes more than ${QUERY_MAX_MS / 1_000} s`, holds: false };
}

/** Sets an alarm off, if someone would be notified. */
async function alarmMail(stack: string): Promise<Verdict> {
  const question = asked.alarm;
  const [name, topic] = await aws(
    'cloudwatch',
    'describe-alarms',
    '--alarm-name-prefix',
    stack,
    '--query',
    'MetricAlarms[0].[AlarmName, AlarmActions[0]]',
  );
  if (name === undefined || topic === undefined) {
    return { question, found: `${stack} has no alarm with a recipient`, holds: false };
  }
  const [recipient, subscription] = await aws(
    'sns',
    'list-subscriptions-by-topic',
    '--topic-arn',
    topic,
    '--query',
    'Subscriptions[0].[Endpoint, SubscriptionArn]',
  );
  if (recipient === undefined) {
    return { question, found: 'no one gets alarms: set alarmEmail', holds: false };
  }
  if (!subscription?.startsWith('arn:')) {
    return { question, found: `${recipient} has not confirmed the mail of AWS`, holds: false };
  }
  await aws(
    'cloudwatch',
    'set-alarm-state',
    '--alarm-name',
    name,
    '--state-value',
    'ALARM',
    '--state-reason',
    'npm run probe',
  );
  return { question, found: `${name} was set off: look for the mail to ${recipient}`, holds: true };
}

/** What the role of a function says of the table (infra/constructs/service-function.ts), with one pattern of keys. */
const LIMITED_POLICY = {
  Version: '2012-10-17',
  Statement: {
    Effect: 'Allow',
    Action: 'dynamodb:Query',
    Resource: '*',
    Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${workspaceKind.prefix}*`] } },
  },
};

/** Queries an index as a role that may use some of its partitions only: CDK's role for look-ups, which reads all tables. */
async function keyConditions(stack: string, tableName: string): Promise<Verdict> {
  const question = asked.keys;
  const [deployedBy] = await aws(
    'cloudformation',
    'describe-stacks',
    '--stack-name',
    stack,
    '--query',
    'Stacks[0].[RoleARN]',
  );
  if (deployedBy === undefined) {
    return { question, found: `${stack} was deployed without the roles of CDK`, holds: undefined };
  }
  const [id, secret, token] = await aws(
    'sts',
    'assume-role',
    '--role-arn',
    deployedBy.replace('-cfn-exec-role-', '-lookup-role-'),
    '--role-session-name',
    'plotline-probe',
    '--policy',
    JSON.stringify(LIMITED_POLICY),
    '--query',
    'Credentials.[AccessKeyId, SecretAccessKey, SessionToken]',
  );
  const credentials = { AWS_ACCESS_KEY_ID: id!, AWS_SECRET_ACCESS_KEY: secret!, AWS_SESSION_TOKEN: token! };
  const isAllowed = (partition: string) => mayQuery(tableName, partition, credentials);
  const [inside, outside] = [
    await isAllowed(workspaceKind.key('probe').pk),
    await isAllowed(teamKind.key('probe').pk),
  ];
  const found = `keys that match are ${inside ? 'allowed' : 'refused'}, others ${outside ? 'allowed' : 'refused'}`;
  return { question, found, holds: inside && !outside };
}

async function mayQuery(
  tableName: string,
  partition: string,
  credentials: NodeJS.ProcessEnv,
): Promise<boolean> {
  const { partitionKey } = table.indexes.list;
  const condition = ['--key-condition-expression', `${partitionKey} = :one`];
  const values = ['--expression-attribute-values', JSON.stringify({ ':one': { S: partition } })];
  const query = ['--table-name', tableName, '--index-name', 'list', ...condition, ...values];
  try {
    await awsAs(credentials, 'dynamodb', 'query', ...query, '--query', 'Count');
    return true;
  } catch (error) {
    if (error instanceof CommandError && error.message.includes('AccessDenied')) return false;
    throw error;
  }
}

/** The words of an answer; those that it lacks (`None`) are undefined. */
const aws = (...words: string[]): Promise<(string | undefined)[]> => awsAs({}, ...words);

/** With credentials in place of the operator's. */
async function awsAs(credentials: NodeJS.ProcessEnv, ...words: string[]): Promise<(string | undefined)[]> {
  try {
    const env = { ...process.env, ...credentials };
    const { stdout } = await run('aws', [...words, '--output', 'text'], { env });
    const values = stdout.trim() === '' ? [] : stdout.trim().split(/\s+/);
    return values.map((value) => (value === 'None' ? undefined : value));
  } catch (error) {
    const said = ((error as { stderr?: string }).stderr ?? '').trim().split('\n').at(-1);
    throw new CommandError(`aws ${words.slice(0, 2).join(' ')} failed: ${said || (error as Error).message}`);
  }
}
