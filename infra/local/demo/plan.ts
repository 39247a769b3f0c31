import { createHash } from 'node:crypto';
import type { Status } from '../../../shared/identity/status/status.ts';
import type { CreateStoryRequest } from '../../../shared/planning/story/story.ts';
import type { StatusCategory } from '../../../shared/kernel/core/status-category.ts';

/** The owners of the demo's work. */
interface DemoPlace {
  baseUrl: string;
  workspaceId: string;
  teamId: string;
  people: Record<'ada' | 'max' | 'rita', string>;
  labels: Record<'bug' | 'feature', string>;
  tokens: { admin: string; member: string };
}

interface DemoStory extends Omit<Partial<CreateStoryRequest>, 'labels'> {
  title: string;
  status?: StatusCategory;
  /** How many days ago it was completed. */
  done?: number;
  labels?: ('bug' | 'feature')[];
  assignee?: keyof DemoPlace['people'];
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The start of the day a number of days from now. */
const day = (offset: number): string =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + offset * DAY_MS).toISOString();

/** The day on which the objective's stories were written, before both sprints. */
const PLANNED = day(-29);

const first: DemoStory = {
  title: 'Sign in with a passkey',
  priority: 'high',
  estimateValue: 5,
  status: 'started',
  assignee: 'max',
  labels: ['feature'],
  description: 'Registration, sign-in and recovery. A password stays possible until the end of the year.',
};

const children: DemoStory[] = [
  {
    title: 'Register a passkey',
    status: 'completed',
    done: 4,
    estimateValue: 3,
    assignee: 'max',
    labels: ['feature'],
  },
  { title: 'Recover an account without one', estimateValue: 5, assignee: 'rita', status: 'unstarted' },
];

const running: DemoStory[] = [
  { title: 'Search finds stories by reference', priority: 'medium', estimateValue: 3, status: 'unstarted' },
  { title: 'Sessions end on every device', status: 'completed', done: 5, estimateValue: 2, assignee: 'ada' },
  {
    title: 'The sign-in page forgets the address',
    priority: 'urgent',
    estimateValue: 1,
    status: 'started',
    assignee: 'rita',
    labels: ['bug'],
  },
  { title: 'Name a passkey', status: 'completed', done: 2, estimateValue: 2, assignee: 'rita' },
  { title: 'Show passkeys in the profile', status: 'completed', done: 1, estimateValue: 3, assignee: 'max' },
];

const past: DemoStory[] = [
  { title: 'Choose a passkey library', status: 'completed', done: 19, estimateValue: 2, assignee: 'ada' },
  {
    title: 'Measure how long signing in takes',
    status: 'completed',
    done: 9,
    estimateValue: 3,
    assignee: 'max',
  },
  { title: 'Sign in by text message', status: 'cancelled', priority: 'low' },
];

const unplanned: DemoStory[] = [
  { title: 'The import shows what it will do first', priority: 'low', estimateValue: 2 },
  { title: 'Dates are a day off in Auckland', labels: ['bug'], priority: 'medium' },
  { title: 'Keyboard shortcuts', labels: ['feature'] },
];

/** The team's completed stories of previous weeks, which forecasts are based on. */
const before: string[] = [
  'Faster search',
  'A calmer start page',
  'Export as CSV',
  'Mail when a story is assigned',
  'Drag stories between sprints',
  'Time zones in reports',
  'Undo for deletions',
  'Larger attachments',
  'Sort by due date',
  'A limit for imports',
  'Quotas for guests',
  'Links between stories',
  'Retries for webhooks',
  'Colors that everyone can tell apart',
  'Shorter links',
  'A page for status',
];

/**
 * Fills a team with data as in the middle of a sprint, through the REST API on behalf of its members. Each
 * step sends independent requests concurrently.
 */
export async function planDemo({ people, labels, tokens, teamId, ...place }: DemoPlace): Promise<void> {
  const [ada, max] = [tokens.admin, tokens.member].map((token) => sender(place, token)) as [Send, Send];
  const [statuses, objective, hiring, lastSprint] = await Promise.all([
    max<Status[]>('GET', `statuses?teamId=${teamId}`),
    ada<MadeResource>('POST', 'objectives', {
      teamId,
      name: 'Sign in without a password',
      leadUserId: people.max,
      priority: 'high',
      startDate: day(-30),
      endDate: day(45),
      health: 'on_track',
      shortSummary: 'Half of all sign-ins use a passkey.',
    }),
    ada<MadeResource>('POST', 'objectives', {
      teamId,
      name: 'Grow the team',
      private: true,
      endDate: day(90),
    }),
    ada<MadeResource>('POST', 'sprints', {
      teamId,
      name: 'Sprint 11',
      startDate: day(-21),
      endDate: day(-7),
    }),
  ]);
  const storyOf = ({ status, labels: names, assignee, ...story }: DemoStory) => ({
    teamId,
    ...story,
    ...(status ? { statusId: statuses.find(({ category }) => category === status)!.id } : {}),
    ...(assignee ? { assigneeId: people[assignee] } : {}),
    ...(names ? { labels: names.map((name) => labels[name]) } : {}),
  });
  const objectiveId = objective.id;
  const [sprint, adoption] = await Promise.all([
    ada<MadeResource>('POST', 'sprints', {
      teamId,
      name: 'Sprint 12',
      startDate: day(-6),
      endDate: day(8),
      objectiveId,
      goal: 'Anyone in the company can sign in with a passkey.',
    }),
    ada<MadeResource>('POST', 'key-results', {
      objectiveId,
      name: 'Sign-ins with a passkey',
      measurementType: 'percentage',
      targetValue: 50,
      currentValue: 18,
      leadUserId: people.max,
    }),
    ada('POST', 'key-results', {
      objectiveId,
      name: 'Seconds to sign in',
      measurementType: 'number',
      startValue: 24,
      currentValue: 15,
      targetValue: 6,
    }),
    ada('POST', 'key-results', { objectiveId: hiring.id, name: 'Two engineers', measurementType: 'boolean' }),
  ]);
  const sprintId = sprint.id;
  const create = (story: DemoStory) => max<MadeResource>('POST', 'stories', storyOf(story));
  // As if they had been planned before their sprint, so that its burn-down has a history.
  const plan = ({ done, ...story }: DemoStory) => {
    const completed = done === undefined ? {} : { startedAt: day(-done - 1), completedAt: day(-done) };
    return ada<MadeResource>('POST', 'stories', {
      ...storyOf(story),
      imported: { createdAt: PLANNED, ...completed },
    });
  };
  const passkeys = await plan({ ...first, sprintId, keyResultId: adoption.id });
  const [bug] = await Promise.all([
    plan({ ...running[2]!, sprintId }),
    ...running.filter((_, n) => n !== 2).map((story) => plan({ ...story, sprintId, objectiveId })),
    ...children.map((story) => plan({ ...story, sprintId, objectiveId, parentId: passkeys.id })),
    ...past.map((story) => plan({ ...story, sprintId: lastSprint.id, objectiveId })),
    ...unplanned.map(create),
    ...before.map((title, n) => {
      const completedAt = day(-11 - 3 * n);
      const imported = { createdAt: day(-30 - 3 * n), startedAt: day(-13 - 3 * n), completedAt };
      const ofSprint = completedAt >= day(-21) ? { sprintId: lastSprint.id } : {};
      const story = storyOf({ title, status: 'completed', estimateValue: 1 + (n % 3), ...ofSprint });
      return ada<MadeResource>('POST', 'stories', { ...story, imported });
    }),
  ]);
  const [question, report] = await Promise.all([
    ada<MadeResource>('POST', `stories/${passkeys.id}/comments`, {
      content: 'Do we ask for a passkey at every sign-in?',
    }),
    max<MadeResource>('POST', `stories/${bug.id}/comments`, { content: 'Only where cookies are blocked.' }),
  ]);
  await Promise.all([
    reply(max, passkeys, question, 'Only until there is one; then it is offered first.'),
    reply(ada, bug, report, 'Then the address can go into the link.'),
  ]);
}

const reply = (send: Send, story: MadeResource, { id: parentId }: MadeResource, content: string) =>
  send('POST', `stories/${story.id}/comments`, { content, parentId });

interface MadeResource {
  id: string;
}

type Send = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;

/** Sends requests on behalf of one person, with keys derived from their content. */
function sender({ baseUrl, workspaceId }: Pick<DemoPlace, 'baseUrl' | 'workspaceId'>, token: string): Send {
  async function send(
    method: string,
    path: string,
    body: { title?: string; name?: string; content?: string },
  ) {
    const what = body.title ?? body.name ?? body.content;
    const answer = await fetch(`${baseUrl}/api/v1/workspaces/${workspaceId}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(what ? { 'content-type': 'application/json', 'idempotency-key': keyFor(`${path} ${what}`) } : {}),
      },
      body: what ? JSON.stringify(body) : null,
    });
    const text = await answer.text();
    if (!answer.ok)
      throw new Error(`The demo could not be created: ${method} ${path} responded with ${text}`);
    return (JSON.parse(text) as { data: unknown }).data;
  }
  return <T>(method: string, path: string, body: object = {}) => send(method, path, body) as Promise<T>;
}

const keyFor = (text: string): string => `demo-${createHash('sha256').update(text).digest('base64url')}`;
