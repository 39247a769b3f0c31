import { checklist, paragraphs, textOf, type Preset, columnsBy, sources } from './preset.ts';

/** Stories as Shortcut's "Export" writes them as CSV. */
export const shortcut: Preset = {
  tool: 'Shortcut',
  map: sources(`
    key=id; title=name; description=text; team=team|project|"Shortcut"; status=state; assignee=owner list;
    labels=label list; priority=priority; estimateValue=estimate; endDate=due; sprint=iteration;
    objective=epic; createdAt=created; startedAt=started; completedAt=completed; reporter=requester|requestor;
    externalId=id; externalSource="shortcut"
  `),
  sourceUrl: 'https://app.shortcut.com/story/{id}',
  uses: columnsBy({
    description: 'description|tasks',
    assignee: 'owners',
    labels: 'labels',
    endDate: 'due_date',
    createdAt: 'created_at',
    startedAt: 'started_at',
    completedAt: 'completed_at',
    times: 'utc_offset',
    links: 'external_tickets',
    'excluded rows, unless --archived is given': 'is_archived',
  }),
  omits: {
    is_completed: 'the state says it',
    updated_at: 'stories have their own',
    moved_at: 'stories have their own history',
    external_ticket_count: 'external_tickets says it',
    is_blocked: 'the export does not say by what',
    is_a_blocker: 'the export does not say of what',
    epic_id: 'epic says it',
    project_id: 'project says it',
    iteration_id: 'iteration says it',
    team_id: 'team says it',
  },
  isArchived: ({ is_archived: archived }) => /^true$/i.test(textOf(archived) ?? ''),
  tidy(record) {
    const offset = textOf(record['utc_offset']) ?? '';
    const time = (column: string) => {
      const text = textOf(record[column]);
      return text && `${text} ${offset}`.trim();
    };
    return {
      values: {
        ...record,
        text: paragraphs(
          textOf(record['description']),
          checklist(parts(record['tasks']).map((text) => ({ text, done: false }))),
        ),
        'owner list': parts(record['owners']),
        'label list': parts(record['labels']),
        due: textOf(record['due_date']),
        created: time('created_at'),
        started: time('started_at'),
        completed: time('completed_at'),
      },
      details: {
        links: parts(record['external_tickets']).flatMap((url) =>
          /^https?:/.test(url) ? [{ url, title: undefined }] : [],
        ),
      },
    };
  },
};

/** Lists have semicolons. */
const parts = (value: unknown): string[] =>
  (textOf(value) ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);
