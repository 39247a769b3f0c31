import { headed, isRecord, listOf, paragraphs, textOf, type Preset, columnsBy, sources } from './preset.ts';

/** Issues as Beads keeps them in `.beads/issues.jsonl`. */
export const beads = {
  tool: 'Beads',
  map: sources(`
    key=id; title=title; description=text; team="Beads"; status=status; assignee=assignee; labels=labels;
    priority=priority; estimatedDurationMinutes=estimated_minutes; startDate=defer_until; endDate=due_at;
    parent=parent id; blockedBy=blocked by; relatesTo=related to; duplicates=duplicate of;
    createdAt=created_at; startedAt=started_at; completedAt=closed_at; reporter=created_by
  `),
  statusMap: 'hooked=started,pinned=backlog,blocked=started',
  priorityMap: '0=urgent,1=high,2=medium,3=low,4=low',
  uses: columnsBy({
    description: 'description|design|acceptance_criteria|notes|close_reason',
    'parent, blockedBy, relatesTo and duplicates': 'dependencies',
    comments: 'comments',
  }),
  omits: {
    updated_at: 'stories have their own',
    content_hash: 'it is a sum of the rest',
    source_repo: 'the file says it',
  },
  leavesOut: ({ status }) => (status === 'tombstone' ? 'Deleted issues' : undefined),
  tidy(issue) {
    const related = (...types: string[]) =>
      listOf(issue['dependencies'])
        .filter(isRecord)
        .filter(({ type }) => types.includes(String(type)))
        .flatMap((one) => textOf(one['depends_on_id']) ?? []);
    const [parent] = related('parent-child', 'parent');
    return {
      values: {
        ...issue,
        text: paragraphs(
          textOf(issue['description']),
          headed('Design', issue['design']),
          headed('Acceptance criteria', issue['acceptance_criteria']),
          headed('Notes', issue['notes']),
          /^closed$/i.test(textOf(issue['close_reason']) ?? '')
            ? undefined
            : headed('Closed', issue['close_reason']),
        ),
        'parent id': parent,
        'blocked by': related('blocks'),
        'related to': related('related', 'relates-to', 'discovered-from'),
        'duplicate of': related('duplicates'),
      },
      details: {
        comments: listOf(issue['comments'])
          .filter(isRecord)
          .map(({ author, created_at: at, text }) => ({
            author: textOf(author),
            at: textOf(at),
            text: textOf(text) ?? '',
          })),
      },
    };
  },
} satisfies Preset;
