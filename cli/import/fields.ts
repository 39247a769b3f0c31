/** The fields that a row can be mapped to, with their usual column names, most likely first. */
export const usualColumns = {
  key: ['key', 'issuekey', 'id', 'issueid', 'cardid', 'taskid', 'identifier', 'number', 'reference'],
  title: ['title', 'summary', 'name', 'subject', 'story', 'task', 'cardname'],
  description: ['description', 'desc', 'body', 'details', 'notes', 'abstract', 'carddescription'],
  team: [
    'team',
    'teamcode',
    'teamname',
    'project',
    'projectkey',
    'projectname',
    'squad',
    'component',
    'area',
    'board',
    'boardname',
  ],
  status: ['status', 'state', 'statusname', 'stage', 'column', 'sectioncolumn', 'list', 'listname'],
  assignee: ['assignee', 'assigneeemail', 'assignedto', 'assignees', 'owner', 'owneremail', 'members'],
  labels: ['labels', 'label', 'tags', 'tag', 'keywords'],
  priority: ['priority', 'importance'],
  estimateValue: ['estimatevalue', 'estimate', 'storypoints', 'storypointestimate', 'points'],
  estimatedDurationMinutes: ['estimateddurationminutes', 'durationminutes', 'minutes'],
  startDate: ['startdate', 'start', 'startson'],
  endDate: ['enddate', 'duedate', 'due', 'dueon', 'deadline', 'end'],
  parent: ['parent', 'parentkey', 'parentid', 'parentissue', 'parentissueid', 'epic', 'epiclink'],
  // Not guessed: a later column of that name would change the stories of an already imported file.
  sprint: [],
  sprintStart: ['sprintstart', 'sprintstartdate', 'cyclestart', 'cyclestartdate', 'iterationstart'],
  sprintEnd: ['sprintend', 'sprintenddate', 'cycleend', 'cycleenddate', 'iterationend'],
  objective: [],
  // As Jira calls its columns of links, whose direction the name shows.
  blocks: ['blocks', 'blocking', 'outwardissuelinkblocks'],
  blockedBy: ['blockedby', 'inwardissuelinkblocks'],
  relatesTo: ['relatesto', 'relatedto', 'outwardissuelinkrelates', 'inwardissuelinkrelates'],
  duplicates: ['duplicates', 'duplicateof', 'outwardissuelinkduplicate'],
  duplicatedBy: ['duplicatedby', 'inwardissuelinkduplicate'],
  createdAt: ['createdat', 'created', 'createddate', 'createdon', 'creationdate', 'dateadded'],
  startedAt: ['startedat', 'started'],
  completedAt: [
    'completedat',
    'completed',
    'completeddate',
    'resolvedat',
    'resolved',
    'resolutiondate',
    'closedat',
    'closed',
    'donedate',
  ],
  reporter: [
    'reporter',
    'reporteremail',
    'creator',
    'createdby',
    'author',
    'requestedby',
    'requester',
    'userlogin',
    'user',
  ],
  // Not guessed: they change what a second import of a file does.
  externalId: [],
  externalSource: [],
  externalUrl: [],
} as const satisfies Record<string, readonly string[]>;

export type Field = keyof typeof usualColumns;

export const fields = Object.keys(usualColumns) as Field[];

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
