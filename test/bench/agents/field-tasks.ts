import type { Agent } from './agent.ts';
import { key, listed, seen, type Task } from './task.ts';

const field = { kind: 'custom_field', teamId: 'ENG' };
const severity = { name: 'Severity', settings: { type: 'select', options: ['Low', 'High'] } };
const made =
  'custom_field.created Severity key=severity name=Severity options=High+Low teamId=ENG type=select';

const make = (agent: Agent, fields: object = severity) =>
  agent.call('manage_setup', { ...field, action: 'create', ...fields, ...key() }) as Promise<{
    updatedAt: string;
  }>;

const give = async (agent: Agent, story: string, fields: object) =>
  await agent.call('update_stories', { stories: [await seen(agent, story)], ...fields });

const task = (
  kind: Task['kind'],
  says: string,
  script: Task['script'],
  difference: readonly string[],
  answer?: Task['answer'],
): Task => ({ kind, says, script, difference, ...(answer && { answer }) });

/** Tasks about custom fields, links, and how sprints are made. */
export const fieldTasks: readonly Task[] = [
  task('fields', 'Bugs of Engineering need a severity: low or high.', (agent) => make(agent), [made]),
  task(
    'fields',
    'A severity for Engineering; the crash is high.',
    async (agent) => {
      await make(agent);
      return await give(agent, 'ENG-5', { customFields: { severity: 'high' } });
    },
    [made, 'story.updated ENG-5 customFields.severity=High'],
  ),
  task(
    'fields',
    'Grace tests checkout: note it in a field “Tester”.',
    async (agent) => {
      await make(agent, { name: 'Tester', settings: { type: 'user' } });
      return await give(agent, 'ENG-2', { customFields: { tester: 'Grace' } });
    },
    [
      'custom_field.created Tester key=tester name=Tester teamId=ENG type=user',
      'story.updated ENG-2 customFields.tester=Grace Hopper',
    ],
  ),
  task(
    'fields',
    'Severity can be critical, too.',
    async (agent) => {
      const { updatedAt } = await make(agent);
      const settings = { options: ['Low', 'High', 'Critical'] };
      const change = { action: 'update', id: 'severity', expectedUpdatedAt: updatedAt, settings };
      return await agent.call('manage_setup', { ...field, ...change });
    },
    [made, 'custom_field.updated Severity options=Critical+High+Low'],
  ),
  task(
    'fields',
    'All bugs are of low severity, which there is no field for yet.',
    async (agent) => {
      await make(agent);
      const stories = await listed(agent, { filter: 'label:Bug' });
      return await agent.call('update_stories', { stories, customFields: { severity: 'Low' } });
    },
    [made, 'story.updated ENG-1 customFields.severity=Low', 'story.updated ENG-3 customFields.severity=Low'],
  ),
  task(
    'fields',
    'A severity, set for the crash, was a mistake: put the field away and clear it.',
    async (agent) => {
      await make(agent);
      await give(agent, 'ENG-5', { customFields: { severity: 'Low' } });
      await give(agent, 'ENG-5', { clearFields: ['customFields.severity'] });
      return await agent.call('manage_setup', { ...field, action: 'archive', id: 'Severity' });
    },
    [
      made,
      'custom_field.updated Severity archivedAt=set',
      'story.updated ENG-5 customFields.severity=Low',
      'story.updated ENG-5 customFields.severity=null',
    ],
  ),
  task(
    'fields',
    'Mark the crash as of high severity and show what is.',
    async (agent) => {
      await make(agent);
      await give(agent, 'ENG-5', { customFields: { severity: 'High' } });
      return await agent.call('list_stories', { filter: 'cf.severity:high' });
    },
    [made, 'story.updated ENG-5 customFields.severity=High'],
    ['ENG-5'],
  ),
  task(
    'stories',
    'The design of dark mode is at https://example.com/dark.',
    (agent) => agent.call('manage_relations', { story: 'ENG-6', url: 'https://example.com/dark' }),
    ['story.updated ENG-6 links=https://example.com/dark'],
  ),
  task(
    'sprints',
    'Engineering’s sprints are two weeks from Tuesday, by the time of Lisbon, but are still made by hand.',
    (agent) => {
      const settings = { enabled: false, lengthWeeks: 2, startsOn: 'tuesday', timeZone: 'Europe/Lisbon' };
      return agent.call('manage_setup', {
        kind: 'sprint_cadence',
        action: 'update',
        teamId: 'ENG',
        settings,
      });
    },
    [],
    ['Europe/Lisbon'],
  ),
  task(
    'sprints',
    'Which time zone do the sprints of Engineering go by, once they start on Mondays in Berlin?',
    async (agent) => {
      const settings = { enabled: false, lengthWeeks: 1, startsOn: 'monday', timeZone: 'Europe/Berlin' };
      const cadence = { kind: 'sprint_cadence', teamId: 'ENG' };
      await agent.call('manage_setup', { ...cadence, action: 'update', settings });
      return await agent.call('manage_setup', { ...cadence, action: 'get' });
    },
    [],
    ['Europe/Berlin'],
  ),
];
