import fc from 'fast-check';
import pLimit from 'p-limit';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createClient, type Client } from '../support/client.ts';
import { feedbackApi } from '../support/feedback.ts';
import { planningApi } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { newWorkspace, type Person } from '../support/workspace.ts';
import { storyApi } from '../stories/story-api.ts';

/** Words that every reader may know, and words of texts that only some may see: near, far and very frequent ones. */
const shownWords = ['harbour', 'lantern', 'meadow', 'compass', 'gravel', 'whistle', 'orchard', 'blanket'];
const hiddenWords = [
  'harbours',
  'lanterns',
  'meadwo',
  'quagmire',
  'gravelly',
  'whistles',
  'zyzzyva',
  'harbour',
];

/** Texts of a world, the same ones in each. */
const texts = (words: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, n) =>
    Array.from({ length: 2 + (n % 3) }, (_word, at) => words[(n * 3 + at * at) % words.length]!).join(' '),
  );

/** What is added to a world that a reader must not notice. */
interface Secrets {
  objectives?: boolean;
  feedback?: boolean;
  comments?: boolean;
}

interface World {
  path: string;
  slug: string;
  admin: Person;
  guest: Person;
  member: Person;
  clientFor: (
    person: Person,
    scopes: ('stories:read' | 'objectives:read' | 'feedback:read')[],
  ) => Promise<Client>;
}

async function world(secrets: Secrets): Promise<World> {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  const member = await workspace.person('member', [team]);
  const guest = await workspace.person('guest', [team]);
  const { path } = workspace;
  const plan = planningApi(workspace, admin.client);
  const stories = storyApi(workspace, admin.client);
  const feedback = feedbackApi(workspace, admin.client);
  const portal = await feedback.portal();
  const story = await stories.create({ teamId: team.id, title: 'A lantern' });
  const comment = async (content: string) => {
    const { status, text } = await admin.client.post(`${path}/stories/${story.id}/comments`, { content });
    expect(status, text).toBe(201);
  };
  for (const text of texts(shownWords, 6)) {
    await plan.objective(team, { name: text });
    await comment(text);
    await feedback.item(portal, { title: text });
  }
  for (const text of texts(hiddenWords, 8)) {
    if (secrets.objectives) await plan.objective(team, { name: text, private: true });
    if (secrets.comments) await comment(text);
    if (secrets.feedback) {
      const item = await feedback.item(portal, { title: text });
      await feedback.change(`${feedback.pathOf(portal)}/items/${item.id}`, item, { hidden: true });
    }
  }
  // What an admin finds last is found by all who may see it.
  const last = { objectives: 'objective', comments: 'comment', feedback: 'feedback_item' } as const;
  for (const [kind, type] of Object.entries(last)) {
    const secret = secrets[kind as keyof Secrets] === true;
    await until(async () => {
      const { json } = await admin.client.get(`${path}/search`, {
        q: shownWords.join(' '),
        type,
        limit: 100,
      });
      const found = await admin.client.get(`${path}/search`, { q: hiddenWords.join(' '), type, limit: 100 });
      return json.data.length >= 6 && (!secret || found.json.data.length >= hiddenWords.length);
    });
  }
  return {
    path,
    slug: portal.slug,
    admin,
    guest,
    member,
    clientFor: (person, scopes) => workspace.clientFor(person.id, { scopes }),
  };
}

interface Hit {
  type: string;
  title: string;
  snippet: string;
  highlights: object[];
  score: number;
}

/** What a search answers, without what every world has of its own. */
async function answer({ path }: World, client: Client, q: string): Promise<string> {
  const { status, json, text } = await client.get(`${path}/search`, { q, limit: 100 });
  expect(status, text).toBe(200);
  // Scores also depend on how often an index has read a text again, which differs from one sandbox to another.
  const hits = (json.data as Hit[]).map(({ type, title, snippet, highlights }) =>
    JSON.stringify({ type, title, snippet, highlights }),
  );
  return hits.toSorted().join('\n');
}

async function publicAnswer({ slug }: World, client: Client, q: string): Promise<string> {
  const { status, json, text } = await client.get(`/portals/${slug}/feedback`, { q, limit: 50 });
  expect(status, text).toBe(200);
  return (json.data.items as { title: string }[]).map(({ title }) => title).join('\n');
}

/** A word as it is, begun, or with a typing error. */
const asked = fc
  .record({
    word: fc.constantFrom(...shownWords, ...hiddenWords),
    at: fc.nat({ max: 5 }),
    form: fc.constantFrom('whole', 'begun', 'swapped', 'dropped', 'other', 'excluded', 'quoted'),
  })
  .map(({ word, at, form }) => {
    switch (form) {
      case 'begun':
        return word.slice(0, at + 2);
      case 'swapped':
        return word.slice(0, at) + (word[at + 1] ?? '') + word[at]! + word.slice(at + 2);
      case 'dropped':
        return word.slice(0, at) + word.slice(at + 1);
      case 'other':
        return `${word.slice(0, at)}q${word.slice(at + 1)}`;
      case 'excluded':
        return `-${word}`;
      case 'quoted':
        return `"${word}"`;
      case 'whole':
        return word;
    }
  });
const queries = fc.array(asked, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

let plain: World;
let secret: World;
let talkative: World;

beforeAll(async () => {
  [plain, secret, talkative] = await Promise.all([
    world({}),
    world({ objectives: true, feedback: true }),
    world({ comments: true }),
  ]);
});

/** Asks both worlds the same, and expects answers that do not differ. */
async function expectNoDifference(ask: (world: World, q: string) => Promise<string>, other: World) {
  const { seed, whole } = inject('sampling');
  const drawn = fc.sample(queries, { seed, numRuns: whole ? 500 : 60 });
  const fixed = [...shownWords, ...hiddenWords, 'quagmier', 'zyzzyav', 'zyzz', 'lanterm'];
  const limit = pLimit(4);
  const found = await Promise.all(
    [...fixed, ...drawn].map((q) =>
      limit(async () => {
        const [one, two] = await Promise.all([ask(plain, q), ask(other, q)]);
        expect(two, q).toBe(one);
        return one;
      }),
    ),
  );
  expect(found.filter((text) => text !== '').length).toBeGreaterThan(fixed.length / 4);
}

describe('the search results of a caller do not depend on what they may not see:', () => {
  test('private objectives and hidden feedback, for a guest', async () => {
    await expectNoDifference((world, q) => answer(world, world.guest.client, q), secret);
  });

  test('hidden feedback, for anyone on the portal', async () => {
    const anyone = createClient(sharedService().baseUrl);
    await expectNoDifference((world, q) => publicAnswer(world, anyone, q), secret);
  });

  test.each(['member', 'guest'] as const)(
    'comments, for a token of a %s without their scope',
    async (role) => {
      const clients = new Map<World, Client>();
      for (const one of [plain, talkative])
        clients.set(one, await one.clientFor(one[role], ['objectives:read']));
      await expectNoDifference((world, q) => answer(world, clients.get(world)!, q), talkative);
    },
  );

  test('private objectives, for a member who sees everything else', async () => {
    const clients = new Map<World, Client>();
    for (const one of [plain, secret])
      clients.set(one, await one.clientFor(one.member, ['stories:read', 'objectives:read']));
    await expectNoDifference((world, q) => answer(world, clients.get(world)!, q), secret);
  });
});

test('a person who may see a private objective finds it, as well as a public one', async () => {
  const hits = await answer(secret, secret.admin.client, 'quagmier');
  expect(hits).toContain('quagmire');
  const { json } = await secret.admin.client.get(`${secret.path}/search`, {
    q: 'zyzzyva',
    type: 'objective',
  });
  expect((json.data as Hit[])[0]).toMatchObject({ type: 'objective' });
  expect((json.data as Hit[])[0]!.score).toBeGreaterThan(1);
});
