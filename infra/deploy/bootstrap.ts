import type { EnvironmentConfig } from '../constructs/environment-config.ts';
import { CommandError } from '../../cli/core/command-error.ts';
import { runCdk, tryAws } from './run-command.ts';

/** The parameter with CDK's version in an account and region that it has bootstrapped. */
const VERSION_PARAMETER = '/cdk-bootstrap/hnb659fds/version';

/**
 * Prepares the account and region for CDK where that has not been done. Without the aws command it cannot know, and
 * has CDK look; that changes nothing where all is there, but needs more rights than deploying does.
 */
export async function bootstrapWhereMissing({ name, account, region }: EnvironmentConfig): Promise<void> {
  const at = region ? ['--region', region] : [];
  const failure = await tryAws(['ssm', 'get-parameter', '--name', VERSION_PARAMETER, ...at]);
  if (!failure) return;
  if (!failure.missing && failure.said.includes('specify a region'))
    throw new CommandError(`No region is set: set AWS_REGION, or region in infra/environments/${name}.json.`);
  if (!failure.missing && !failure.said.includes('ParameterNotFound')) {
    throw new CommandError(
      `AWS does not answer with these credentials: ${failure.said.split('\n').at(-1)} Check AWS_PROFILE and AWS_REGION.`,
    );
  }
  await runCdk(['bootstrap', ...(account && region ? [`aws://${account}/${region}`] : [])]);
}
