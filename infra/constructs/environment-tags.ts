import type { EnvironmentConfig } from './environment-config.ts';

/** What all resources of an environment are tagged with; AWS bills by them. */
export const environmentTags = ({ id }: Pick<EnvironmentConfig, 'id'>): Record<string, string> => ({
  service: 'plotline',
  environment: id,
});
