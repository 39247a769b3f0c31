/** What the reference groups operations by, in its order, with a description of each. */
export const tags = {
  Stories: 'Units of work owned by teams.',
  Workspaces: "The credential's workspace and principal.",
  Members: 'The people in a workspace.',
  Teams: 'Teams and their members.',
  Statuses: 'The states that stories and objectives can be in.',
  Labels: 'Tags for stories.',
  'Custom fields': 'Fields of stories that a workspace or a team has defined.',
  Tokens: 'Personal access tokens.',
  'Service accounts': 'Identities for programs, and their keys.',
  'Identity providers': 'Companies whose sign-in connects AI clients for their people.',
  Objectives: 'Goals of teams.',
  'Key results': 'Numbers that measure progress towards an objective.',
  Comments: 'Discussions of stories.',
  Claims: 'Who works on a story, so that no two people or programs do the same.',
  Relations: 'What blocks, duplicates or belongs with a story.',
  Links: 'Pull requests, documents and other pages that belong to a story.',
  Search: 'Finds stories, comments, objectives and feedback items by words.',
  Views: 'Saved queries of stories, personal or of a team.',
  Sprints: 'Time boxes in which a team plans to complete selected stories.',
  Schedule: 'When people work, and what is planned for them.',
  'Feedback portals': 'Where customers see what is planned and done, vote, and submit ideas.',
  'Public portals': 'The public parts of a feedback portal; browsers get them as pages.',
  Analysis: "Metrics of sprints, objectives and teams' work.",
  MCP: 'The same planning features for AI clients, over the Model Context Protocol.',
  Changes: 'Everything that changes, in order, to keep a copy in sync.',
  'Audit trail': 'Who did what to members, credentials, webhooks and portals, and who signed in.',
  Webhooks: 'Endpoints that receive events, and the delivery log.',
  System: 'Health checks and this document.',
};

/** The group of an operation; 'Operator' for those that no function serves and no document shows. */
export type Tag = keyof typeof tags | 'Operator';
