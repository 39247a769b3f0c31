import { fromJira } from './jira-markup.ts';
import type { Attachments } from './jira-inline.ts';
import { englishColumn } from './jira-columns.ts';
import { issuesIn } from './jira-json.ts';
import { epicOf, issuesByName } from './jira-levels.ts';
import { statusOf } from './jira-status.ts';
import {
  KEY_MENTION,
  textOf,
  textsOf,
  type Preset,
  type RowComment,
  type RowLink,
  type RowTime,
  columnsBy,
  sources,
} from './preset.ts';

/**
 * Issues as Jira's "Export CSV (all fields)" writes them, with a column for each value of a field and links by their
 * types, or as its search returns them.
 */
export const jira: Preset = {
  tool: 'Jira',
  map: sources(`
    key=Issue key|Issue id; title=Summary; description=description;
    team=Project name|Project key|code of the key|"Jira"; status=status; assignee=Assignee; labels=Labels;
    priority=Priority;
    estimateValue=Custom field (Story Points)|Custom field (Story point estimate)|Story Points;
    estimatedDurationMinutes=minutes; startDate=Custom field (Start date)|Custom field (Target start);
    endDate=Due date|Due Date|Custom field (Target end);
    parent=Parent key|Custom field (Epic Link)|Parent|Parent id; sprint=Sprint; objective=epic;
    blocks=Outward issue link (Blocks); blockedBy=Inward issue link (Blocks);
    relatesTo=Outward issue link (Relates)|Inward issue link (Relates);
    duplicates=Outward issue link (Duplicate); duplicatedBy=Inward issue link (Duplicate); createdAt=Created;
    completedAt=Resolved; reporter=Reporter|Creator; externalId=Issue key|Issue id; externalSource="jira";
    externalUrl=Address
  `),
  uses: columnsBy({
    description: 'Description',
    status: 'Status|Status Category|Resolution',
    comments: 'Comment',
    'time spent': 'Log Work',
    links: 'Attachment',
    estimatedDurationMinutes: 'Original estimate|Original Estimate',
    objective: 'Parent summary',
    'what parents refer to': 'Issue id',
  }),
  omits: columnsBy({
    'it belongs to the project': 'Project type|Project lead|Project lead id|Project description|Project url',
    'the dates of the story say it': 'Status Category Changed',
    'stories have their own': 'Updated',
    'it belongs to who exported the file': 'Last Viewed',
    'people are found by name or address': 'Assignee Id|Reporter Id|Creator Id',
    'the reporter counts': 'Creator',
    'stories have no votes; feedback items do': 'Votes',
    'who watches a story is theirs to say': 'Watchers|Watchers Id',
    'they name their parents': 'Sub-tasks',
    'the estimates and the time spent say it': 'Remaining Estimate|Work Ratio|Time tracking',
    'the time entries say it': 'Time Spent',
    'the stories below it have estimates of their own': `Σ Original estimate|Σ Original Estimate|
      Σ Remaining Estimate`,
    'the stories below it have time entries of their own': 'Σ Time Spent',
    'it is what another tool shows of its own': 'Custom field (Development)|Custom field (development)',
    'the order of rows is that of stories': 'Custom field (Rank)',
  }),
  customField(column) {
    const [, name] = /^Custom field \((.*)\)$/.exec(column) ?? [];
    return name ?? column;
  },
  read: issuesIn,
  hasLocalTimes: true,
  columnName: englishColumn,
  index: issuesByName,
  tidy(record, others) {
    const description = textOf(record['Description']);
    const links = textsOf(record['Attachment']).flatMap(linkOf);
    const attachments = new Map(
      links.flatMap(({ title, url }): [string, string][] => (title ? [[title, url]] : [])),
    );
    const { status, statusCategory } = statusOf(record);
    return {
      values: {
        ...record,
        description: description && fromJira(description, attachments),
        minutes: minutesOf(textOf(record['Original estimate']) ?? textOf(record['Original Estimate'])),
        status,
        'code of the key': /^(.+)-\d+$/.exec(textOf(record['Issue key']) ?? '')?.[1],
        epic: epicOf(record, others),
      },
      details: {
        comments: textsOf(record['Comment']).map((cell) => commentOf(cell, attachments)),
        links,
        times: textsOf(record['Log Work']).map((cell) => timeOf(cell, attachments)),
      },
      statusCategory,
    };
  },
  mention: KEY_MENTION,
};

/** `12/Mar/26 3:04 PM;ada;text`: the text itself can have semicolons. */
function commentOf(cell: string, attachments: Attachments): RowComment {
  const [, at, author, text] = /^([^;\d]*\d[^;]*);([^;]*);([^]*)$/.exec(cell) ?? [];
  return { author, at, text: fromJira(text ?? cell, attachments) };
}

/** `text;12/Mar/26 3:04 PM;ada;3600`: the text itself can have semicolons. */
function timeOf(cell: string, attachments: Attachments): RowTime {
  const [, note = cell, at, author, seconds] = /^([^]*);([^;]*);([^;]*);(\d+)$/.exec(cell) ?? [];
  return { author, at, seconds: Number(seconds ?? NaN), note: textOf(fromJira(note, attachments)) };
}

/** `12/Mar/26 3:04 PM;ada;plan.pdf;https://…` */
function linkOf(cell: string): RowLink[] {
  const last = cell.split(/\s/).at(-1)!;
  const start = last.search(/https?:\/\/./);
  return start < 0 ? [] : [{ url: last.slice(start), title: cell.split(';').at(-2) }];
}

/** Jira exports seconds. */
function minutesOf(seconds: string | undefined): number | undefined {
  const minutes = Math.round(Number(seconds) / 60);
  return minutes > 0 ? minutes : undefined;
}
