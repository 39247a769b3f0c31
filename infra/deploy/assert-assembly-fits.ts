import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../../cli/core/command-error.ts';
import type { EnvironmentConfig } from '../constructs/environment-config.ts';
import { RESTORED_TABLE_OUTPUT, stackNames } from '../stack-names.ts';

interface Template {
  Resources?: Record<string, { Type: string }>;
  Outputs?: Record<string, { Value: unknown }>;
}

/**
 * Throws a CommandError if a folder that `npm run synth` wrote is of another environment, or from before its file got
 * another table or rollout: what is checked by the file would not hold for what is deployed.
 */
export function assertAssemblyFits(config: EnvironmentConfig, folder: string): void {
  const { data, api } = stackNames(config);
  const table = templateOf(folder, data).Outputs?.[RESTORED_TABLE_OUTPUT]?.Value;
  const resources = Object.values(templateOf(folder, api).Resources ?? {});
  const isGradual = resources.some(({ Type }) => Type === 'AWS::CodeDeploy::DeploymentGroup');
  if (table === config.table?.name && isGradual === (config.rollout === 'canary')) return;
  throw new CommandError(
    `${folder} was synthesized with another table or rollout than infra/environments/${config.name}.json has now: ` +
      `run npm run synth -- ${config.name}, and deploy what that writes.`,
  );
}

function templateOf(folder: string, stack: string): Template {
  const file = join(folder, `${stack}.template.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Template;
  throw new CommandError(
    `${folder} has no template of ${stack}: name the folder of this environment in cdk.out.`,
  );
}
