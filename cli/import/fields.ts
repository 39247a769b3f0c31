import { englishColumn } from './presets/jira-columns.ts';

/** The fields that a row can be mapped to, with their usual column names. */
const columnWords = {
  key: 'key issuekey id issueid cardid taskid bugid ticketid ticket identifier number reference',
  title: `title summary name subject story task cardname content titel título titulo titre titolo tytuł název názov cím titlu başlık tittel rubrik otsikko
    nombre nome nom naam nazwa navn namn nimi название заголовок наименование назва 标题 名称 任务 任务名称 標題 名稱 タイトル 件名 名前 タスク 제목 이름 tiêuđề ชื่อ`,
  description: 'description desc body bodytext details notes abstract carddescription',
  team: `team teamcode teamname project projectkey projectname squad component area board boardname
    projekt proyecto projeto projet progetto проект проєкт proje proiect prosjekt projekti 项目 專案 プロジェクト 프로젝트`,
  status:
    'status state statusname stage column sectioncolumn list listname done completed closed finished complete',
  assignee: 'assignee assigneeemail assignedto assignees owner owneremail members',
  labels: 'labels label tags tag keywords',
  priority: 'priority importance',
  estimateValue: 'estimatevalue estimate storypoints storypointestimate points',
  estimatedDurationMinutes: 'estimateddurationminutes durationminutes minutes',
  startDate: 'startdate start startson beginn',
  endDate: 'enddate duedate due dueon deadline end',
  parent: 'parent parentkey parenttask parentitem parentid parentissue parentissueid epic epiclink',
  // Not guessed: a later column of that name would change the stories of an already imported file.
  sprint: '',
  sprintStart: 'sprintstart sprintstartdate cyclestart cyclestartdate iterationstart',
  sprintEnd: 'sprintend sprintenddate cycleend cycleenddate iterationend',
  objective: '',
  // As Jira calls its columns of links, whose direction the name shows.
  blocks: 'blocks blocking outwardissuelinkblocks',
  blockedBy: 'blockedby inwardissuelinkblocks',
  relatesTo: 'relatesto relatedto outwardissuelinkrelates inwardissuelinkrelates',
  duplicates: 'duplicates duplicateof outwardissuelinkduplicate',
  duplicatedBy: 'duplicatedby inwardissuelinkduplicate',
  createdAt:
    'createdat created createdtime createddate createdon creationdate dateadded datesubmitted opened',
  startedAt: 'startedat started',
  completedAt:
    'completedat completed completedtime completeddate resolvedat resolved resolutiondate closedat closed donedate',
  reporter: 'reporter reporteremail creator createdby author requestedby requester userlogin user',
  // Not guessed: they change what a second import of a file does.
  externalId: '',
  externalSource: '',
  externalUrl: '',
} as const satisfies Record<string, string>;

export type Field = keyof typeof columnWords;

export const fields = Object.keys(columnWords) as Field[];

/** The usual names of the columns of a field, without signs, most likely first. */
export const usualColumns = (field: Field): readonly string[] => columnWords[field].match(/\S+/g) ?? [];

/** Normalizes a column name: `Custom field (Story Points)` becomes storypoints, `Erstellt (UTC)` created. */
export const plain = (column: string): string =>
  englishColumn(column.replace(/\s*\((?:UTC|GMT)\)$/i, ''))
    .normalize('NFC')
    .toLowerCase()
    .replace(/^custom field \((.*)\)$/, '$1')
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '');

/** A custom field by its key, such as `cf.severity`. It is mapped by hand only. */
export type CustomColumn = `cf.${string}`;

export const isCustomColumn = (name: string): name is CustomColumn => /^cf\.[a-z][a-z0-9_]*$/.test(name);

/** The fields that hold dates. */
export const dateFields = [
  'startDate',
  'endDate',
  'sprintStart',
  'sprintEnd',
  'createdAt',
  'startedAt',
  'completedAt',
] as const;
export type DateField = (typeof dateFields)[number];

export const isDateField = (field: Field): boolean => dateFields.some((each) => each === field);

/** The fields that name other rows, with the relation to them. */
export const relationFields = ['blocks', 'blockedBy', 'relatesTo', 'duplicates', 'duplicatedBy'] as const;
export type RelationField = (typeof relationFields)[number];
