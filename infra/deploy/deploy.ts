import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkService } from '../../shared/kernel/net/check-service.ts';
import type { EnvironmentConfig } from '../constructs/environment-config.ts';
import { stackNames } from '../stack-names.ts';
import { assertAssemblyFits } from './assert-assembly-fits.ts';
import { assertTableRetained } from './assert-table-retained.ts';
import { bootstrapWhereMissing } from './bootstrap.ts';
import { checkGroups } from './check-groups.ts';
import { confirm } from '../../cli/core/confirm.ts';
import { contextOf } from './context.ts';
import { CommandError } from '../../cli/core/command-error.ts';
import { firstSteps } from './first-steps.ts';
import { missingPreconditions } from './preconditions.ts';
import { awsCommandOutput, runCdk } from './run-command.ts';

interface DeployOptions {
  /** Deploy without asking. */
  yes: boolean;
  /** What `npm run synth` wrote, to deploy that instead of what the code and the environment's file say now. */
  assembly?: string | undefined;
  /** The time for which the service may take to respond, in milliseconds. */
  waitMs: number;
}

/** Deploys an environment and tries it. Throws CommandError for what its operator can put right. */
export async function deploy(
  config: EnvironmentConfig,
  { yes, assembly, waitMs }: DeployOptions,
): Promise<void> {
  const source = assembly === undefined ? contextOf(config) : ['--app', assembly];
  if (assembly !== undefined) assertAssemblyFits(config, assembly);
  await bootstrapWhereMissing(config);
  await assertTableRetained(config);
  for (const problem of await missingPreconditions(config, awsCommandOutput))
    console.log(`NOTE   ${problem}`);
  await runCdk(['diff', '--all', ...source]);
  await confirm(`These changes are deployed to ${config.id}.`, yes);
  const outputs = await deployStacks(config, source);
  const baseUrl = outputs['BaseUrl'];
  if (!baseUrl) throw new CommandError('The deployment gave no address: its output BaseUrl is missing.');
  await assertGatewayDeployed(config, outputs['ApiId']);
  const answers = [...(await checkService(baseUrl, waitMs)), ...(await checkGroups(baseUrl))];
  const isUp = answers.every(({ problem }) => problem === undefined);
  // It loads the whole domain, which nothing before it needs.
  const { checkDeliveries } = await import('./check-deliveries.ts');
  const results = [...answers, ...(isUp ? await checkDeliveries(config, baseUrl) : [])];
  for (const { path, problem } of results)
    console.log(`${problem ? 'FAILED' : 'ok    '} ${path} ${problem ?? ''}`);
  console.log(firstSteps(config, baseUrl, outputs['DomainTarget']));
  if (results.every(({ problem }) => problem === undefined)) return;
  throw new CommandError(
    `${config.id} is deployed, but does not answer as it should at ${baseUrl}. ` +
      (config.domain
        ? 'If its DNS record is new, wait and run this again; else see "The service does not answer" in docs/runbook.md.'
        : 'See "The service does not answer" in docs/runbook.md.'),
  );
}

/**
 * Throws a CommandError if the gateway did not put the new routes into use, which leaves CloudFormation's stack green.
 * Checks nothing where the aws command is missing or may not ask.
 */
async function assertGatewayDeployed(
  { region }: EnvironmentConfig,
  apiId: string | undefined,
): Promise<void> {
  if (apiId === undefined) return;
  const where = region ? ['--region', region] : [];
  const stage = ['--api-id', apiId, '--stage-name', '$default', ...where];
  const said = await awsCommandOutput([
    'apigatewayv2',
    'get-stage',
    ...stage,
    '--query',
    'LastDeploymentStatusMessage',
    '--output',
    'text',
  ]);
  const message = said.trim();
  if (message === '' || message === 'None' || message.startsWith('Successfully')) return;
  throw new CommandError(
    `The stacks are deployed, but the gateway still has its former routes: ${message} Correct it and run this again.`,
  );
}

/** Deploys all stacks; gives the outputs of the API's. */
async function deployStacks(
  config: EnvironmentConfig,
  source: string[],
): Promise<Record<string, string | undefined>> {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-deploy-'));
  try {
    const file = join(folder, 'outputs.json');
    await runCdk(['deploy', '--all', '--require-approval', 'never', '--outputs-file', file, ...source]);
    const outputs = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
    return outputs[stackNames(config).api] ?? {};
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
