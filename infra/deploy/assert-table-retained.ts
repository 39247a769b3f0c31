import { CommandError } from '../../cli/core/command-error.ts';
import type { EnvironmentConfig } from '../constructs/environment-config.ts';
import { RESTORED_TABLE_OUTPUT, stackNames } from '../stack-names.ts';
import { awsCommandOutput } from './run-command.ts';

/**
 * Throws a CommandError if the environment uses a restored table that its file no longer names: the deployment would
 * create an empty one instead. Checks nothing if the stack or the aws command is missing.
 */
export async function assertTableRetained(config: EnvironmentConfig): Promise<void> {
  if (config.table) return;
  const { data } = stackNames(config);
  const region = config.region ? ['--region', config.region] : [];
  const query = `Stacks[0].Outputs[?OutputKey=='${RESTORED_TABLE_OUTPUT}'].OutputValue`;
  const parameters = ['cloudformation', 'describe-stacks', '--stack-name', data, '--query', query];
  const table = (await awsCommandOutput([...parameters, '--output', 'text', ...region])).trim();
  if (table === '') return;
  throw new CommandError(
    `${config.id} uses the restored table ${table}, but infra/environments/${config.name}.json has no "table": ` +
      'deploying would make an empty one. Put "table" with its name and streamArn back into the file.',
  );
}
