/** `npm run probe -- ENV`: asks a deployed environment what could not be known without one; 1 if anything does not hold. */
import { parseArgs } from 'node:util';
import { environmentConfig } from '../config.ts';
import type { EnvironmentConfig } from '../constructs/environment-config.ts';
import { CommandError, UsageError } from '../../cli/core/command-error.ts';
import { findRunning, homeFolder } from '../../cli/core/local-service.ts';
import { renderTable } from '../../cli/core/output.ts';
import { findStackOutputs } from '../../cli/core/stack-table.ts';
import { openTarget } from '../../cli/core/target.ts';
import { stackNames } from '../stack-names.ts';
import { askAws } from './aws-questions.ts';
import { openProbeWorkspace } from './probe-workspace.ts';
import { questions, type Verdict } from './questions.ts';
import { describeLoop, loopRequests } from './request-loop.ts';

const USAGE = `npm run probe -- ENV [COPY] [options]

  ENV             an environment that is deployed, or local for the service of this machine
  --loop SECONDS  instead, send ten requests a second for so long, until Ctrl-C at most, while you deploy elsewhere: reports
                  the answers by status, and the longest time without a success
`;

/** The maximum delay of search and the changes feed after a write. */
const LAG_MAX_MS = 10_000;

interface Target {
  /** Undefined for the local service. */
  stacks: ReturnType<typeof stackNames> | undefined;
  config: EnvironmentConfig | undefined;
  baseUrl: string;
}

async function findTarget(name: string, copy: string | undefined): Promise<Target> {
  const config = name === 'local' ? undefined : environmentConfig(name, copy);
  const stacks = config && stackNames(config);
  const baseUrl = stacks
    ? (await findStackOutputs(stacks.api)).get('BaseUrl')
    : findRunning(homeFolder())?.baseUrl;
  if (!baseUrl) throw new CommandError('Nothing to ask: npm start runs the local service.');
  return { stacks, config, baseUrl };
}

async function probe({ stacks, config, baseUrl }: Target): Promise<Verdict[]> {
  const isLocal = stacks === undefined;
  const database = await openTarget(stacks ? { stack: stacks.data } : { local: true });
  try {
    const workspace = await openProbeWorkspace(database);
    const verdicts: Verdict[] = [];
    for (const ask of questions)
      verdicts.push(await ask({ baseUrl, database, workspace, isLocal, lagMaxMs: LAG_MAX_MS }));
    return [...verdicts, ...(await askAws(stacks, database.tableName, config))];
  } finally {
    database.client.destroy();
  }
}

/** Sends requests until the time is over or the operator ends it. Returns whether all were answered well. */
async function loop({ baseUrl }: Target, text: string): Promise<boolean> {
  const seconds = Number(text);
  if (!(seconds > 0)) throw new UsageError('--loop takes seconds, such as --loop 1200.');
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const report = await loopRequests(baseUrl, { seconds, signal: stop.signal });
  process.stdout.write(`${describeLoop(report).join('\n')}\n`);
  return Object.keys(report.failures).length === 0;
}

/** Prints the answers. Returns whether all hold that could be asked. */
async function report(target: Target): Promise<boolean> {
  const verdicts = await probe(target);
  const word = ({ holds }: Verdict) => (holds === undefined ? 'not asked' : holds ? 'yes' : 'NO');
  const rows = verdicts.map((verdict) => [verdict.question, word(verdict), verdict.found]);
  process.stdout.write(`${renderTable(['question', 'verdict', 'found'], rows)}\n`);
  return verdicts.every(({ holds }) => holds !== false);
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { loop: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [name, copy] = positionals;
  if (name === undefined || values.help) process.stdout.write(USAGE);
  else {
    const target = await findTarget(name, copy);
    const isFine = values.loop === undefined ? await report(target) : await loop(target, values.loop);
    if (!isFine) process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
