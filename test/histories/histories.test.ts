import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { claimApi, type ClaimApi } from '../claims/claim-api.ts';
import { storyApi, type StoryApi } from '../stories/story-api.ts';
import type { Answer } from '../support/client.ts';
import type { DynamoDbProxy, Fault } from '../support/dynamodb-proxy.ts';
import { seededRandom } from '../support/random.ts';
import { workerService } from '../support/service.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';
import { isLinearizable, type Call, type Model } from './linearizable.ts';
import {
  claimed,
  keyed,
  numbered,
  versioned,
  type ClaimInput,
  type ClaimOutput,
  type VersionedInput,
  type VersionedOutput,
} from './models.ts';

/** Clients that call at the same time, and the calls of each. */
const CLIENTS = 4;
const CALLS = 6;

const faults: readonly Fault[] = ['lose-answer', 'refuse', 'throttle', 'conflict', 'cut-short'];

let proxy: DynamoDbProxy;
let team: Team;
let clients: (StoryApi & { claims: ClaimApi; ownId: string })[];

beforeAll(async () => {
  const lent = await workerService();
  ({ proxy } = lent);
  const workspace = await newWorkspace(lent.service);
  team = await workspace.team();
  const people = await Promise.all(Array.from({ length: CLIENTS }, () => workspace.person('member', [team])));
  clients = people.map(({ id, client }) => ({
    ...storyApi(workspace, client),
    claims: claimApi(workspace, client),
    ownId: id,
  }));
});
beforeEach(() => proxy.reset());

/** What all clients did at the same time, over a database of which every tenth call fails in one of several ways. */
async function record<I, O>(
  seed: number,
  act: (api: (typeof clients)[number], random: () => number, note: Note<I, O>) => Promise<void>,
): Promise<Call<I, O>[]> {
  const calls: Call<I, O>[] = [];
  const random = seededRandom(seed);
  proxy.fault = () => (random() < 0.1 ? faults[Math.floor(random() * faults.length)] : undefined);
  const note: Note<I, O> = async (input, send, outputOf) => {
    const sentAt = performance.now();
    const answer = await send();
    const output = outputOf(answer);
    // An error of the service says nothing of what was carried out.
    const answeredAt = output === undefined ? Infinity : performance.now();
    calls.push({ input, output, sentAt, answeredAt });
    return answer;
  };
  await Promise.all(
    clients.map(async (api, position) => {
      const own = seededRandom(seed * 100 + position);
      for (let done = 0; done < CALLS; done++) await act(api, own, note);
    }),
  );
  proxy.reset();
  return calls;
}

type Note<I, O> = (
  input: I,
  send: () => Promise<Answer>,
  outputOf: (answer: Answer) => O | undefined,
) => Promise<Answer>;

function expectPossible<S, I, O>(model: Model<S, I, O>, calls: readonly Call<I, O>[], seed: number): void {
  const answered = calls.filter(({ output }) => output !== undefined);
  expect(answered.length, 'calls that were answered').toBeGreaterThan(CLIENTS);
  expect(isLinearizable(model, calls), `seed ${seed}: ${JSON.stringify(calls, undefined, 1)}`).toBe(true);
}

describe.each([1, 2, 3, 4])('whatever clients do at once while the database fails, by seed %i', (seed) => {
  test('a story is changed as if one did it after another', async () => {
    const story = await clients[0]!.create({ teamId: team.id, title: 'Start' });
    let made = 0;
    const calls = await record<VersionedInput, VersionedOutput>(seed, async (api, random, note) => {
      const seen = await note(
        { read: true },
        () => api.get(story.id),
        ({ status, json }) => (status === 200 ? { text: json.data.title } : undefined),
      );
      if (seen.status !== 200 || random() < 0.3) return;
      const { title: from, updatedAt } = seen.json.data as Story;
      const to = `Title ${++made}`;
      await note(
        { from, to },
        () => api.update(story.id, { expectedUpdatedAt: updatedAt, title: to }),
        ({ status, json }) =>
          status === 200 ? 'done' : json?.error?.code === 'version_conflict' ? 'conflict' : undefined,
      );
    });
    // A read that failed says nothing.
    const telling = calls.filter(({ input, output }) => output !== undefined || !('read' in input));
    expectPossible(versioned('Start'), telling, seed);
  });

  test('stories get numbers as if one was made after another', async () => {
    const calls = await record<{ create: true }, number>(seed + 10, async (api, _, note) => {
      await note(
        { create: true },
        () => api.send({ teamId: team.id, title: 'One of many' }),
        ({ status, json }) => (status === 201 ? json.data.sequenceId : undefined),
      );
    });
    expectPossible(numbered, calls, seed);
  });

  test('a key makes one story', async () => {
    const key = newKey();
    const calls = await record<{ create: true }, string>(seed + 20, async (_, __, note) => {
      await note(
        { create: true },
        () => clients[0]!.send({ teamId: team.id, title: 'Once' }, key),
        ({ status, json }) => (status === 201 ? json.data.id : undefined),
      );
    });
    expectPossible(keyed, calls, seed);
  });

  test('a story is claimed and released by one after another', async () => {
    const story = await clients[0]!.create({ teamId: team.id, title: 'Wanted' });
    const calls = await record<ClaimInput, ClaimOutput>(seed + 30, async (api, random, note) => {
      const { status } = await note(
        { claim: true },
        () => api.claims.send(story, { leaseSeconds: 3_600 }),
        ({ status: code, json }) =>
          code === 201 ? json.data.fencingNumber : json?.error?.code === 'claimed' ? 'claimed' : undefined,
      );
      if (status === 409 && random() < 0.5) return;
      // Whoever was not answered looks whether the claim is theirs.
      const { json } = await api.get(story.id);
      const claim = json?.data?.claim;
      if (claim?.holder.id !== api.ownId) return;
      const { fencingNumber } = claim;
      await note(
        { release: fencingNumber },
        () => api.claims.release(story, { fencingNumber }),
        ({ status: code, json: answer }) =>
          code === 200 ? 'released' : answer?.error?.code === 'claim_lost' ? 'claim_lost' : undefined,
      );
    });
    expectPossible(claimed, calls, seed);
  });
});
