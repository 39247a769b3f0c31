/** `npm run probe -- ENV`: asks a deployed environment what could not be known without one; 1 if anything does not hold. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { environmentConfig } from '../config.ts';
import { CommandError } from '../cli/core/command-error.ts';
import { findRunning, homeFolder } from '../cli/core/local-service.ts';
import { renderTable } from '../cli/core/output.ts';
import { findStackOutputs } from '../cli/core/stack-table.ts';
import { openTarget } from '../cli/core/target.ts';
import { stackNames } from '../stacks.ts';
import { openProbeWorkspace } from './probe-workspace.ts';
import { questions, type Verdict } from './questions.ts';

const USAGE = `npm run probe -- ENV [COPY]

  ENV  an environment that is deployed, or local for the service of this machine
`;

const run = promisify(execFile);

async function probe(name: string, copy: string | undefined): Promise<Verdict[]> {
  const isLocal = name === 'local';
  const stacks = isLocal ? undefined : stackNames(environmentConfig(name, copy));
  const baseUrl = stacks
    ? (await findStackOutputs(stacks.api)).get('BaseUrl')
    : findRunning(homeFolder())?.baseUrl;
  if (!baseUrl) throw new CommandError('Nothing to ask: npm start runs the local service.');
  const database = await openTarget(stacks ? { stack: stacks.data } : { local: true });
  try {
    const workspace = await openProbeWorkspace(database);
    const verdicts: Verdict[] = [];
    for (const ask of questions) verdicts.push(await ask({ baseUrl, database, workspace, isLocal }));
    return [...verdicts, ...(await askAws(stacks?.webhooks))];
  } finally {
    database.client.destroy();
  }
}

/** What only AWS can answer; through the aws command, of a stack with alarms. */
async function askAws(stack: string | undefined): Promise<Verdict[]> {
  const [logs, alarm, cache] = [
    'Are log fields found by a query?',
    'Does an alarm reach its recipient?',
    'Does the compile cache hold?',
  ] as const;
  const notHere = (question: string): Verdict => ({
    question,
    found: 'there is nothing to ask on this machine',
    holds: undefined,
  });
  const noCache = { question: cache, found: 'functions do not enable one', holds: undefined };
  if (stack === undefined) return [notHere(logs), notHere(alarm), noCache];
  const aws = async (...words: string[]) => (await run('aws', [...words, '--output', 'text'])).stdout.trim();
  const group = await aws(
    ...[
      'cloudformation',
      'list-stack-resources',
      '--stack-name',
      stack.replace(/-webhooks$/, '-api'),
      '--query',
    ],
    "StackResourceSummaries[?ResourceType=='AWS::Logs::LogGroup' && starts_with(LogicalResourceId,'Stories')].PhysicalResourceId",
  );
  const now = Math.floor(Date.now() / 1_000);
  const query = await aws(
    ...['logs', 'start-query', '--log-group-name', group, '--start-time', String(now - 3_600)],
    ...[
      '--end-time',
      String(now),
      '--query-string',
      'filter ispresent(message.operation) | stats count(*) as lines',
    ],
  );
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const lines = await aws('logs', 'get-query-results', '--query-id', query, '--query', 'results[0][0].value');
  const name = await aws(
    'cloudwatch',
    'describe-alarms',
    '--alarm-name-prefix',
    stack,
    '--query',
    'MetricAlarms[0].AlarmName',
  );
  const state = ['--state-value', 'ALARM', '--state-reason', 'npm run probe'];
  await aws('cloudwatch', 'set-alarm-state', '--alarm-name', name, ...state);
  return [
    { question: logs, found: `${lines} lines of the last hour`, holds: Number(lines) > 0 },
    { question: alarm, found: `${name} was set off: look for its mail`, holds: undefined },
    noCache,
  ];
}

const [name, copy] = process.argv.slice(2);
try {
  if (name === undefined || name === '--help') process.stdout.write(USAGE);
  else {
    const verdicts = await probe(name, copy);
    const word = ({ holds }: Verdict) => (holds === undefined ? 'not asked' : holds ? 'yes' : 'NO');
    const rows = verdicts.map((verdict) => [verdict.question, word(verdict), verdict.found]);
    process.stdout.write(`${renderTable(['question', 'verdict', 'found'], rows)}\n`);
    if (verdicts.some(({ holds }) => holds === false)) process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
