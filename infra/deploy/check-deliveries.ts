import { openTarget } from '../../cli/core/target.ts';
import type { EnvironmentConfig } from '../constructs/environment-config.ts';
import { openProbeWorkspace } from '../probe/probe-workspace.ts';
import { checkWebhooks } from '../probe/webhook-round-trip.ts';
import { stackNames } from '../stack-names.ts';

interface DeliveryCheck {
  path: string;
  /** The problem; undefined if the event was delivered. */
  problem: string | undefined;
}

/**
 * Has an event of the workspace `plotline-probe` delivered to the service's own address. Checks nothing, and says so, where
 * these credentials may not use the table, or the environment takes no changes or is a cell of another one.
 */
export async function checkDeliveries(config: EnvironmentConfig, baseUrl: string): Promise<DeliveryCheck[]> {
  if (config.maintenance || config.cell) return [];
  const workspace = await openWorkspace(config);
  if (workspace === undefined) return [];
  const { found, problem } = await checkWebhooks({ baseUrl, workspace });
  return [{ path: `webhooks ${found}`.trim(), problem }];
}

async function openWorkspace(config: EnvironmentConfig) {
  try {
    const database = await openTarget({ stack: stackNames(config).data });
    return await openProbeWorkspace(database).finally(() => database.client.destroy());
  } catch (error) {
    const { name, message } = error as Error;
    console.log(
      `NOTE   Webhooks were not tried, which needs the rights of plotline --stack: ${message || name}`,
    );
    return undefined;
  }
}
