import { CommandError } from '../../cli/core/command-error.ts';
import type { EnvironmentConfig } from '../constructs/environment-config.ts';
import { RESTORED_TABLE_OUTPUT, stackNames } from '../stack-names.ts';
import { awsCommandOutput } from './run-command.ts';

/**
 * Throws a CommandError if the environment uses a restored table that its file no longer names, since the deployment would
 * create an empty one, if functions would get another table gradually, or if the stack should manage a table that was not
 * imported. Checks nothing if the stack or the aws command
 * is missing.
 */
export async function assertTableRetained(config: EnvironmentConfig): Promise<void> {
  const { id, name, table, rollout } = config;
  const file = `infra/environments/${name}.json`;
  const { [RESTORED_TABLE_OUTPUT]: restored, TableName: current } = await outputsOfData(config);
  if (restored !== undefined && table === undefined) {
    throw new CommandError(
      `${id} uses the restored table ${restored}, but ${file} has no "table": ` +
        'deploying would make an empty one. Put "table" with its name and streamArn back into the file.',
    );
  }
  if (table?.managed && (await tablesOfData(config))?.includes(table.name) === false) {
    throw new CommandError(
      `${file} says that ${table.name} is managed, but the stack does not have it yet. Import it first: ` +
        `npm run synth -- ${id}, then npx cdk import ${stackNames(config).data} --app cdk.out/${id}.`,
    );
  }
  if (table === undefined || current === undefined || table.name === current || rollout !== 'canary') return;
  throw new CommandError(
    `${id} uses the table ${current}, and would get ${table.name} gradually: for minutes, most requests would still ` +
      `write to the former one. Set "rollout": "all-at-once" in ${file} for this deployment.`,
  );
}

/** The outputs of the data stack; none if it is missing. */
async function outputsOfData(config: EnvironmentConfig): Promise<Record<string, string | undefined>> {
  const found = await askAboutData(config, 'describe-stacks', 'Stacks[0].Outputs');
  const outputs = (found ?? []) as { OutputKey: string; OutputValue: string }[];
  return Object.fromEntries(outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
}

/** The names of the tables that the data stack manages; undefined if it is missing. */
const tablesOfData = async (config: EnvironmentConfig): Promise<string[] | undefined> =>
  (await askAboutData(
    config,
    'list-stack-resources',
    "StackResourceSummaries[?ResourceType=='AWS::DynamoDB::GlobalTable'].PhysicalResourceId",
  )) as string[] | undefined;

/** What CloudFormation says about the data stack; undefined if it says nothing. */
async function askAboutData(config: EnvironmentConfig, command: string, query: string): Promise<unknown> {
  const region = config.region ? ['--region', config.region] : [];
  const stack = ['--stack-name', stackNames(config).data, '--query', query, '--output', 'json'];
  const found = await awsCommandOutput(['cloudformation', command, ...stack, ...region]);
  return JSON.parse(found.trim() || 'null') ?? undefined;
}
