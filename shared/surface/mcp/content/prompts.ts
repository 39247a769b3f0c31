import { legible } from '../../../kernel/core/legible.ts';
import type { PromptDeclaration } from '../../../kernel/api/mcp/content.ts';

const team = { name: 'team', description: 'Name or code of the team.', required: true };

/** What people start from a client's menu. */
export const prompts: readonly PromptDeclaration[] = [
  {
    name: 'plan_sprint',
    title: 'Plan a sprint',
    description: 'Proposes stories of the backlog for a sprint of a team.',
    arguments: [team, { name: 'sprint', description: 'Its name; by default the next one.', required: false }],
    text: ({ team: named, sprint }) =>
      `Plan ${sprint === undefined ? 'the next sprint' : `the sprint ${quoted(sprint)}`} of the team ${quoted(named!)}: find it with list_sprints, ask analyze_sprint with plan: true for a proposal, show me the stories with their reasons and what was left out, and apply it with save_sprint only when I agree.`,
  },
  {
    name: 'weekly_report',
    title: 'Weekly report',
    description: 'Reports what a team has done, what is late, and when it will be finished.',
    arguments: [team],
    text: ({ team: named }) =>
      `Write the weekly report of the team ${quoted(named!)}: what was completed in the last seven days, what is in progress, what is overdue or blocked and by what, and the forecast of the current sprint. Use analyze_work, analyze_sprint and list_stories, name stories by reference, and change nothing.`,
  },
  {
    name: 'triage',
    title: 'Triage',
    description: 'Sorts the stories of a team that have no owner yet.',
    arguments: [team],
    text: ({ team: named }) =>
      `Triage the open stories of the team ${quoted(named!)} that have no assignee: look for duplicates with search, see who has room with list_members and openWork, propose priority, assignee and labels in one table, and apply them with one update_stories when I agree.`,
  },
];

/** An argument within a sentence. */
const quoted = (text: string): string => JSON.stringify(legible(text.slice(0, 200)));
