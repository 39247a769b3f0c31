import { beforeAll, describe, expect, test } from 'vitest';
import { policy } from '../policy/policy.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import type { Answer } from '../support/client.ts';
import { sampled } from '../support/sampling.ts';
import { newKey } from '../support/workspace.ts';
import { newWorld, type Sample, type World } from './sample.ts';
import { readBack, requestOf, sendWrite, writes, writeSamples } from './samples.ts';

/**
 * What every write promises, tried with each of the registry. What is special to one stands with its noun; who
 * may call it, and with which token, in test/policy; what broken calls do to it, in test/faults.
 */
const AT_ONCE = 8;

let world: World;

beforeAll(async () => {
  world = await newWorld();
});

test('every write of the registry has a sample, and nothing else has one', () => {
  expect(Object.keys(writeSamples).sort()).toEqual(writes.map(({ id }) => id).sort());
});

const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';
const keyed = () => ({ 'idempotency-key': newKey() });

/** Drawn for each run; `npm run test:long` tries all. */
const tried = sampled('writes', 24, writes);

describe.each(tried.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const prepare = async (): Promise<Sample> => await writeSamples[id]!(world);
  const send = (sample: Sample, headers: Record<string, string> = {}) =>
    sendWrite(world, operation, sample, headers);
  /** What an answer shows beside its secret, which only the first one has. */
  const shown = ({ status, json }: Answer, { changesLater }: Sample): unknown => [
    status,
    changesLater ? json.data.id : json.data,
  ];
  const carryOut = async (sample: Sample, headers: Record<string, string> = {}) => {
    const answer = await send(sample, headers);
    expect(answer.status, answer.text).toBe(operation.status);
    expect(answer.headers.has('idempotent-replayed')).toBe(false);
    return answer;
  };

  test('answers the same request under one key the same, and says that it is a replay', async () => {
    const [sample, headers] = [await prepare(), keyed()];
    const first = await carryOut(sample, headers);
    const again = await send(sample, headers);
    if (sample.endsCaller) return void expectRefusal(again, 401, 'invalid_credential');
    expect(isReplay(again)).toBe(true);
    expect(shown(again, sample)).toEqual(shown(first, sample));
    if (operation.secret) {
      expect(JSON.stringify(first.json[operation.secret.name])).toMatch(/\w/);
      expect(again.json).not.toHaveProperty(operation.secret.name);
    }
  });

  test('is carried out once when it arrives many times at once under one key', async () => {
    const [sample, headers] = [await prepare(), keyed()];
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(sample, headers)));
    const done = answers.filter(({ status }) => status === operation.status);
    if (!sample.endsCaller) expect(done).toHaveLength(AT_ONCE);
    expect(done.filter((answer) => !isReplay(answer))).toHaveLength(1);
    for (const answer of done) expect(shown(answer, sample)).toEqual(shown(done[0]!, sample));
  });

  test('refuses a key that was used for another request, and carries it out under its own', async () => {
    const [sample, other, headers] = [await prepare(), await prepare(), keyed()];
    await carryOut(sample, headers);
    if (sample.endsCaller) return;
    expectRefusal(await send(other, headers), 409, 'idempotency_key_reused');
    const { path, raw } = requestOf(world, operation, sample);
    if (raw) {
      const spaced = { raw: `${raw} `, headers: { ...headers, 'content-type': 'application/json' } };
      const client = sample.client ?? world.admin.client;
      const answer = await client.request(operation.method, path, spaced);
      expectRefusal(answer, 409, 'idempotency_key_reused');
    }
    await carryOut(other, keyed());
  });

  test('refuses bad keys, and none where it needs one, and is carried out under a good one', async () => {
    const sample = await prepare();
    for (const key of ['short', 'k'.repeat(256), 'with a space in it']) {
      expectRefusal(await send(sample, { 'idempotency-key': key }), 400, 'invalid_idempotency_key');
    }
    if (policy[id]!.idempotencyKey === 'required') {
      expectRefusal(await send(sample), 400, 'idempotency_key_required');
    }
    await carryOut(sample, keyed());
  });

  if (operation.input.body)
    test('refuses a field that it does not know, and changes nothing', async () => {
      const sample = await prepare();
      const before = await readBack(world, operation, sample);
      const fields = { ...sample.fields, unknownField: 1 };
      expectBadFields(await send({ ...sample, fields }, keyed()), ['unknownField']);
      expect(await readBack(world, operation, sample)).toEqual(before);
    });
});

/** The sample of an update says all of these. */
type Update = Sample & { fields: object; others: object; version: string };

const shapeOf = (body: unknown): object => (body as { shape?: object } | null)?.shape ?? {};
const updates = writes.filter(({ input }) => 'expectedUpdatedAt' in shapeOf(input.body));
const triedUpdates = sampled('updates', 8, updates);

describe.each(triedUpdates.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const prepare = async (): Promise<Update> => (await writeSamples[id]!(world)) as Update;
  const send = (sample: Sample, headers: Record<string, string> = {}) =>
    sendWrite(world, operation, sample, headers);

  test('moves the version when it changes something, and not when it does not', async () => {
    const sample = await prepare();
    const { data } = (await send(sample)).json;
    expect(data).toMatchObject(sample.fields);
    expect(data.updatedAt > sample.version).toBe(true);
    expect(await readBack(world, operation, sample)).toEqual(data);

    const again = await send({ ...sample, version: data.updatedAt });
    expect([again.status, again.json.data]).toEqual([200, data]);
  });

  test('refuses a stale version with the current one and what it would still change', async () => {
    const { others, ...sample } = await prepare();
    const { data } = (await send(sample)).json;
    const refusedFields = async (fields: object) => {
      const error = expectRefusal(await send({ ...sample, fields }), 409, 'version_conflict');
      expect(error.currentUpdatedAt).toBe(data.updatedAt);
      return error.changedFields;
    };
    expect(await refusedFields(others)).toEqual(Object.keys(others));
    expect(await refusedFields(sample.fields)).toEqual([]);
    expect(await readBack(world, operation, sample)).toEqual(data);
  });

  test('is carried out once when many name one version at once, and the others learn of it', async () => {
    const { others, ...sample } = await prepare();
    const bodies = Array.from({ length: AT_ONCE }, (_, n) => (n % 2 ? sample.fields : others));
    const answers = await Promise.all(bodies.map((fields) => send({ ...sample, fields })));
    const [winner, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    for (const answer of answers.filter((one) => one !== winner)) {
      const error = expectRefusal(answer, 409, 'version_conflict');
      expect(error.currentUpdatedAt).toBe(winner!.json.data.updatedAt);
    }
    expect(await readBack(world, operation, sample)).toEqual(winner!.json.data);
  });

  test('shows the resource as it is now when it is replayed, and changes nothing', async () => {
    const { others, ...sample } = await prepare();
    const headers = keyed();
    const { data } = (await send(sample, headers)).json;
    const later = await send({ ...sample, fields: others, version: data.updatedAt });
    const replay = await send(sample, headers);
    expect(isReplay(replay)).toBe(true);
    expect([replay.status, replay.json]).toEqual([200, later.json]);
  });
});
