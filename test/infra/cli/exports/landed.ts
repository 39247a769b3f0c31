import { expect } from 'vitest';
import type { Comment } from '../../../../shared/planning/comments/comment.ts';
import type { Objective } from '../../../../shared/planning/objective/objective.ts';
import type { Relation } from '../../../../shared/planning/relations/relation.ts';
import type { Sprint } from '../../../../shared/planning/sprints/sprint.ts';
import type { TimeEntry } from '../../../../shared/planning/time-entries/time-entry.ts';
import type { Story } from '../../../../shared/planning/story/story.ts';
import { newWorkspace } from '../../../support/workspace.ts';
import { sharedService } from '../../../support/service.ts';
import { fileWith, homeOf, runCli } from '../cli.ts';
import { listAll, readImported } from '../imported.ts';
import { items, people, textWith, type Item } from './items.ts';

/** Everything of a story that an import can set, in words. */
export interface Landed {
  id: string;
  url: string;
  team: string;
  title: string;
  description: string | null;
  status: string;
  assignee: string | null;
  author: string;
  labels: string[];
  priority: string;
  points: number | null;
  created: string;
  completed: string | null;
  start: string | null;
  due: string | null;
  parent: string | null;
  blocks: string[];
  sprint: string | null;
  epic: string | null;
  comments: string[];
  links: string[];
  times: string[];
  custom: Story['customFields'];
}

/** A workspace whose members are Ada and Bob, into which its admin imports. */
export async function emptyWorkspace() {
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin');
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_TOKEN: admin.token };
  for (const { name, email } of [people.ada, people.bob]) {
    const added = await admin.client.post(`${workspace.path}/members`, { name, email });
    expect(added.status).toBe(201);
  }
  const list = <T>(noun: string) => listAll<T>(admin.client, `${workspace.path}/${noun}`);
  return {
    workspace,
    admin,
    list,
    /** Runs an import, whatever its exit code. */
    run: async (args: readonly string[]): Promise<any> => {
      const { stdout, stderr } = await runCli(['import', ...args, '--yes', '--json'], env);
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout);
    },
  };
}

/** A map from what a tool calls Ada and Bob to their addresses. */
export const peopleMap = (nameOf: (person: (typeof people)[keyof typeof people]) => string): string =>
  fileWith(
    'people.json',
    JSON.stringify({ [nameOf(people.ada)]: people.ada.email, [nameOf(people.bob)]: people.bob.email }),
  );

const isoDay = (time: string | null) => time && time.slice(0, 10);

const byNumber = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });

/** What stories a workspace has after an import, by their ids in the other tool; those that a text names as {id}. */
export async function readLanded({ workspace, admin, list }: Awaited<ReturnType<typeof emptyWorkspace>>) {
  const { stories, teams, statuses } = await readImported(admin.client, workspace.path);
  const [members, labels, sprints, objectives] = await Promise.all([
    list<{ id: string; name: string; email: string | null }>('members'),
    list<{ id: string; name: string }>('labels'),
    list<Sprint>('sprints'),
    list<Objective>('objectives'),
  ]);
  const nameIn = (all: readonly { id: string; name: string }[], id: string | null) =>
    id === null ? null : all.find((one) => one.id === id)!.name;
  const emailOf = (id: string) => members.find((one) => one.id === id)?.email ?? nameIn(members, id)!;
  const idOf = new Map(stories.map(({ reference, externalId }) => [reference, externalId!]));
  const named = (text: string) =>
    text.replace(/[A-Z]+-\d+/g, (word) => (idOf.has(word) ? `{${idOf.get(word)}}` : word));
  const landed: Landed[] = [];
  for (const story of stories.toSorted((a, b) => byNumber(a.externalId!, b.externalId!))) {
    const path = `${workspace.path}/stories/${story.id}`;
    const comments = await listAll<Comment>(admin.client, `${path}/comments`);
    const relations = await listAll<Relation>(admin.client, `${path}/relations`);
    landed.push({
      id: story.externalId!,
      url: story.externalUrl!,
      team: nameIn(teams, story.teamId)!,
      title: story.title,
      description: story.description && named(story.description),
      status: nameIn(statuses, story.statusId)!,
      assignee: story.assigneeId && emailOf(story.assigneeId),
      author: story.reporterId === admin.id ? 'importer' : emailOf(story.reporterId),
      labels: story.labels.map((id) => nameIn(labels, id)!).sort(),
      priority: story.priority,
      points: story.estimateValue,
      created: story.createdAt,
      completed: story.completedAt,
      start: isoDay(story.startDate),
      due: isoDay(story.endDate),
      parent: stories.find(({ id }) => id === story.parentId)?.externalId ?? null,
      blocks: relations
        .filter(({ type }) => type === 'blocks')
        .map(({ relatedStoryId }) => stories.find(({ id }) => id === relatedStoryId)!.externalId!),
      sprint: nameIn(sprints, story.sprintId),
      epic: nameIn(objectives, story.objectiveId),
      comments: comments
        .map(({ authorId, authorName, ...comment }) =>
          saidIn(comment.content, authorName ?? emailOf(authorId), comment.createdAt, comment.origin),
        )
        .sort(),
      links: story.links.map(({ url, title }) => `${title} ${url}`),
      times: (await listAll<TimeEntry>(admin.client, `${path}/time-entries`))
        .map(({ memberId, startedAt, minutes, note }) => timeIn(emailOf(memberId), startedAt, minutes, note))
        .sort(),
      custom: story.customFields,
    });
  }
  return landed;
}

const timeIn = (who: string, at: string, minutes: number, note: string | null): string =>
  `${who}, ${at}, ${minutes}: ${note ?? ''}`;

/** What becomes of logged time: entries of at most a day, of members. */
const timesOf = ({ by, at, minutes, note }: Item['work'][number]): string[] => {
  const days = Array.from({ length: Math.ceil(minutes / 1_440) }, (_, day) => minutes - day * 1_440);
  return by === 'ghost' ? [] : days.map((left) => timeIn(people[by].email, at, Math.min(left, 1_440), note));
};

/** A comment with its author, to the minute. */
const saidIn = (text: string, author: string, at: string, origin: string): string =>
  `${author}, a ${origin}, ${at.slice(0, 16)}: ${text}`;

/** The comments of an item, whose author is a stranger where the workspace has no such member. */
export const commentsOf = ({ comments }: Item, nameOf: 'name' | 'login' = 'name'): string[] =>
  comments
    .map(({ by, at, text }) =>
      by === 'ghost'
        ? saidIn(text, people[by][nameOf], at, 'visitor')
        : saidIn(text, people[by].email, at, 'member'),
    )
    .sort();

/** What an import must make of an item, if its tool says all of it. */
export function wholeOf(item: Item, idOf: (n: number) => string): Omit<Landed, 'url' | 'team'> {
  const [assignee] = item.assignees;
  const isMember = assignee !== undefined && assignee !== 'ghost';
  const checklist = item.checklist.map(({ text, done }) => `- [${done ? 'x' : ' '}] ${text}`).join('\n');
  return {
    id: idOf(item.n),
    title: item.title,
    description: [textWith(item, (n) => `{${idOf(n)}}`), checklist].filter(Boolean).join('\n\n') || null,
    status: item.status,
    assignee: isMember ? people[assignee].email : null,
    author: people[item.author].email,
    labels: item.labels.toSorted(),
    priority: item.priority,
    points: item.points,
    created: item.created,
    completed: item.completed,
    start: item.start,
    due: item.due,
    // The circle of 8 and 9 is opened at the higher.
    parent: item.parent === null || item.n === 9 ? null : idOf(item.parent),
    blocks: item.blocks.map(idOf),
    sprint: item.sprint,
    epic: item.epic,
    comments: commentsOf(item),
    links: item.links.map(({ url, title }) => `${title} ${url}`),
    times: item.work.flatMap(timesOf).sort(),
    custom: item.severity === null ? {} : { severity: item.severity },
  };
}

/** What lands of each item, as far as a tool's export says it. */
export const landedOf = (
  idOf: (n: number) => string,
  of: (item: Item) => Partial<Item>,
  more: (item: Item) => Partial<Landed> & Pick<Landed, 'team' | 'url'>,
): Landed[] => items.map((item) => ({ ...wholeOf({ ...item, work: [], ...of(item) }, idOf), ...more(item) }));
