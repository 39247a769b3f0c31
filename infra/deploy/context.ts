import type { EnvironmentConfig } from '../constructs/environment-config.ts';

/** The parameters that make cdk synthesize an environment. */
export function contextOf({ name, id }: Pick<EnvironmentConfig, 'name' | 'id'>): string[] {
  const copy = id === name ? [] : ['-c', `copy=${id.slice(name.length + 1)}`];
  return ['-c', `env=${name}`, ...copy];
}
