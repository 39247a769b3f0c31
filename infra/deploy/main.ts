/** `npm run synth`, `npm run deploy -- ENV` and `npm run destroy -- ENV`. */
import { Command, CommanderError } from 'commander';
import { environmentConfig, environmentNames } from '../config.ts';
import type { EnvironmentConfig } from '../constructs/environment-config.ts';
import { deploy } from './deploy.ts';
import { CommandError, UsageError } from '../../cli/core/command-error.ts';
import { destroy } from './destroy.ts';
import { synthesizeEnvironments } from './synth.ts';

interface DeployParameters {
  copy?: string;
  yes: boolean;
  wait: string;
  assembly?: string;
}

interface DestroyParameters {
  copy?: string;
  keepData: boolean;
  yes: boolean;
}

/** Of a wrong use, as of the command line; other failures end with 1. */
const USAGE_CODE = 2;

const program = new Command('npm run').exitOverride();

program
  .command('deploy')
  .description(
    'Deploys an environment: prepares the account, shows the changes, deploys, and tries the service.',
  )
  .argument('[environment]', 'a file of infra/environments, without .json')
  .option('--copy <name>', 'another copy of the environment in the same account')
  .option('--yes', 'deploy without asking', false)
  .option('--wait <seconds>', 'how long the service may take to answer', '120')
  .option('--assembly <folder>', 'deploy what npm run synth wrote, such as cdk.out/dev')
  .action(async (name: string | undefined, { copy, wait, ...options }: DeployParameters) => {
    await deploy(configOf(named(name), copy), { ...options, waitMs: Number(wait) * 1_000 });
  });

program
  .command('destroy')
  .description('Deletes an environment. One that keeps its data needs --keep-data.')
  .argument('[environment]', 'a file of infra/environments, without .json')
  .option('--copy <name>', 'a copy of the environment')
  .option('--keep-data', 'delete all but the table and the secrets', false)
  .option('--yes', 'delete without asking', false)
  .action(async (name: string | undefined, { copy, ...options }: DestroyParameters) => {
    await destroy(configOf(named(name), copy), options);
  });

program
  .command('synth')
  .description(
    'Checks the templates of environments without an account, by default of all that are complete.',
  )
  .argument('[environments...]', 'files of infra/environments, without .json')
  .action(async (names: string[]) => {
    const { PLOTLINE_ENV: variable } = process.env;
    await synthesizeEnvironments(variable ? [variable, ...names] : names);
  });

function named(name: string | undefined): string {
  if (name !== undefined) return name;
  const names = environmentNames();
  throw new UsageError(`Name an environment, for example ${names[0]}; there are ${names.join(', ')}.`);
}

function configOf(name: string, copy: string | undefined): EnvironmentConfig {
  if (name === 'local') throw new UsageError('The local service is not deployed: npm start runs it.');
  const { PLOTLINE_ENV: variable } = process.env;
  if (variable && variable !== name) {
    throw new UsageError(`PLOTLINE_ENV is ${variable}, but ${name} was named: unset PLOTLINE_ENV.`);
  }
  try {
    return environmentConfig(name, copy);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE_CODE;
  else if (error instanceof CommandError) {
    console.error(error.message);
    process.exitCode = error instanceof UsageError ? USAGE_CODE : 1;
  } else throw error;
}
