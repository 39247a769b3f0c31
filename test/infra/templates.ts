import { Template } from 'aws-cdk-lib/assertions';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';
import { createStacks } from '../../infra/stacks.ts';
import { newApp } from './new-app.ts';

interface NamedTemplate {
  name: string;
  template: Template;
}

/** By an environment's settings. A template takes a second to make, and tests only read it. */
const made = new Map<string, NamedTemplate[]>();

/** The templates of an environment's stacks, with the stacks' names. */
export function templatesOf(config: EnvironmentConfig): NamedTemplate[] {
  const key = JSON.stringify(config);
  const known = made.get(key) ?? synthesize(config);
  made.set(key, known);
  return known;
}

const synthesize = (config: EnvironmentConfig): NamedTemplate[] =>
  Object.values(createStacks(newApp(), config)).map((stack) => ({
    name: stack.stackName,
    template: Template.fromStack(stack),
  }));
