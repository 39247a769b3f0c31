import { beforeAll, expect, test } from 'vitest';
import { seededRandom, shuffled } from '../support/random.ts';
import { sampled } from '../support/sampling.ts';
import { pullRequest } from './github-payloads.ts';
import { deliverGithub, newHookWorkspace, type HookWorkspace, type SecretHook } from './hook-api.ts';

const states = ['open', 'draft', 'closed', 'merged'] as const;
const categories = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const;
const ROUNDS = 100;

let place: HookWorkspace;

beforeAll(async () => {
  place = await newHookWorkspace();
});

interface Event {
  number: number;
  state: (typeof states)[number];
  at: number;
}

/** What happens to some pull requests, one thing a minute. */
function eventsOf(random: () => number): Event[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const pulls = 1 + Math.floor(random() * 3);
  return Array.from({ length: 3 + Math.floor(random() * 6) }, (_, at) => ({
    number: 1 + Math.floor(random() * pulls),
    state: pick(states),
    at,
  }));
}

/** A hook whose rules lead anywhere, also backward. */
function randomHook(random: () => number): Promise<SecretHook> {
  const status = () => {
    const category = categories[Math.floor(random() * (categories.length + 1))];
    return category === undefined ? null : place.statuses[category];
  };
  const rule = { openedStatusId: status(), mergedStatusId: status(), closedStatusId: status() };
  return place.hook({ rules: [place.rule(rule)] });
}

async function deliver(hook: SecretHook, title: string, event: Event): Promise<void> {
  const { status, text } = await deliverGithub(hook, 'pull_request', pullRequest({ title, ...event }));
  expect(status, text).toBe(200);
}

/** What a story has become of its pull requests. */
async function outcome(id: string) {
  const { statusId, links } = await place.stories.read(id);
  const linked = links.map(({ title, state }) => `${title} ${state}`).sort();
  return { statusId, linked };
}

test.each(sampled('orders of deliveries', 8, [...Array(ROUNDS).keys()]))(
  'deliveries in another order, and more than once, end as those in order do (%i)',
  async (round) => {
    const random = seededRandom(round);
    const hook = await randomHook(random);
    const events = eventsOf(random);
    const [inOrder, mixed, atOnce] = [await place.story(), await place.story(), await place.story()];
    for (const event of events) await deliver(hook, inOrder.reference, event);
    for (const event of shuffled([...events, ...events.slice(0, 3)], round))
      await deliver(hook, mixed.reference, event);
    await Promise.all(
      shuffled([...events, ...events], round + 1).map((event) => deliver(hook, atOnce.reference, event)),
    );
    const expected = await outcome(inOrder.id);
    expect(await outcome(mixed.id)).toEqual(expected);
    expect(await outcome(atOnce.id)).toEqual(expected);
  },
);
