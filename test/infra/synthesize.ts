import { App } from 'aws-cdk-lib';
import { environmentConfig } from '../../infra/config.ts';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';
import { createStacks } from '../../infra/stacks.ts';
import { production } from './production.ts';

/** The stacks of an environment by its name, with settings of it replaced. */
export function synthesize(environment: string, changes: Partial<EnvironmentConfig> = {}) {
  const app = new App();
  const config = environment === 'prod' ? production() : environmentConfig(environment);
  return { app, ...createStacks(app, { ...config, ...changes }) };
}
