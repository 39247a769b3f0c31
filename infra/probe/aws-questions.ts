import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CommandError } from '../../cli/core/command-error.ts';
import type { Verdict } from './questions.ts';

const run = promisify(execFile);

const QUERY_MAX_MS = 60_000;
const POLL_MS = 1_000;
const HOUR_SECONDS = 3_600;

const asked = {
  logs: 'Are log fields found by a query?',
  alarm: 'Can an alarm reach its recipient?',
  cache: 'Does the compile cache hold?',
};

/** The stacks that are asked. */
interface Stacks {
  api: string;
  webhooks: string;
}

/**
 * Checks the questions that only AWS can answer, through the aws command. Throws a CommandError if it is missing or
 * fails.
 */
export async function askAws(stacks: Stacks | undefined): Promise<Verdict[]> {
  const noCache = { question: asked.cache, found: 'functions do not enable one', holds: undefined };
  if (stacks === undefined) {
    const found = 'there is nothing to ask on this machine';
    return [
      { question: asked.logs, found, holds: undefined },
      { question: asked.alarm, found, holds: undefined },
      noCache,
    ];
  }
  return [await logFields(stacks.api), await alarmMail(stacks.webhooks), noCache];
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

/** Sets an alarm off, if somebody would be notified. */
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

/** The words of an answer; those that it lacks (`None`) are undefined. */
async function aws(...words: string[]): Promise<(string | undefined)[]> {
  try {
    const { stdout } = await run('aws', [...words, '--output', 'text']);
    const values = stdout.trim() === '' ? [] : stdout.trim().split(/\s+/);
    return values.map((value) => (value === 'None' ? undefined : value));
  } catch (error) {
    const said = ((error as { stderr?: string }).stderr ?? '').trim().split('\n').at(-1);
    throw new CommandError(`aws ${words.slice(0, 2).join(' ')} failed: ${said || (error as Error).message}`);
  }
}
