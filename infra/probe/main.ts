/** `npm run probe -- ENV`: asks a deployed environment what could not be known without one; 1 if anything does not hold. */
import { environmentConfig } from '../config.ts';
import { CommandError } from '../../cli/core/command-error.ts';
import { findRunning, homeFolder } from '../../cli/core/local-service.ts';
import { renderTable } from '../../cli/core/output.ts';
import { findStackOutputs } from '../../cli/core/stack-table.ts';
import { openTarget } from '../../cli/core/target.ts';
import { stackNames } from '../stack-names.ts';
import { askAws } from './aws-questions.ts';
import { openProbeWorkspace } from './probe-workspace.ts';
import { questions, type Verdict } from './questions.ts';

const USAGE = `npm run probe -- ENV [COPY]

  ENV  an environment that is deployed, or local for the service of this machine
`;

/** The maximum delay of search and the changes feed after a write. */
const LAG_MAX_MS = 10_000;

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
    for (const ask of questions)
      verdicts.push(await ask({ baseUrl, database, workspace, isLocal, lagMaxMs: LAG_MAX_MS }));
    return [...verdicts, ...(await askAws(stacks, database.tableName))];
  } finally {
    database.client.destroy();
  }
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
