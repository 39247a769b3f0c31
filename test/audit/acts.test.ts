import { beforeAll, describe, expect, test } from 'vitest';
import type { ShownAuditEvent } from '../../shared/identity/audit/audit-event.ts';
import { newKey } from '../support/workspace.ts';
import { newWorld, type World } from '../writes/sample.ts';
import { sendWrite, writes, writeSamples } from '../writes/samples.ts';

let world: World;

beforeAll(async () => {
  world = await newWorld();
});

const trail = async (query = ''): Promise<ShownAuditEvent[]> => {
  const { status, json, text } = await world.admin.client.get(
    `${world.workspace.path}/audit-events?limit=100${query}`,
  );
  expect(status, text).toBe(200);
  return json.data as ShownAuditEvent[];
};

/** Its act needs DNS, which test/identity-providers stands in for. */
const triedElsewhere = 'verifyIdentityProvider';
const audited = writes.filter(({ id, audit }) => audit !== null && id !== triedElsewhere);

describe.each(audited.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  test('is in the audit trail once, with who did it, through what and from where', async () => {
    const sample = await writeSamples[id]!(world);
    const headers = { 'idempotency-key': newKey(), 'user-agent': 'acts.test \u00e9' };
    const answer = await sendWrite(world, operation, sample, headers);
    expect(answer.status, answer.text).toBe(operation.status);
    // A replay, and what is done already, are no acts.
    await sendWrite(world, operation, sample, headers);
    const requestId = answer.headers.get('x-request-id');
    const [event, ...more] = (await trail(`&type=${operation.audit!.type}`)).filter(
      (one) => one.requestId === requestId,
    );
    expect(more).toEqual([]);
    const actor = sample.client
      ? { kind: 'user', via: 'rest' }
      : { kind: 'user', id: world.admin.id, via: 'rest' };
    expect(event).toMatchObject({
      type: operation.audit!.type,
      actor,
      target: { kind: operation.audit!.type.split('.')[0] },
      origin: { network: '127.0.0.0/24', userAgent: expect.stringMatching(/^acts\.test \?+$/) },
      count: 1,
    });
    expect(event!.credentialId).toMatch(/^[0-9a-f-]{36}$/);
    const text = JSON.stringify(event);
    if (operation.secret) expect(text).not.toContain(answer.json[operation.secret.name]);
    const changed = event!.changes.map(({ field }) => field);
    expect(changed.filter((field) => !operation.audit!.fields.includes(field))).toEqual([]);
    if (sample.version !== undefined) expect(changed).toEqual(Object.keys(sample.fields!));
  });
});
