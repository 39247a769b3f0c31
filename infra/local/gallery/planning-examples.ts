import { html } from '../../../shared/kernel/html/html.ts';
import type { PageTexts } from '../../../shared/pages/messages/page-messages.ts';
import { boardView } from '../../../shared/pages/planning/board-view.ts';
import type { ShownStory } from '../../../shared/pages/planning/shown-story.ts';
import { sentFormView } from '../../../shared/pages/planning/sent-form-view.ts';
import { storyView } from '../../../shared/pages/planning/story-view.ts';
import { fieldsOf } from '../../../shared/pages/planning/story-fields.ts';
import type { Examples } from './portal-examples.ts';
import { MEMBER_ID, memberName, sampleStatus, sampleStory, sampleStoryComment } from './planning-samples.ts';

const statuses = [
  sampleStatus(1, 'To Do', 'unstarted'),
  sampleStatus(2, 'In Progress', 'started'),
  sampleStatus(3, 'Done', 'completed'),
];
const team = {
  id: statuses[0]!.teamId!,
  name: 'Engineering',
  code: 'ENG',
  estimateScheme: 'points' as const,
  sprintsEnabled: true,
};

const LABEL = { id: sampleStory(7).id, name: 'Feature' };

const stories = [
  sampleStory(1, {
    assigneeId: MEMBER_ID,
    priority: 'high',
    estimateLabel: '5',
    endDate: '2026-12-01T00:00:00.000Z',
  }),
  sampleStory(2, { title: 'Search finds stories by reference', priority: 'low' }),
];

/** Before the stories are due. */
const NOW = new Date('2026-11-27T12:00:00.000Z');

function board(t: PageTexts, perLane: readonly (typeof stories)[]) {
  const lanes = statuses.map(({ id, name, category }, place) => {
    const shown = perLane[place] ?? [];
    const count = shown.length === 0 ? 0 : shown.length + 10;
    const rest = { estimate: null, isMore: false, nextCursor: null, further: 0 };
    const order = category === 'completed' ? ('-completedAt' as const) : ('rank' as const);
    return { id, name, category, order, stories: shown, count, ...rest };
  });
  return boardView({
    t,
    now: NOW,
    team,
    only: undefined,
    choices: {},
    changing: undefined,
    searchProblem: undefined,
    sprintName: undefined,
    people: [{ id: MEMBER_ID, name: 'Ada Example' }],
    readerId: MEMBER_ID,
    statuses,
    labels: [LABEL],
    sprints: [],
    objectives: [],
    lanes,
    sprint: undefined,
    nameOf: memberName,
    tools: {
      t,
      csrfToken: '',
      formNonce: '',
      form: {},
      done: undefined,
      doneWith: undefined,
      matches: [],
      problem: undefined,
      isUnsaved: false,
      isKept: false,
    },
  });
}

function story(t: PageTexts, fields: Partial<ShownStory> = {}) {
  const shown = sampleStory(1, { description: 'Registration, sign-in and *recovery*.', priority: 'high' });
  return storyView({
    t,
    now: NOW,
    csrfToken: '',
    formNonce: '',
    activity: [
      { at: '2026-11-20T09:00:00.000Z', by: 'Ada Example', field: undefined, to: undefined },
      { at: '2026-11-21T09:00:00.000Z', by: 'Ada Example', field: 'priority', to: 'high' },
    ],
    mayChange: ({ authorId }) => authorId === MEMBER_ID,
    people: [{ id: MEMBER_ID, name: 'Ada Example' }],
    choices: {
      people: [
        { id: MEMBER_ID, name: 'Ada Example' },
        { id: sampleStory(9).id, name: 'Max Example' },
      ],
      sprints: [{ id: sampleStory(8).id, name: 'Sprint 12' }],
      labels: [LABEL],
      objectives: [],
      estimateScheme: 'points',
    },
    values: { ...fieldsOf(shown), labels: LABEL.id },
    touched: {},
    changedMeanwhile: {},
    named: undefined,
    isChange: false,
    isDraft: false,
    isKept: false,
    isUnsaved: false,
    story: shown,
    team,
    teamCodes: new Set([team.code]),
    statuses,
    assignee: 'Ada Example',
    reporter: 'Ada Example',
    labels: [LABEL],
    sprint: 'Sprint 12',
    objective: undefined,
    parent: undefined,
    fields: [],
    relations: [],
    matches: [],
    isWatching: true,
    comments: {
      threads: [
        sampleStoryComment(1, { replies: [sampleStoryComment(2, { content: 'Only until there is one.' })] }),
      ],
      older: undefined,
      isNewest: true,
    },
    memberId: MEMBER_ID,
    subStories: [],
    files: [],
    uploadsTo: undefined,
    replyTo: undefined,
    nameOf: memberName,
    done: undefined,
    problem: undefined,
    form: {},
    ...fields,
  });
}

/** Who has added a file, and when. */
const ofAda = { commentId: null, createdBy: MEMBER_ID, createdAt: '2026-11-20T09:00:00.000Z' };

const noComments = { threads: [], older: undefined, isNewest: true };

const relatedStory = (number: number, title: string, { id, category }: (typeof statuses)[number]) => ({
  id: sampleStory(number).id,
  reference: sampleStory(number).reference,
  title,
  statusId: id,
  statusCategory: category,
});

/** The components of the pages of planning. `arabic` has the texts of those that are shown from right to left. */
export const planningExamples = (t: PageTexts, arabic: PageTexts): Examples => ({
  'a board': board(t, [stories, stories.slice(0, 1), []]),
  'an empty board': board(t, []),
  'a board in Arabic': html`<div dir="rtl" lang="ar">${board(arabic, [stories, [], []])}</div>`,
  'a story': story(t),
  'a story with sub-stories and files': story(t, {
    subStories: [
      relatedStory(3, 'Passkeys on phones', statuses[2]!),
      relatedStory(4, 'Recovery codes', statuses[0]!),
    ],
    files: [
      { id: MEMBER_ID, name: 'sketch.png', size: 182_400, isImage: false, ...ofAda },
      { id: MEMBER_ID, name: 'threat-model.pdf', size: 1_460_000, isImage: false, ...ofAda },
    ],
  }),
  'a reply to a comment on a story': story(t, { replyTo: sampleStoryComment(1).id }),
  'a comment to send again': html`<div class="card">
    ${sentFormView(t, '#', { content: 'Typed while the service was busy.' })}
  </div>`,
  'a reply that was refused': story(t, {
    replyTo: sampleStoryComment(1).id,
    problem: { text: t.text('problem.missing', { field: t.text('field.content') }) },
    form: { content: ' ', parentId: sampleStoryComment(1).id },
  }),
  'older comments on a story': story(t, {
    comments: { threads: [sampleStoryComment(1)], older: sampleStoryComment(1).id, isNewest: false },
  }),
  'a story for a guest': story(t, { choices: undefined, comments: noComments }),
  'a story changed meanwhile': story(t, {
    isChange: true,
    comments: noComments,
    problem: { text: t.text('problem.changed') },
    values: { ...fieldsOf(sampleStory(1)), status: statuses[2]!.id },
    touched: { status: statuses[2]!.id },
  }),
});
