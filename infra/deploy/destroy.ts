import { RemovalPolicy } from 'aws-cdk-lib';
import type { EnvironmentConfig } from '../constructs/environment-config.ts';
import { stackNames } from '../stack-names.ts';
import { confirm } from '../../cli/core/confirm.ts';
import { contextOf } from './context.ts';
import { CommandError } from '../../cli/core/command-error.ts';
import { runCdk } from './run-command.ts';

interface DestroyOptions {
  /** Destroy without asking. */
  yes: boolean;
  /** Keep the data stack: the table and the secrets. */
  keepData: boolean;
}

/** Deletes an environment. Throws CommandError where that would delete data that its settings protect. */
export async function destroy(config: EnvironmentConfig, { yes, keepData }: DestroyOptions): Promise<void> {
  const { id, name } = config;
  const { data, ...others } = stackNames(config);
  if (!keepData && config.removalPolicy !== RemovalPolicy.DESTROY) {
    throw new CommandError(
      `${name} keeps its data: with --keep-data everything but the table and the secrets is deleted. To delete ` +
        `those too, set "kind": "staging" in infra/environments/${name}.json, deploy, and run this again.`,
    );
  }
  const stacks = keepData ? Object.values(others) : [...Object.values(others), data];
  const consequence = keepData
    ? `This deletes ${id}, except for ${data}.`
    : `This deletes ${id} with all of its data, and there is no way back.`;
  await confirm(consequence, yes);
  await runCdk(['destroy', ...stacks, '--force', ...contextOf(config)]);
}
