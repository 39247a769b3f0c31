import { Template } from 'aws-cdk-lib/assertions';
import { environmentConfig } from '../../infra/config.ts';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';
import { createStacks } from '../../infra/stacks.ts';
import { production } from './production.ts';
import { newApp } from './new-app.ts';

/** The stacks of an environment by its name, with settings of it replaced. */
export function synthesize(environment: string, changes: Partial<EnvironmentConfig> = {}, outdir?: string) {
  const app = newApp(outdir);
  const config = environment === 'prod' ? production() : environmentConfig(environment);
  return { app, ...createStacks(app, { ...config, ...changes }) };
}

/** By the environment and what is replaced. Making them takes a second; tests only read them. */
const made = new Map<string, Record<'data' | 'api', Template>>();

/** The templates of the data and API stacks that `synthesize` returns, made once for all files of a worker. */
export function templatesFor(environment: string, changes: Partial<EnvironmentConfig> = {}) {
  const key = JSON.stringify([environment, changes]);
  const known = made.get(key);
  if (known) return known;
  const { data, api } = synthesize(environment, changes);
  const templates = { data: Template.fromStack(data), api: Template.fromStack(api) };
  made.set(key, templates);
  return templates;
}
