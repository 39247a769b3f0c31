import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';
import { createStacks } from '../../infra/stacks.ts';

/** The templates of an environment's stacks, with the stacks' names. */
export const templatesOf = (config: EnvironmentConfig) =>
  Object.values(createStacks(new App(), config)).map((stack) => ({
    name: stack.stackName,
    template: Template.fromStack(stack),
  }));
