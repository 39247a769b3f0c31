import type { EnvironmentConfig } from './constructs/environment-config.ts';

/** The names of an environment's stacks. */
export const stackNames = ({
  id,
  mail,
  dashboard,
}: Pick<EnvironmentConfig, 'id' | 'mail' | 'dashboard'>) => ({
  data: `Plotline-${id}-data`,
  api: `Plotline-${id}-api`,
  projections: `Plotline-${id}-projections`,
  webhooks: `Plotline-${id}-webhooks`,
  ...(dashboard && { dashboard: `Plotline-${id}-dashboard` }),
  ...(mail && { mail: `Plotline-${id}-mail` }),
});

/** The output of a data stack whose table was restored from a backup: the table's name. */
export const RESTORED_TABLE_OUTPUT = 'RestoredTable';
