import { allOperations } from '../../shared/surface/registry.ts';
import { policy } from '../policy/policy.ts';
import type { Answer } from '../support/client.ts';
import { moderationSamples } from './moderation-samples.ts';
import { outwardSamples } from './outward-samples.ts';
import { planningSamples } from './planning-samples.ts';
import { proposalSamples } from './proposal-samples.ts';
import type { Sample, World, WriteSample } from './sample.ts';
import { workspaceSamples } from './workspace-samples.ts';

/** How to call each write of the registry: the one table that the sweeps over writes go by. */
export const writeSamples: Readonly<Record<string, WriteSample>> = {
  ...planningSamples,
  ...workspaceSamples,
  ...outwardSamples,
  ...moderationSamples,
  ...proposalSamples,
};

/** Every operation that changes something; the items of bulk operations are held to what their own promise. */
export const writes = allOperations
  .filter((one) => one.kind === 'resource')
  .filter(({ id }) => policy[id] !== undefined && policy[id].idempotencyKey !== 'none');

type Write = (typeof writes)[number];

/** What a sample sends to an operation, the body as text. */
export function requestOf(
  { workspace }: World,
  { path }: Pick<Write, 'path'>,
  { params = {}, fields, version }: Sample,
): { path: string; raw?: string } {
  const values: Record<string, string> = { ...params, workspaceId: workspace.id };
  const body = version === undefined ? fields : { expectedUpdatedAt: version, ...fields };
  return {
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!),
    ...(body && { raw: JSON.stringify(body) }),
  };
}

export function sendWrite(
  world: World,
  operation: Pick<Write, 'method' | 'path'>,
  sample: Sample,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { path, ...sent } = requestOf(world, operation, sample);
  const { client } = sample.client ? { client: sample.client } : world.admin;
  return client.request(operation.method, path, {
    ...sent,
    headers: { ...(sent.raw && { 'content-type': 'application/json' }), ...headers },
  });
}

/** What the thing that a write concerns is now, by the operation that reads it; undefined where there is none. */
export async function readBack(world: World, operation: Write, sample: Sample): Promise<unknown> {
  const reading = allOperations.find(({ method, path }) => method === 'GET' && path === operation.path);
  if (!reading) return undefined;
  const { fields: _, version: __, ...rest } = sample;
  return (await sendWrite(world, reading, rest)).json.data;
}
